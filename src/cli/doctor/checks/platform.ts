import { availableParallelism, release } from 'node:os';
import type { Check } from '../check.js';

const TRIED: ReadonlySet<string> = new Set(['linux', 'darwin', 'win32']);

export const platform: Check = {
  id: 'platform',
  about: 'operating system and processor',
  of: 'user',
  run() {
    const text = `${process.platform} ${process.arch}, ${release()}, ${availableParallelism()} processors`;
    return TRIED.has(process.platform)
      ? { state: 'ok', text }
      : {
          state: 'note',
          text: `${text}: castellan is not tried on this system`,
          fix: 'run it on Linux, macOS or Windows, or in a container',
        };
  },
};

import type { Wanted } from './contract/installed-reader.js';
import { RELEASE_FILES } from './system/release-files.js';

/** Files of the system that say what it is, and who its users are. */
const FILES: ReadonlySet<string> = new Set([...RELEASE_FILES, 'etc/passwd']);

const MOST = 2 ** 20;

export const systemFiles = {
  wants: (path: string): Wanted | undefined => (FILES.has(path) ? { most: MOST } : undefined),
  places: [...FILES],
};

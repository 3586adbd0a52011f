import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Check, notAsked } from '../check.js';

const run = promisify(execFile);

export const git: Check = {
  id: 'git',
  about: 'git and its version, for histories and for repositories by address',
  of: 'user',
  async run({ settings: { offline }, context: { environment }, signal }) {
    // Offline no process is started.
    if (offline) return notAsked;
    try {
      const { stdout } = await run('git', ['--version'], { env: environment, signal, windowsHide: true });
      return { state: 'ok', text: stdout.trim() };
    } catch {
      return {
        state: 'note',
        text: 'git does not run here: histories and repositories by address cannot be read',
        fix: 'install git: https://git-scm.com/downloads',
      };
    }
  },
};

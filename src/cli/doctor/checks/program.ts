import { programFile } from '../../../system/program-file.js';
import { version } from '../../version.js';
import type { Check } from '../check.js';

/** The next version of Node that is kept up longest has this number; older ones run, and are no longer mended by their makers. */
const KEPT_NODE = 22;

export const program: Check = {
  id: 'program',
  about: 'version of castellan and of Node',
  of: 'user',
  run() {
    const text = `castellan ${version} on Node ${process.versions.node}`;
    const details = [`program: ${programFile()}`, `node: ${process.execPath}`];
    if (Number.parseInt(process.versions.node, 10) >= KEPT_NODE) return { state: 'ok', text, details };
    const fix = `install Node ${KEPT_NODE} or later: https://nodejs.org`;
    return { state: 'note', text: `${text}, which its makers no longer mend`, fix, details };
  },
};

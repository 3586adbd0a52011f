import { writeFileSync } from 'node:fs';
import { diskError } from '../../system/disk-error.js';
import { makeFolderOf } from '../../system/make-folder.js';
import { spelled } from './inputs.js';
import type { CiOutputs } from './outputs.js';
import type { OutputsFile } from './system.js';

/** Writes `SCAN_STATUS=clean` and the others, a line each, over what an earlier run has left. Throws OperationalError. */
export function writeOutputs(path: string, outputs: CiOutputs, value: OutputsFile['value'] = (text) => text): void {
  const lines = Object.entries(outputs).map(([name, text]) => `${spelled(name)}=${value(text)}\n`);
  makeFolderOf(path);
  try {
    writeFileSync(path, lines.join(''));
  } catch (cause) {
    throw diskError(path, 'cannot be written', cause);
  }
}

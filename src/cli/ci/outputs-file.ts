import { writeFileSync } from 'node:fs';
import { diskError } from '../../system/disk-error.js';
import { makeFolderOf } from '../../system/make-folder.js';
import { spelled } from './inputs.js';
import type { CiOutputs } from './outputs.js';
import type { OutputsFile } from './system.js';

/** `SCAN_STATUS=clean` and the others, a line each. */
export function outputLines(outputs: CiOutputs, value: NonNullable<OutputsFile['value']> = (text) => text): string {
  return Object.entries(outputs)
    .map(([name, text]) => `${spelled(name)}=${value(text)}\n`)
    .join('');
}

/** Writes them over what an earlier run has left. Throws OperationalError. */
export function writeOutputs(path: string, outputs: CiOutputs, value?: OutputsFile['value']): void {
  makeFolderOf(path);
  try {
    writeFileSync(path, outputLines(outputs, value));
  } catch (cause) {
    throw diskError(path, 'cannot be written', cause);
  }
}

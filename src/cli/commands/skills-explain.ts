import { resolve } from 'node:path';
import { resolveSettings } from '../../config/resolve.js';
import { readingsOf } from '../../detect/asked/statement-reading.js';
import { decodeText } from '../../support/decode.js';
import { limits } from '../../support/limits.js';
import { diskFiles } from '../../system/files.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { printAnswer } from '../print-answer.js';
import { drawReadings } from '../terminal/statement-reading.js';

/** `castellan skills explain`: what the rules read in each statement of a text, which findings came of it, and what was lowered. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  const [path = ''] = operands;
  const text = decodeText(diskFiles.read(resolve(context.cwd, path), limits.maxFileBytes), path);
  const statements = readingsOf(path, text);
  await printAnswer({ json: { path, statements }, draw: (surface) => drawReadings(surface, statements) }, { settings, context });
  return exitCodes.success;
}

import { resolveSettings } from '../../config/resolve.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';

/** `castellan db path`: one line, for scripts. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  context.io.out(`${pathsOf(settings, context.environment).database}\n`);
  return exitCodes.success;
}

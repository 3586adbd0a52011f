import { resolve } from 'node:path';
import { exportDatabase } from '../../advisories/archive.js';
import { resolveSettings } from '../../config/resolve.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';
import { showBytes } from '../terminal/units.js';

/** `castellan db export FILE`: one file with a checksum, for a machine without a network. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const file = resolve(context.cwd, invocation.operands[0] ?? '');
  const head = await exportDatabase(pathsOf(settings, context.environment).database, file, context.signal);
  context.io.err(`exported — ${head.feeds.length} feeds, ${showBytes(head.size)}, sha256 ${head.sha256}`);
  return exitCodes.success;
}

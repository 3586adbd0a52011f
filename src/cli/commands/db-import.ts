import { resolve } from 'node:path';
import { importDatabase } from '../../advisories/archive.js';
import { resolveSettings } from '../../config/resolve.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';

/** `castellan db import FILE`: installs an exported database when its checksum is right; otherwise the old one stays. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const path = pathsOf(settings, context.environment).database;
  const head = await importDatabase(resolve(context.cwd, invocation.operands[0] ?? ''), path, context.signal);
  context.io.err(`imported — ${head.feeds.length} feeds into ${path}`);
  return exitCodes.success;
}

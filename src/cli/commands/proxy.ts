import type { CommandContext, Invocation } from '../command.js';
import { ownEnvironment } from '../own-environment.js';
import { runRelay } from '../relay-command.js';

/** `castellan proxy -- CMD…`: relays MCP between whoever started us and the server that CMD starts. */
export function run(invocation: Invocation, context: CommandContext): Promise<number> {
  return runRelay(
    { argv: invocation.operands, env: ownEnvironment(context.environment), mode: 'audit', preset: 'observe' },
    invocation,
    context,
  );
}

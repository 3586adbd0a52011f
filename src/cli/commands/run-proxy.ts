import { UsageError } from '../../support/errors.js';
import type { CommandContext, Invocation } from '../command.js';
import { runRelay } from '../relay-command.js';
import { resolveServer } from '../relay-server.js';

/** `castellan run proxy SERVER`: finds the command that starts a server, or its address, then relays to it as `castellan proxy` does. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const [server, ...args] = invocation.operands;
  if (server === undefined) throw new UsageError({ message: 'no server is named', hint: 'castellan run proxy npx/PACKAGE' });
  const found = await resolveServer(server, args, context);
  const wants = { mode: 'audit', preset: 'observe' } as const;
  if ('argv' in found) return runRelay({ ...found, ...wants }, invocation, context);
  const { runRemoteRelay } = await import('../relay-remote.js');
  return runRemoteRelay({ ...found, ...wants }, invocation, context);
}

import type { CommandContext, Invocation } from '../command.js';
import { ownEnvironment } from '../own-environment.js';
import { runRelay } from '../relay-command.js';

/**
 * `castellan proxy -- CMD…`: relays MCP between whoever started us and the server that CMD starts. `castellan proxy --url URL`: the same for
 * a remote server. `castellan proxy --listen HOST:PORT`: serves several over HTTP.
 */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const wants = { mode: 'audit', preset: 'observe' } as const;
  const { url, header, listen } = invocation.flags;
  if (listen !== undefined) return (await import('../gateway/gateway-command.js')).runGateway(invocation, context);
  if (url !== undefined || header !== undefined) {
    const { remoteOf, runRemoteRelay } = await import('../relay-remote.js');
    return runRemoteRelay({ ...remoteOf(invocation, context), ...wants }, invocation, context);
  }
  return runRelay({ argv: invocation.operands, env: ownEnvironment(context.environment), ...wants }, invocation, context);
}

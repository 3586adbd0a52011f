import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { hello } from '../../support/line-client.js';

/** Greets, and leaves when its input ends: a process that costs little. */
const GREETING = JSON.stringify({
  jsonrpc: '2.0',
  id: 'hello',
  result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'shell', version: '1' } },
});
const shell = { command: '/bin/sh', args: ['-c', `read -r line; echo '${GREETING}'; cat >/dev/null`] };

const SIDE_BY_SIDE = 16;
/** Megabytes that a process may differ by between two moments. */
const NOISE_MB = 24;

function megabytes({ child }: GatewayProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

function childrenOf({ child }: GatewayProcess): string {
  return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
}

async function openAndClose(gateway: GatewayProcess, sessions: number): Promise<void> {
  let left = sessions;
  const one = async () => {
    while (left-- > 0) {
      const { headers, status } = await ask(gateway.at('shell'), { body: hello('2025-06-18') });
      const id = headers['mcp-session-id'];
      if (status !== 200 || typeof id !== 'string') throw new Error(`no session: ${status}`);
      await ask(gateway.at('shell'), { method: 'DELETE', headers: { 'mcp-session-id': id } });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, one));
}

describe('many sessions', () => {
  it('leave neither memory nor processes behind', { timeout: 480_000 }, async () => {
    const gateway = await startGateway({ upstreams: { mcpServers: { shell } } });
    await openAndClose(gateway, 300);
    const before = megabytes(gateway);
    await openAndClose(gateway, 700);
    const after = megabytes(gateway);
    await wait(500);
    expect(childrenOf(gateway)).toBe('');
    expect(after - before).toBeLessThan(NOISE_MB);
    await gateway.stop();
  });

  it('that are idle end by themselves, with their servers', async () => {
    const gateway = await startGateway({ upstreams: { mcpServers: { shell } }, args: ['--session-idle', '1s'] });
    await ask(gateway.at('shell'), { body: hello('2025-06-18') });
    expect(childrenOf(gateway)).not.toBe('');
    for (const end = Date.now() + 10_000; Date.now() < end && childrenOf(gateway) !== ''; ) await wait(100);
    expect(childrenOf(gateway)).toBe('');
    await gateway.stop();
  });

  it('end with the gateway that is killed, and with their servers', async () => {
    const gateway = await startGateway({ upstreams: { mcpServers: { shell } } });
    await ask(gateway.at('shell'), { body: hello('2025-06-18') });
    const pids = childrenOf(gateway).split(' ').map(Number);
    await gateway.stop('SIGKILL');
    const alive = () => pids.filter((pid) => isAlive(pid));
    for (const end = Date.now() + 4_000; Date.now() < end && alive().length > 0; ) await wait(100);
    expect(alive()).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as open } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { toolCall } from '../../support/line-client.js';
import { projectRoot } from '../../support/spawn-cli.js';

const server = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };

const FLOOD_MS = 3_000;
/** What the gateway may hold for a client that does not read, what V8 leaves for later included. The system's own buffers are not in it. */
const MOST_MB = 48;
/** Bytes that the system holds for both ends of a connection. */
const SYSTEM_BYTES = 16 * 1024 * 1024;

function megabytes({ child }: GatewayProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Bytes that a process has read so far, from whatever it reads. */
function bytesRead({ child }: GatewayProcess): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[1]);
}

/** An answer of events that nobody reads until it is resumed. */
function unread({ url, headers }: HttpSession, method: 'GET' | 'POST', body?: object): Promise<IncomingMessage> {
  const accept = 'application/json, text/event-stream';
  return new Promise((resolve, reject) => {
    const sent = open(
      url,
      { method, agent: false, headers: { ...headers, accept, ...(body && { 'content-type': 'application/json' }) } },
      resolve,
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

describe('a server that floods', () => {
  let gateway: GatewayProcess;
  let other: HttpSession;
  beforeAll(async () => {
    gateway = await startGateway({ upstreams: { mcpServers: { one: server } }, args: ['--log', 'off'] });
    other = await HttpSession.open(gateway.at('one'));
    for (let call = 0; call < 50; call++) await other.post(toolCall(call, 'echo', { text: 'warm' }));
  });
  afterAll(() => gateway.stop());

  async function floods(work: () => Promise<void>): Promise<void> {
    const before = megabytes(gateway);
    let most = 0;
    await work();
    for (const end = Date.now() + FLOOD_MS; Date.now() < end; await wait(50)) {
      most = Math.max(most, megabytes(gateway));
      expect(textOf(await other.post(toolCall('next', 'echo', { text: 'heard' })))).toBe('heard');
    }
    expect(most - before).toBeLessThan(MOST_MB);
  }

  it('is read no faster than its client reads its stream', { timeout: 120_000 }, async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const stream = await unread(session, 'GET');
    const before = bytesRead(gateway);
    const call = session.post(toolCall(1, 'flood'));
    await floods(async () => {});
    expect(bytesRead(gateway) - before).toBeLessThan(SYSTEM_BYTES);
    let heard = 0;
    stream.on('data', (chunk: Buffer) => {
      heard += chunk.length;
    });
    await expect.poll(() => heard, { timeout: 60_000 }).toBeGreaterThan(2 * SYSTEM_BYTES);
    stream.destroy();
    await session.end();
    expect((await call).messages.at(-1)).toMatchObject({ id: 1, error: {} });
  });

  it('is read no faster than its client reads the answer to a call', { timeout: 120_000 }, async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const before = bytesRead(gateway);
    let answer: IncomingMessage | undefined;
    await floods(async () => {
      answer = await unread(session, 'POST', toolCall(1, 'flood'));
    });
    expect(bytesRead(gateway) - before).toBeLessThan(SYSTEM_BYTES);
    answer?.destroy();
    await session.end();
  });

  it('fills no memory where nobody listens', { timeout: 120_000 }, async () => {
    const session = await HttpSession.open(gateway.at('one'));
    await floods(async () => {
      const answer = await unread(session, 'POST', toolCall(1, 'flood'));
      answer.destroy();
    });
    await session.end();
  });
});

describe('a server that does not read', () => {
  const greeting = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'deaf', version: '1' } };
  const deaf = {
    command: '/bin/sh',
    args: ['-c', `read -r line; echo '${JSON.stringify({ jsonrpc: '2.0', id: 'hello', result: greeting })}'; sleep 60`],
  };

  it('keeps its own client waiting only, and no more of it than there is room for', { timeout: 120_000 }, async () => {
    const gateway = await startGateway({ upstreams: { mcpServers: { deaf, one: server } }, args: ['--log', 'off'] });
    const other = await HttpSession.open(gateway.at('one'));
    const session = await HttpSession.open(gateway.at('deaf'));
    const text = 'x'.repeat(3_000_000);
    const before = megabytes(gateway);
    const calls = Array.from({ length: 12 }, (_, at) => session.post(toolCall(at, 'echo', { text })));
    const first = await Promise.race(calls);
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(textOf(await other.post(toolCall(1, 'echo', { text: 'heard' })))).toBe('heard');
    expect(megabytes(gateway) - before).toBeLessThan(3 * MOST_MB);
    await session.end();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses).toContain(200);
    await gateway.stop();
  });
});

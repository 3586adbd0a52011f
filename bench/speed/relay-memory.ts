import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LineSplitter } from '../../src/runtime/frames/line-splitter.js';
import { loadInspection } from '../../src/runtime/judge/load.js';
import type { Peer } from '../../src/runtime/relay/peer.js';
import { Relay } from '../../src/runtime/relay/relay.js';
import type { Measure } from './measure.js';

const SESSIONS = 1_000;
const CALLS = 50;
const MAX_BYTES = 4 * 1024 * 1024;

/** What one process holds after a thousand sessions, one after the other, against what it held after the first hundred. */
export async function measureSessions(): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-sessions-'));
  try {
    const held: number[] = [];
    for (let done = 1; done <= SESSIONS; done++) {
      await session(folder);
      if (done % (SESSIONS / 10) === 0) held.push(heapMb());
    }
    return growth(`held after ${SESSIONS} sessions of ${CALLS} calls`, held[0] ?? 0, held.at(-1) ?? 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much more is held at the end than before. */
export function growth(name: string, before: number, after: number): Measure {
  return { name: `${name} (${before.toFixed(1)} to ${after.toFixed(1)} MB)`, value: (after / before - 1) * 100, unit: '% more', aim: 10 };
}

async function session(folder: string): Promise<void> {
  const inspector = loadInspection({
    server: 'echo',
    mode: 'enforce',
    preset: 'strict',
    policies: undefined,
    pins: undefined,
    rate: undefined,
    redact: undefined,
    logAll: false,
    log: join(folder, 'echo.jsonl'),
    keyFile: join(folder, 'log.key'),
    say() {},
  });
  const [client, server] = [new Line(), new Line()];
  new Relay({ client, server, inspector: Promise.resolve(inspector), maxBytes: MAX_BYTES, onStray() {}, onEnd() {} }).start();
  await Promise.resolve();
  client.say({ id: 'list', method: 'tools/list' });
  server.say({ id: 'list', result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } });
  for (let id = 0; id < CALLS; id++) {
    client.say({ id, method: 'tools/call', params: { name: 'echo', arguments: { message: `message ${id}` } } });
    server.say({ id, result: { content: [{ type: 'text', text: `answer ${id}` }] } });
  }
  inspector.close();
}

/** One side of a relay in this process; nobody reads what is sent to it. */
class Line implements Peer {
  readonly isFull = false;
  private readonly lines = new LineSplitter(MAX_BYTES);
  private take: Parameters<Peer['open']>[0] | undefined;

  open(take: Parameters<Peer['open']>[0]): void {
    this.take = take;
  }
  pause(): void {}
  resume(): void {}
  send(): void {}
  end(): void {}
  say(message: object): void {
    this.take?.frames(this.lines.push(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)));
  }
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

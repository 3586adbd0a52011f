import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { LineSplitter } from '../../src/runtime/frames/line-splitter.js';
import { loadInspection } from '../../src/runtime/judge/load.js';
import type { Peer } from '../../src/runtime/relay/peer.js';
import { Relay } from '../../src/runtime/relay/relay.js';
import { CORPUS_LIMIT, type HostileFrame, hostileFrames, OPEN_CALL, OPEN_QUESTION } from '../support/hostile-frames.js';
import { hello, LineClient, relayed, request } from '../support/line-client.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const frames = hostileFrames();
const folder = temporaryFolder().path;

/** Bytes that a call can hold in base64. */
const MOST_ASKED = 2_900;

/** A peer in this process: what is sent to it is kept, what it says is given to `say`. */
class MemoryPeer implements Peer {
  readonly isFull = false;
  readonly heard: Buffer[] = [];
  private readonly lines = new LineSplitter(CORPUS_LIMIT);
  private take: Parameters<Peer['open']>[0] | undefined;

  open(take: Parameters<Peer['open']>[0]): void {
    this.take = take;
  }
  pause(): void {}
  resume(): void {}
  end(): void {}
  send(bytes: Buffer): void {
    this.heard.push(Buffer.from(bytes));
  }
  say(bytes: Buffer): void {
    this.take?.frames(this.lines.push(bytes));
  }
  said(): Buffer {
    return Buffer.concat(this.heard.splice(0));
  }
}

interface Result {
  onward: Buffer;
  back: Buffer;
  stray: number;
}

/** A session in which a call and a question wait for their answers, then the frame, in pieces of a size. */
async function relay({ from, bytes }: HostileFrame, piece = Number.POSITIVE_INFINITY): Promise<Result> {
  const [client, server] = [new MemoryPeer(), new MemoryPeer()];
  let stray = 0;
  const inspector = loadInspection({
    server: 'hostile',
    mode: 'audit',
    preset: 'observe',
    policies: undefined,
    pins: undefined,
    rate: undefined,
    redact: undefined,
    logAll: false,
    log: undefined,
    keyFile: join(folder, 'log.key'),
    say: () => {},
  });
  new Relay({ client, server, inspector: Promise.resolve(inspector), maxBytes: CORPUS_LIMIT, onStray: () => stray++, onEnd() {} }).start();
  await Promise.resolve();
  const tell = (peer: MemoryPeer, message: object) => peer.say(Buffer.from(`${JSON.stringify(message)}\n`));
  tell(client, hello('2025-06-18', { roots: {} }));
  tell(server, { jsonrpc: '2.0', id: 'hello', result: { protocolVersion: '2025-06-18', capabilities: {} } });
  tell(client, request(OPEN_CALL, 'tools/call', { name: 'text', arguments: {} }));
  tell(server, request(OPEN_QUESTION, 'roots/list'));
  client.said();
  server.said();
  const [sender, other] = from === 'client' ? [client, server] : [server, client];
  const line = Buffer.concat([bytes, Buffer.from('\n')]);
  for (let at = 0; at < line.length; at += piece) sender.say(line.subarray(at, Math.min(line.length, at + piece)));
  return { onward: other.said(), back: sender.said(), stray };
}

function isError(bytes: Buffer): boolean {
  const value = JSON.parse(bytes.toString('utf8'));
  return typeof value.error?.code === 'number' || value.result?.isError === true;
}

function check({ from, bytes, outcome }: HostileFrame, { onward, back, stray }: Result): void {
  const isPassed = onward.equals(Buffer.concat([bytes, Buffer.from('\n')]));
  if (outcome === 'passed') expect(isPassed).toBe(true);
  if (outcome === 'dropped') expect([onward.length, back.length]).toEqual([0, 0]);
  if (outcome === 'refused' && from === 'client') {
    expect(onward.length).toBe(0);
    expect(isError(back)).toBe(true);
  }
  if (outcome === 'refused' && from === 'server') {
    expect(isPassed).toBe(false);
    expect(stray === 1 || (back.length > 0 ? isError(back) : isError(onward))).toBe(true);
  }
  if (outcome !== 'any') return;
  // What goes on as it came is read by others as we have read it: it is JSON in UTF-8, and no member stands twice.
  if (!isPassed) expect(onward.length === 0 || isError(onward)).toBe(true);
  else expect(parseDocument(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { uniqueKeys: true }).errors).toEqual([]);
}

describe('a hostile frame', () => {
  it('is one of a thousand that are kept', () => {
    const kept = frames.map(({ name, from, outcome, bytes }) => JSON.stringify({ name, from, outcome, bytes: bytes.toString('base64') }));
    expect(kept.length).toBeGreaterThanOrEqual(1_000);
    expect(`${kept.join('\n')}\n`).toBe(readFileSync(join(projectRoot, 'fixtures/runtime/hostile-frames.jsonl'), 'utf8'));
  });

  it.each(frames.map((frame) => [`${frame.from}: ${frame.name}`, frame] as const))('is judged whole: %s', async (_, frame) => {
    check(frame, await relay(frame));
  });

  it('is judged the same when it comes byte by byte, or in threes', async () => {
    for (const frame of frames) {
      const whole = await relay(frame);
      expect(await relay(frame, 1)).toEqual(whole);
      expect(await relay(frame, 3)).toEqual(whole);
    }
  });

  it('leaves a session behind that goes on', async () => {
    const client = new LineClient(
      relayed([process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')], '--max-message', String(CORPUS_LIMIT)),
    );
    client.send(hello('2025-06-18', { roots: {} }));
    await client.answer('hello');
    const hostile = frames.filter(
      ({ from, outcome, name }) => from === 'client' && outcome === 'refused' && !name.startsWith('an id in use'),
    );
    for (const { bytes } of hostile) client.send(Buffer.concat([bytes, Buffer.from('\n')]));
    client.send(request('last', 'tools/list'));
    await client.answer('last');
    expect(client.messages().filter((message) => 'error' in message || (message.result as { isError?: boolean }).isError)).toHaveLength(
      hostile.length,
    );
    expect(await client.end()).toBe(0);
  });

  it('of a server ends the call that it answers', async () => {
    const client = new LineClient(
      relayed([process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')], '--max-message', String(CORPUS_LIMIT)),
    );
    client.send(hello('2025-06-18'));
    await client.answer('hello');
    const answers = frames.filter(
      ({ from, outcome, bytes }) => from === 'server' && outcome === 'refused' && bytes.includes(`"id":${OPEN_CALL}}`) && bytes[0] === 0x7b,
    );
    expect(answers.length).toBeGreaterThan(200);
    for (const [at, { bytes }] of answers.entries()) {
      const id = bytes.lastIndexOf(`"id":${OPEN_CALL}}`);
      const renamed = Buffer.concat([bytes.subarray(0, id), Buffer.from(`"id":${1_000 + at}}\n`)]);
      // What the server is to say has to reach it.
      if (renamed.length > MOST_ASKED) continue;
      client.send(request(1_000 + at, 'tools/call', { name: 'raw', arguments: { bytes: renamed.toString('base64') } }));
      expect(await client.answer(1_000 + at)).toMatchObject({ error: { code: -32000 } });
    }
    expect(await client.end()).toBe(0);
  });
});

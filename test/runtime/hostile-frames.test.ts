import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { LineSplitter } from '../../src/runtime/frames/line-splitter.js';
import type { Peer } from '../../src/runtime/relay/peer.js';
import { Relay } from '../../src/runtime/relay/relay.js';
import { inspector } from '../support/face-listener.js';
import {
  ANSWERED_CALL,
  CANCELLED_CALL,
  CORPUS_LIMIT,
  type HostileFrame,
  hostileFrames,
  OPEN_CALL,
  OPEN_QUESTION,
} from '../support/hostile-frames.js';
import { hello, LineClient, relayed, request } from '../support/line-client.js';
import { leaked, secretShapes } from '../support/secret-shapes.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const frames = hostileFrames();
const folder = temporaryFolder().path;

/** Frames with a text in every place where a relay reads, each refused, kept back or recorded. */
function leaking(said: string, at: number): string[] {
  const start = '{"jsonrpc":"2.0","id"';
  return [
    `${start}:${said},"method":"ping","x":1,"x":2}`,
    `${start}:${at},"method":${said}}`,
    `${start}:${at},"method":"tools/call","params":{"name":${said},"arguments":{"a":"\\ud800"}}}`,
    `${start}:${at},"method":"tools/call","params":{"name":${said},"arguments":{}}}`,
    `${start}:${at},"method":"tools/call","params":{"name":"text","arguments":{"text":"x",${said}:${said}}}}`,
    `${start}:${at},"method":"sampling/createMessage","params":{"messages":[${said}]}}`,
    `{"level":"info","message":${said}}`,
    `a banner with ${JSON.parse(said).replaceAll('\n', ' ')} in it`,
  ];
}

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

/** A session in which a call and a question wait for their answers and two calls are over, then the frame, in pieces. */
async function relay({ from, bytes, revision }: HostileFrame, pieces = (line: Buffer) => [line]): Promise<Result> {
  const [client, server] = [new MemoryPeer(), new MemoryPeer()];
  let stray = 0;
  const judge = inspector({ server: 'hostile', keyFile: join(folder, 'log.key') });
  new Relay({ client, server, inspector: Promise.resolve(judge), maxBytes: CORPUS_LIMIT, onStray: () => stray++, onEnd() {} }).start();
  await Promise.resolve();
  const tell = (peer: MemoryPeer, message: object) => peer.say(Buffer.from(`${JSON.stringify(message)}\n`));
  tell(client, hello(revision, { roots: {} }));
  tell(server, { jsonrpc: '2.0', id: 'hello', result: { protocolVersion: revision, capabilities: {} } });
  for (const id of [OPEN_CALL, CANCELLED_CALL, ANSWERED_CALL]) tell(client, request(id, 'tools/call', { name: 'text', arguments: {} }));
  tell(client, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: CANCELLED_CALL } });
  tell(server, { jsonrpc: '2.0', id: ANSWERED_CALL, result: { content: [] } });
  tell(server, request(OPEN_QUESTION, 'roots/list'));
  client.said();
  server.said();
  const [sender, other] = from === 'client' ? [client, server] : [server, client];
  const line = Buffer.concat([bytes, Buffer.from('\n')]);
  for (const piece of pieces(line)) sender.say(piece);
  return { onward: other.said(), back: sender.said(), stray };
}

function inPiecesOf(size: number) {
  return (line: Buffer) => Array.from({ length: Math.ceil(line.length / size) }, (_, at) => line.subarray(at * size, (at + 1) * size));
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
    const kept = frames.map(({ bytes, ...frame }) => JSON.stringify({ ...frame, bytes: bytes.toString('base64') }));
    expect(kept.length).toBeGreaterThanOrEqual(1_000);
    expect(`${kept.join('\n')}\n`).toBe(readFileSync(join(projectRoot, 'fixtures/runtime/hostile-frames.jsonl'), 'utf8'));
  });

  it.each(frames.map((frame) => [`${frame.from}: ${frame.name}`, frame] as const))('is judged whole: %s', async (_, frame) => {
    check(frame, await relay(frame));
  });

  it('is judged the same when it comes byte by byte, or in threes', async () => {
    for (const frame of frames) {
      const whole = await relay(frame);
      expect(await relay(frame, inPiecesOf(1))).toEqual(whole);
      expect(await relay(frame, inPiecesOf(3))).toEqual(whole);
    }
  });

  it('is judged the same when it is cut in two, at whatever byte', async () => {
    for (const frame of frames.filter(({ bytes }) => bytes.length < 100).filter((_, at) => at % 8 === 0)) {
      const whole = await relay(frame);
      for (let at = 1; at <= frame.bytes.length; at++)
        expect(await relay(frame, (line) => [line.subarray(0, at), line.subarray(at)])).toEqual(whole);
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

  it('that holds secrets shows none of them on standard error and in the log', async () => {
    const log = join(temporaryFolder().path, 'hostile.jsonl');
    const answers = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];
    const client = new LineClient(relayed(answers, '--log', log, '--log-all', '--max-message', String(CORPUS_LIMIT)));
    client.send(hello('2025-06-18'));
    await client.answer('hello');
    for (const [at, { text }] of secretShapes.entries()) {
      const said = JSON.stringify(text);
      for (const frame of leaking(said, at)) client.send(`${frame}\n`);
      for (const [piece, line] of leaking(said, at).entries()) {
        const id = 10_000 + at * 100 + piece;
        client.send(request(id, 'tools/call', { name: 'raw', arguments: { bytes: Buffer.from(`${line}\n`).toString('base64') } }));
      }
    }
    client.send(request('last', 'tools/list'));
    await client.answer('last');
    client.child.stdin.end();
    await client.exit;
    expect(client.stderr).toContain('kept from the client');
    expect(leaked(client.stderr)).toEqual([]);
    expect(leaked(readFileSync(log, 'utf8'))).toEqual([]);
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

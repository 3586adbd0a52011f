import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventSink, RuntimeEvent } from '../../src/runtime/evidence/event.js';
import { LineSplitter } from '../../src/runtime/frames/line-splitter.js';
import { Inspection } from '../../src/runtime/judge/inspection.js';
import { joinSinks } from '../../src/runtime/judge/load.js';
import { presets } from '../../src/runtime/judge/presets.js';
import type { JudgeSetup } from '../../src/runtime/judge/setup.js';
import { SessionSink } from '../../src/runtime/link/session-sink.js';
import { linesOf, Spool } from '../../src/runtime/link/spool.js';
import type { Peer } from '../../src/runtime/relay/peer.js';
import { Relay } from '../../src/runtime/relay/relay.js';
import type { JsonObject } from '../../src/support/json.js';
import { request, toolCall } from '../support/line-client.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const MAX_BYTES = 100_000;
/** The shape of a provider's key, and nobody's key. */
const KEY = `AKIA${'QWERTYUIOPASDFGH'}`;
const UNAVAILABLE = expect.stringContaining('evidence.unavailable');

/** One side of a relay in this process: what it says comes in one read. */
class End implements Peer {
  readonly isFull = false;
  readonly heard: (JsonObject | JsonObject[])[] = [];
  private readonly lines = new LineSplitter(MAX_BYTES);
  private take: Parameters<Peer['open']>[0] | undefined;

  open(take: Parameters<Peer['open']>[0]): void {
    this.take = take;
  }
  pause(): void {}
  resume(): void {}
  end(): void {}
  send(bytes: Buffer): void {
    for (const line of bytes.toString('utf8').split('\n')) if (line !== '') this.heard.push(JSON.parse(line));
  }
  say(...messages: object[]): void {
    this.take?.frames(this.lines.push(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))));
  }
}

/** A sink that takes nothing while `isFull`. */
function sink() {
  const kept: string[] = [];
  let taken: RuntimeEvent[] = [];
  const at = { isFull: false, kept };
  const events: EventSink = {
    isKept: true,
    take: (event) => void taken.push(event),
    commit(isBinding) {
      if (at.isFull) taken = isBinding ? taken.filter(({ effect }) => effect === 'deny') : taken;
      else for (const { kind, effect, rule = '' } of taken.splice(0)) kept.push(`${kind} ${effect} ${rule}`.trimEnd());
      return !at.isFull;
    },
    close() {},
  };
  return { at, events };
}

async function session(events: EventSink, over: Partial<JudgeSetup> = {}) {
  const setup: JudgeSetup = {
    server: 'files',
    mode: 'enforce',
    policies: [],
    detectors: presets.strict.detectors,
    pinned: undefined,
    rate: undefined,
    redact: undefined,
    logAll: false,
    events,
    shapeKey: new Uint8Array(32),
    clock: () => 1_767_225_600_000,
    say() {},
    ...over,
  };
  const [client, server] = [new End(), new End()];
  const inspector = Promise.resolve(new Inspection(setup));
  new Relay({ client, server, inspector, maxBytes: MAX_BYTES, onStray() {}, onEnd() {} }).start();
  await inspector;
  await Promise.resolve();
  return { client, server };
}

const result = (id: string | number, text: string) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
const denied = (id: string | number) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: UNAVAILABLE }], isError: true } });
const refused = (id: string | number) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32000, message: UNAVAILABLE, data: { rule: 'evidence.unavailable' } },
});

describe('what was decided and cannot be recorded', () => {
  it('keeps a call from the server; its id is free again', async () => {
    const { at, events } = sink();
    const { client, server } = await session(events);
    at.isFull = true;
    client.say(toolCall(1, 'read'), request(2, 'ping'), toolCall(3, 'read'));
    expect(server.heard).toEqual([request(2, 'ping')]);
    expect(client.heard).toEqual([denied(1), denied(3)]);
    at.isFull = false;
    client.say(toolCall(1, 'read'));
    server.say(result(1, 'text'));
    expect(client.heard[2]).toEqual(result(1, 'text'));
    expect(at.kept).toEqual(['call deny evidence.unavailable', 'call deny evidence.unavailable', 'call allow']);
  });

  it('keeps an answer from the client, if something was decided on it', async () => {
    const { at, events } = sink();
    const { client, server } = await session(events);
    client.say(toolCall(1, 'read'), toolCall(2, 'read'), toolCall(3, 'read'));
    at.isFull = true;
    server.say(result(1, KEY), result(2, 'plain'), result(3, 'seen\u{e0041}\u{e0042}\u{e0043}\u{e0044}\u{e0045}'));
    expect(client.heard).toEqual([
      refused(1),
      result(2, 'plain'),
      expect.objectContaining({ id: 3, error: expect.objectContaining({ message: expect.stringContaining('detector.hidden-text') }) }),
    ]);
    at.isFull = false;
    client.say(toolCall(4, 'read'));
    expect(at.kept.slice(3)).toEqual(['result deny detector.hidden-text', 'result deny evidence.unavailable', 'call allow']);
  });

  it('takes calls out of a batch, and lets the rest of it go on', async () => {
    const { at, events } = sink();
    const { client, server } = await session(events);
    client.say(request('hello', 'initialize', { protocolVersion: '2025-03-26', capabilities: {} }));
    server.say({ jsonrpc: '2.0', id: 'hello', result: { protocolVersion: '2025-03-26', capabilities: {} } });
    at.isFull = true;
    client.say([toolCall(1, 'read'), request(2, 'ping'), toolCall(3, 'read')]);
    expect(server.heard.slice(1)).toEqual([[request(2, 'ping')]]);
    expect(client.heard.slice(1)).toEqual([denied(1), denied(3)]);
  });

  it('keeps every request back where every request is recorded', async () => {
    const { at, events } = sink();
    const { client, server } = await session(events, { logAll: true });
    at.isFull = true;
    client.say(request(1, 'prompts/list'), toolCall(2, 'read'));
    expect(server.heard).toEqual([]);
    expect(client.heard).toEqual([refused(1), denied(2)].map((one) => expect.objectContaining({ id: one.id })));
  });

  it('passes in audit mode', async () => {
    const { at, events } = sink();
    const { client, server } = await session(events, { mode: 'audit' });
    at.isFull = true;
    client.say(toolCall(1, 'read'));
    server.say(result(1, KEY));
    expect(server.heard).toHaveLength(1);
    expect(client.heard).toEqual([result(1, KEY)]);
    at.isFull = false;
    client.say(toolCall(2, 'read'));
    expect(at.kept).toEqual(['call allow', 'result allow detector.secret-results', 'call allow']);
  });
});

describe('a spool that is full', () => {
  function spooled(mode: JudgeSetup['mode']) {
    const folder = temporaryFolder();
    onTestFinished(folder.dispose);
    const spool = new Spool(join(folder.path, 'spool'), 700);
    onTestFinished(() => spool.close());
    const said: string[] = [];
    const own = new SessionSink({
      ...{ session: 'ses_a', spool, server: 'files', mode, clock: Date.now },
      say: (line) => void said.push(line),
      onUrgent() {},
      onClose: async () => {},
    });
    const log = sink();
    const tools = () => {
      const part = spool.next();
      return part ? linesOf(part).map((line) => JSON.parse(line)) : [];
    };
    return { said, own, log: log.at, events: joinSinks([log.events, own]), tools };
  }

  it('lets no call through where policies are enforced, not even those that came together', async () => {
    const { own, log, events, said, tools } = spooled('enforce');
    const { client, server } = await session(events);
    client.say(toolCall(1, 'read'));
    client.say(toolCall(2, 'read'), toolCall(3, 'read'), toolCall(4, 'read'), toolCall(5, 'read'));
    expect(server.heard).toHaveLength(1);
    expect(client.heard).toEqual([2, 3, 4, 5].map(denied));
    expect(own.counts).toMatchObject({ decided: 5, denied: 4, dropped: 4 });
    expect(said).toHaveLength(1);
    // The log took what the spool did not: there it is followed by what became of it.
    expect(log.kept.slice(5)).toEqual(Array.from({ length: 4 }, () => 'call deny evidence.unavailable'));
    expect(tools().map(({ decision, rule_id }) => [decision, rule_id])).toEqual([
      ['allow', undefined],
      ['warn', 'evidence.spool-full'],
    ]);
  });

  it('holds up nothing in audit mode, and tells how many events are lost', async () => {
    const { own, events } = spooled('audit');
    const { client, server } = await session(events, { mode: 'audit' });
    client.say(toolCall(1, 'read'));
    client.say(toolCall(2, 'read'), toolCall(3, 'read'), toolCall(4, 'read'), toolCall(5, 'read'));
    expect(server.heard).toHaveLength(5);
    expect(own.counts).toMatchObject({ decided: 5, dropped: 4 });
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OtlpSpan, SessionSpans, traceParent } from '../../src/runtime/link/call-spans.js';
import { SpanExporter } from '../../src/runtime/link/span-exporter.js';
import { lazyHttp } from '../../src/system/lazy-http.js';
import { hello, LineClient, relayed, request } from '../support/line-client.js';
import { httpServer } from '../support/mcp-servers.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const ANSWERS = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];
const TRACE = 'ab'.repeat(16);
const PARENT = 'cd'.repeat(8);
const traceparent = `00-${TRACE}-${PARENT}-01`;

describe('a trace context', () => {
  it.each<[unknown, object | undefined]>([
    [traceparent, { traceId: TRACE, spanId: PARENT, isSampled: true }],
    [`00-${TRACE}-${PARENT}-00`, { isSampled: false }],
    [`cc-${TRACE}-${PARENT}-03-more`, { isSampled: true }],
    [`00-${TRACE}-${PARENT}-01-more`, undefined],
    [`ff-${TRACE}-${PARENT}-01`, undefined],
    [`00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    [traceparent.toUpperCase(), undefined],
    [` ${traceparent}`, undefined],
    [7, undefined],
    [undefined, undefined],
  ])('%s is read as the W3C says', (text, expected) => {
    if (expected === undefined) expect(traceParent(text)).toBeUndefined();
    else expect(traceParent(text)).toMatchObject(expected);
  });
});

describe('the spans of a session', () => {
  const session = () => {
    const taken: OtlpSpan[] = [];
    const spans = new SessionSpans('ses_a', { take: (span) => taken.push(span), leave: async () => {}, clock: () => 1_700_000_000_000 });
    return { taken, spans };
  };
  const call = { tool: 'read', server: 'files', traceparent, effect: 'allow' } as const;
  const named = (span: OtlpSpan | undefined) =>
    Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]));

  it('tell each call by names, as the child of its caller’s', () => {
    const { taken, spans } = session();
    expect(spans.begin(1, { ...call, agent: 'cursor' })).toBe(TRACE);
    spans.end(1, { isError: false });
    spans.end(1, { isError: false });
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: 'tools/call read', kind: 3, status: { code: 0 } });
    expect(taken[0]?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(taken[0]?.startTimeUnixNano).toBe('1700000000000000000');
    expect(BigInt(taken[0]?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(1_700_000_000_000_000_000n);
    expect(named(taken[0])).toEqual({
      'mcp.method.name': 'tools/call',
      'mcp.session.id': 'ses_a',
      'mcp.server.name': 'files',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read',
      'gen_ai.agent.name': 'cursor',
      'castellan.effect': 'allow',
    });
  });

  it('begin a trace where the caller has none, and tell nothing of one that is not sampled', () => {
    const { taken, spans } = session();
    const traceId = spans.begin('a', { ...call, traceparent: undefined });
    spans.end('a', { isError: false });
    expect(taken[0]).toMatchObject({ traceId });
    expect(taken[0]).not.toHaveProperty('parentSpanId');
    spans.begin('b', { ...call, traceparent: `00-${TRACE}-${PARENT}-00` });
    spans.end('b', { isError: false });
    expect(taken).toHaveLength(1);
  });

  it('say how a call ended: the server failed, it was denied, its answer was changed, nobody answered', async () => {
    const { taken, spans } = session();
    spans.begin(1, call);
    spans.end(1, { isError: true });
    spans.begin(2, { ...call, effect: 'deny', rule: 'no' });
    spans.end(2, { isError: false });
    spans.begin(3, { ...call, effect: 'warn', rule: 'odd' });
    spans.end(3, { isError: false, effect: 'redact' });
    spans.begin('3', call);
    await spans.close();
    expect(
      taken.map((span) => [span.status.code, named(span)['castellan.effect'], named(span)['castellan.rule'], named(span)['error.type']]),
    ).toEqual([
      [2, 'allow', undefined, 'tool_error'],
      [2, 'deny', 'no', 'denied'],
      [0, 'redact', 'odd', undefined],
      [0, 'allow', undefined, undefined],
    ]);
  });

  it('are remembered up to a number, whoever never answers', async () => {
    const { taken, spans } = session();
    for (let id = 0; id < 1500; id++) spans.begin(id, call);
    expect(taken).toHaveLength(500);
    await spans.close();
    expect(taken).toHaveLength(1500);
  });
});

describe('a collector', () => {
  /** One whose answers a test sets. */
  async function collector() {
    const state = { statuses: [] as number[], got: [] as { headers: Record<string, unknown>; text: string }[] };
    const { url, close } = await httpServer((asked, response) => {
      state.got.push({ headers: asked.headers, text: asked.text });
      response.writeHead(state.statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{}');
    });
    onTestFinished(close);
    return { state, address: new URL('/v1/traces', url).href };
  }
  const spansIn = (text: string): OtlpSpan[] => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;

  it('gets a span of each relayed call, the caller’s trace passed on to the server, and no value', async () => {
    const { state, address } = await collector();
    const folder = temporaryFolder();
    onTestFinished(folder.dispose);
    const token = join(folder.path, 'token');
    writeFileSync(token, 'Bearer of-the-collector\n', { mode: 0o600 });
    const log = join(folder.path, 'log.jsonl');
    const header = `authorization=file:${token}`;
    const client = new LineClient(relayed(ANSWERS, '--otlp', address, '--otlp-header', header, '--log', log, '--agent', 'cursor'));
    client.send(hello('2025-06-18'));
    client.send(request(1, 'tools/call', { name: 'text', arguments: { text: 'a private value' }, _meta: { traceparent } }));
    await client.answer(1);
    client.send(request(2, 'tools/call', { name: 'text', arguments: { text: 'another' } }));
    await client.answer(2);
    const sent = () => state.got.flatMap(({ text }) => spansIn(text));
    for (const end = Date.now() + 20_000; sent().length < 2 && Date.now() < end; ) await wait(50);
    expect(await client.end()).toBe(0);
    const spans = sent();
    expect(spans).toMatchObject([{ traceId: TRACE, parentSpanId: PARENT, name: 'tools/call text' }, { name: 'tools/call text' }]);
    expect(state.got[0]?.headers).toMatchObject({ authorization: 'Bearer of-the-collector', 'content-type': 'application/json' });
    expect(state.got.map(({ text }) => text).join()).not.toMatch(/private value|another/);
    const records = readFileSync(log, 'utf8');
    expect(records).toContain(`"trace_id":"${spans[1]?.traceId}"`);
  });

  it('gets what it could not take again, in batches; what it refuses is dropped, and that is said', async () => {
    const { state, address } = await collector();
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    // Loaded by now: at the end there is no time for it.
    const http = lazyHttp({});
    for await (const _ of (await http.send({ url: address, method: 'POST', body: '{}' })).body);
    state.got.length = 0;
    const exporter = new SpanExporter({
      http,
      url: address,
      headers: {},
      version: '1',
      staysOpen: true,
      clock: Date.now,
      say,
    });
    const calls = exporter.session('ses_a');
    const call = { tool: 'read', server: 'files', traceparent: undefined, effect: 'allow' } as const;
    for (let id = 0; id < 2600; id++) {
      calls.begin(id, call);
      calls.end(id, { isError: false });
    }
    expect(said).toEqual(['spans are dropped: the collector is too slow']);
    await exporter.close();
    const [first, ...others] = state.got.map(({ text }) => spansIn(text).length);
    expect(first).toBe(500);
    // A slow machine has no time for all of them: what it leaves is said.
    const left = Number(/^(\d+) spans could not be exported$/.exec(said.at(-1) ?? '')?.[1]);
    expect(left).toBeGreaterThanOrEqual(600);
    expect(left + others.reduce((sum, sent) => sum + sent, 500)).toBeGreaterThanOrEqual(2600);
    const refused = new SpanExporter({ http, url: address, headers: {}, version: '1', clock: Date.now, say });
    state.statuses = [400];
    const more = refused.session('ses_b');
    more.begin(1, call);
    await more.close();
    expect(said.slice(-2)).toEqual(['spans are dropped: the collector answered 400', '1 span could not be exported']);
  });

  it.each([
    [['--otlp', 'nowhere'], 2, '--otlp'],
    [['--otlp', 'https://me:pw@collector.example/'], 2, 'must not hold'],
    [['--otlp', 'http://127.0.0.1:9', '--otlp-header', 'authorization=Bearer secret'], 2, 'NAME=env:VARIABLE'],
    [['--otlp', 'http://127.0.0.1:9', '--otlp-header', 'authorization=env:NOT_SET'], 1, 'NOT_SET is not set'],
    [['--otlp', 'http://127.0.0.1:9', '--otlp-header', 'a=file:missing'], 1, 'missing'],
    [['--otlp', 'http://collector.example/', '--otlp-header', 'a=env:HOME'], 2, 'http://'],
  ])('is named as an address, its headers by variables or files: %j', async (options, code, reason) => {
    const client = new LineClient(relayed(ANSWERS, ...options));
    expect(await client.exit).toBe(code);
    expect(client.stderr).toContain(reason);
    expect(client.stderr).not.toMatch(/secret|pw@/);
  });
});

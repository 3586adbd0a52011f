import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { RemoteUpstreamOptions } from '../../../src/runtime/gateway/remote-upstream.js';
import { type FaceListener, inspectors, listenFor } from '../../support/face-listener.js';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { hello, request, toolCall } from '../../support/line-client.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface OlderServer {
  url: URL;
  /** Sessions that are open. */
  sessions: Map<string, SSEServerTransport>;
  /** Credentials, as they came. */
  shown: string[];
}

/** A server of the official library that speaks the older way only. What a session has said stays its own. */
async function olderServer(): Promise<OlderServer> {
  const sessions = new Map<string, SSEServerTransport>();
  const shown: string[] = [];
  const begin = async (response: ServerResponse) => {
    const transport = new SSEServerTransport('/messages', response);
    const said: string[] = [];
    const server = new Server({ name: 'older', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'say', inputSchema: { type: 'object' } }] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      if (params.name === 'flood') pour(response, shown);
      if (params.name === 'leave') return new Promise(() => response.end());
      said.push(String(params.arguments?.text));
      return { content: [{ type: 'text', text: said.join() }] };
    });
    sessions.set(transport.sessionId, transport);
    response.once('close', () => sessions.delete(transport.sessionId));
    await server.connect(transport);
  };
  const server = createServer(async (asked, response) => {
    const { pathname, searchParams } = new URL(asked.url ?? '', 'http://older');
    shown.push(`${asked.method} ${asked.headers.authorization ?? '-'}`);
    const session = sessions.get(searchParams.get('sessionId') ?? '');
    if (asked.method === 'GET' && pathname === '/sse') await begin(response);
    else if (asked.method === 'POST' && pathname === '/messages' && session) await session.handlePostMessage(asked, response);
    else response.writeHead(404).end();
  });
  return { url: await opened(server), sessions, shown };
}

/** Says more than anybody can read, for as long as it is read. */
function pour(response: ServerResponse, shown: string[]): void {
  const params = { level: 'info', data: 'x'.repeat(50_000) };
  const piece = `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n\n`;
  const more = () => {
    if (response.destroyed) return;
    shown.push('poured');
    if (response.write(piece)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

async function opened(server: ReturnType<typeof createServer>): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`);
}

async function behind(url: URL, over: Partial<RemoteUpstreamOptions> = {}): Promise<FaceListener> {
  const gateway = await listenFor(url, over);
  closing.push(() => gateway.close());
  return gateway;
}

/** A server that answers every GET by these events, and no more, and takes no POST at the address of its stream. */
async function streaming(events: string): Promise<URL> {
  return opened(
    createServer((asked, response) => {
      asked.resume();
      if (asked.method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
      else response.writeHead(405).end();
    }),
  );
}

describe('a server of 2024-11-05 behind the gateway', () => {
  it('has a session of its own for each client', async () => {
    const server = await olderServer();
    const gateway = await behind(server.url);
    const [ann, bob] = await Promise.all(['ann', 'bob'].map((name) => HttpSession.open(gateway.url, { 'x-client': name }, '2024-11-05')));
    if (!ann || !bob) throw new Error('no session');
    expect(textOf(await ann.post(toolCall(1, 'say', { text: 'of ann' })))).toBe('of ann');
    expect(textOf(await bob.post(toolCall(1, 'say', { text: 'of bob' })))).toBe('of bob');
    expect((await ann.post(request(2, 'ping'), { headers: { 'x-client': 'bob' } })).status).toBe(404);
    expect(gateway.face.health()).toMatchObject({ state: 'up', sessions: 2 });
    expect(server.sessions.size).toBe(2);
  });

  it('loses its stream with the session, and the session with the stream', async () => {
    const server = await olderServer();
    const gateway = await behind(server.url);
    const [ends, left] = [await HttpSession.open(gateway.url), await HttpSession.open(gateway.url)];
    expect((await ends.end()).status).toBe(200);
    await expect.poll(() => server.sessions.size, { timeout: 10_000 }).toBe(1);
    const { messages } = await left.post(toolCall(1, 'leave'));
    expect(messages).toMatchObject([{ id: 1, error: { message: expect.stringContaining('ended') } }]);
    expect((await left.post(request(2, 'ping'))).status).toBe(404);
    expect(gateway.face.health().sessions).toBe(0);
    const again = await HttpSession.open(gateway.url);
    expect(textOf(await again.post(toolCall(1, 'say', { text: 'again' })))).toBe('again');
  });

  it('is judged by policies', async () => {
    const server = await olderServer();
    const rules = [{ id: 'no-say', effect: 'deny', when: { tools: ['say'] } }] as const;
    const bindings = [{ target_type: 'tenant', target_id: null, mode: 'enforce' }] as const;
    const policies = [{ policy_id: 'p', name: 'p', mode: 'enforce', default_effect: 'allow', rules, bindings } as const];
    const gateway = await behind(server.url, { inspectorOf: inspectors({ mode: 'enforce', policies }) });
    const session = await HttpSession.open(gateway.url);
    expect(textOf(await session.post(toolCall(1, 'say', { text: 'x' })))).toContain('no-say');
    expect((await session.post(request(2, 'tools/list'))).messages).toMatchObject([{ result: { tools: [] } }]);
  });

  it('is shown the credential of the configuration, or the newest of the client where that is passed on', async () => {
    const server = await olderServer();
    const own = await behind(server.url, { headers: { Authorization: 'Bearer own' } });
    await (await HttpSession.open(own.url, { authorization: 'Bearer client' })).end();
    expect(new Set(server.shown.splice(0).map((line) => line.split(' ').slice(1).join(' ')))).toEqual(new Set(['Bearer own']));
    const passing = await behind(server.url, { passAuthorization: true });
    const session = await HttpSession.open(passing.url, { authorization: 'Bearer first' });
    expect(server.shown).toContain('GET Bearer first');
    await session.post(request(1, 'ping'), { headers: { authorization: 'Bearer second' } });
    expect(server.shown.at(-1)).toBe('POST Bearer second');
  });

  it('is read no faster than its client reads', { timeout: 60_000 }, async () => {
    const server = await olderServer();
    const gateway = await behind(server.url);
    const session = await HttpSession.open(gateway.url);
    const stream = await new Promise<IncomingMessage>((resolve, reject) =>
      open(gateway.url, { agent: false, headers: { ...session.headers, accept: 'text/event-stream' } }, resolve)
        .on('error', reject)
        .end(),
    );
    const call = session.post(toolCall(1, 'flood'));
    const isStill = async () => {
      const { length } = server.shown;
      await wait(400);
      return server.shown.length === length && server.shown.includes('poured');
    };
    await expect.poll(isStill, { timeout: 20_000 }).toBe(true);
    expect(server.shown.length).toBeLessThan(700);
    const { length } = server.shown;
    stream.resume();
    await expect.poll(() => server.shown.length, { timeout: 20_000 }).toBeGreaterThan(length + 100);
    stream.destroy();
    await session.end();
    await call;
  });

  it('makes room where a client has too many sessions', async () => {
    const server = await olderServer();
    const gateway = await behind(server.url, { sessionsOfClient: 2 });
    for (let count = 0; count < 5; count++) await HttpSession.open(gateway.url);
    await expect.poll(() => server.sessions.size, { timeout: 10_000 }).toBe(2);
    expect(gateway.face.health().sessions).toBe(2);
  });

  it.each([
    ['another origin', 'event: endpoint\ndata: http://127.0.0.1:1/messages\n\n'],
    ['no address', ': nothing\n\n'],
  ])('that names %s for messages is none: its refusal goes on', async (_, events) => {
    const gateway = await behind(await streaming(events));
    expect(await ask(gateway.url, { body: hello('2025-06-18') })).toMatchObject({ status: 405, messages: [{ id: 'hello', error: {} }] });
    expect(gateway.face.health().sessions).toBe(0);
  });
});

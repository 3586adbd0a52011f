import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { listenFor } from '../../support/face-listener.js';
import { hello, initialized, request, toolCall } from '../../support/line-client.js';
import { type Answering, type Asked, greets, hostileServer, json, RemoteClient } from '../../support/remote-relay.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const LIMIT = 100_000;
const EVENTS = { 'content-type': 'text/event-stream' };

function event(message: unknown, fields = ''): string {
  return `${fields}data: ${JSON.stringify(message)}\n\n`;
}

const ok = (id: unknown, result: object = {}) => ({ jsonrpc: '2.0', id, result });

/** What an upstream does with the call with id 7, and the words by which the call ends. */
const misdeeds: [string, (response: ServerResponse, asked: Asked) => void, RegExp][] = [
  ['a stream that ends without an answer', (response) => response.writeHead(200, EVENTS).end(': nothing\n\n'), /not answered/],
  [
    'a stream that is cut',
    (response) => {
      response.writeHead(200, EVENTS).write('data: {"jsonrpc":"2.0","id":7,"res');
      setTimeout(() => response.destroy(), 50);
    },
    /not answered/,
  ],
  ['a reset', (response) => response.socket?.resetAndDestroy(), /cannot be reached|failed/],
  ['a huge body', (response) => json(response, ok(7, { text: 'x'.repeat(2 * LIMIT) })), /longer than/],
  ['a huge event', (response) => response.writeHead(200, EVENTS).end(event(ok(7, { text: 'x'.repeat(2 * LIMIT) }))), /longer than/],
  [
    'an event that is no JSON',
    (response) => response.writeHead(200, EVENTS).end('data: {"id":7,nonsense\n\n'),
    /not valid JSON|not answered/,
  ],
  [
    'a member that stands twice',
    (response) => response.writeHead(200, EVENTS).end('data: {"jsonrpc":"2.0","id":7,"result":{"a":1,"a":2}}\n\n'),
    /stands twice/,
  ],
  ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'), /neither JSON nor events/],
  ['no content', (response) => response.writeHead(202).end(), /neither JSON nor events/],
  ['an answer to another id', (response) => json(response, ok(8)), /not answered/],
  ['an answer to another id, as an event', (response) => response.writeHead(200, EVENTS).end(event(ok('7'))), /not answered/],
  ['a question in place of the answer', (response) => json(response, request('q', 'ping')), /asks for something|not answered/],
  [
    'a bomb',
    (response) => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    },
    /compressed/,
  ],
  ['a redirect to another origin', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/mcp' }).end(), /redirect/],
  ['a redirect without end', (response) => response.writeHead(307, { location: '/mcp' }).end(), /redirect/],
  ['403', (response) => response.writeHead(403).end('no'), /403/],
  ['410', (response) => response.writeHead(410).end(), /410/],
  ['429', (response) => response.writeHead(429, { 'retry-after': '1' }).end(), /429/],
  ['500', (response) => response.writeHead(500).end('<h1>oops</h1>'), /500/],
  ['503', (response) => json(response, { error: 'busy' }, {}, 503), /503|busy/],
  [
    'an error without an id',
    (response) => json(response, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad thing' } }, {}, 400),
    /Bad thing/,
  ],
];

const answering =
  (misdeed: (response: ServerResponse, asked: Asked) => void, id: unknown = 7): Answering =>
  (asked, response) => {
    if (asked.message.id === id) misdeed(response, asked);
    else if (!greets(asked, response, { 'mcp-session-id': 's1' })) json(response, ok(asked.message.id, { tools: [] }));
  };

async function opened(misdeed: (response: ServerResponse, asked: Asked) => void) {
  const server = await hostileServer(answering(misdeed));
  const client = new RemoteClient(server.url, { maxBytes: LIMIT });
  closing.push(server.close, () => client.server.close(0));
  await client.ask(hello('2025-06-18'));
  client.say(initialized);
  return { server, client };
}

describe('a call, through standard streams, that the remote server answers with', () => {
  it.each(misdeeds)('%s ends with an error, and the session goes on', async (_, misdeed, words) => {
    const { client } = await opened(misdeed);
    const answer = await client.ask(toolCall(7, 'x'));
    expect((answer.error as { message: string }).message).toMatch(words);
    expect(await client.ask(request(9, 'tools/list'))).toMatchObject({ result: { tools: [] } });
    expect(client.heard.filter(({ id }) => id === 7)).toHaveLength(1);
  });

  it('401 ends with an error that names the option, and nothing secret', async () => {
    const { client } = await opened((response) => response.writeHead(401, { 'www-authenticate': 'Bearer realm="x"' }).end());
    const answer = await client.ask(toolCall(7, 'x'));
    expect((answer.error as { message: string }).message).toContain('--header');
  });

  it('404 loses the session: all that waits ends, and so does what is asked until it is initialized again', async () => {
    let waiting: ServerResponse | undefined;
    const server = await hostileServer((asked, response) => {
      if (asked.message.id === 7) response.writeHead(404).end();
      else if (asked.message.id === 6) waiting = response;
      else if (!greets(asked, response, { 'mcp-session-id': 's1' })) json(response, ok(asked.message.id));
    });
    const client = new RemoteClient(server.url);
    closing.push(server.close, () => client.server.close(0));
    await client.ask(hello('2025-06-18'));
    client.say(toolCall(6, 'slow'));
    for (const id of [7, 8]) expect((await client.ask(toolCall(id, 'x'))).error).toMatchObject({ message: /initialized again/ });
    expect((await client.answer(6)).error).toMatchObject({ message: /initialized again/ });
    expect(waiting).toBeDefined();
    expect(await client.ask({ ...hello('2025-06-18'), id: 'again' })).toHaveProperty('result');
    expect(await client.ask(toolCall(9, 'x'))).toHaveProperty('result');
  });
});

describe('a remote server that', () => {
  it('says nothing keeps no other request waiting, and is let go with the client', async () => {
    const { client, server } = await opened(() => {});
    client.say(toolCall(7, 'x'));
    expect(await client.ask(request(8, 'tools/list'))).toHaveProperty('result');
    await client.server.close(100);
    expect(server.asked.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's1' } });
  });

  it('breaks a stream is asked for the rest, by the id of the last event and after the time that it has named', async () => {
    const server = await hostileServer((asked, response) => {
      if (asked.method === 'GET' && asked.headers['last-event-id'] === 'e1')
        response.writeHead(200, EVENTS).end(event(ok(7, { content: [] }), 'id: e2\n'));
      else if (asked.message.id === 7) response.writeHead(200, EVENTS).end('id: e1\nretry: 150\ndata: \n\n');
      else greets(asked, response, { 'mcp-session-id': 's1' });
    });
    const client = new RemoteClient(server.url);
    closing.push(server.close, () => client.server.close(0));
    await client.ask(hello('2025-06-18'));
    const start = Date.now();
    expect(await client.ask(toolCall(7, 'x'))).toMatchObject({ result: { content: [] } });
    expect(Date.now() - start).toBeGreaterThanOrEqual(140);
    expect(server.asked.at(-1)?.headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-06-18' });
  });

  it('never brings the rest leaves nobody waiting', async () => {
    const { client } = await opened((response) => response.writeHead(200, EVENTS).end('id: e1\nretry: 1\ndata: \n\n'));
    expect((await client.ask(toolCall(7, 'x'))).error).toMatchObject({ message: /not answered/ });
  });

  it('speaks on its own stream is heard, and what the client may not be asked goes back', async () => {
    let told: (asked: Asked) => void = () => {};
    const isTold = new Promise<Asked>((resolve) => {
      told = resolve;
    });
    const server = await hostileServer((asked, response) => {
      if (asked.method === 'GET')
        response
          .writeHead(200, EVENTS)
          .write(
            `${event({ jsonrpc: '2.0', id: 1, method: 'roots/list' })}${event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}`,
          );
      else if (asked.message.method === undefined && asked.message.id === 1) {
        told(asked);
        response.writeHead(202).end();
      } else greets(asked, response, { 'mcp-session-id': 's1' });
    });
    const client = new RemoteClient(server.url);
    closing.push(server.close, () => client.server.close(0));
    await client.ask(hello('2025-06-18'));
    client.say(initialized);
    await client.message(({ method }) => method === 'notifications/tools/list_changed');
    expect((await isTold).body).toContain('does not offer roots/list');
    expect(client.heard).toHaveLength(2);
  });

  it('answers on several lines is understood', async () => {
    const { client } = await opened((response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(ok(7, { text: 'a\nb' }), null, 2).replaceAll('\n', '\r\n'));
    });
    expect(await client.ask(toolCall(7, 'x'))).toEqual(ok(7, { text: 'a\nb' }));
  });

  it('wants older messages posted to another origin gets none', async () => {
    const server = await hostileServer((asked, response) => {
      if (asked.method === 'GET') response.writeHead(200, EVENTS).write('event: endpoint\ndata: http://127.0.0.1:1/steal\n\n');
      else response.writeHead(405).end();
    });
    const client = new RemoteClient(server.url, { headers: { authorization: 'Bearer secret' } });
    closing.push(server.close, () => client.server.close(0));
    expect((await client.ask(hello('2024-11-05'))).error).toMatchObject({ message: /405/ });
    expect(client.said.join()).toContain('another origin');
  });

  it('has no stream of its own, and says so by 404, keeps the session', async () => {
    const server = await hostileServer((asked, response) => {
      if (asked.method === 'GET') response.writeHead(404).end();
      else if (!greets(asked, response, { 'mcp-session-id': 's1' })) json(response, ok(asked.message.id));
    });
    const client = new RemoteClient(server.url);
    closing.push(server.close, () => client.server.close(0));
    await client.ask(hello('2025-06-18'));
    client.say(initialized);
    await expect.poll(() => server.asked.some(({ method }) => method === 'GET')).toBe(true);
    expect(await client.ask(toolCall(7, 'x'))).toHaveProperty('result');
  });

  it('is not there is told at once', async () => {
    const client = new RemoteClient(new URL('http://127.0.0.1:1/mcp'));
    closing.push(() => client.server.close(0));
    expect((await client.ask(hello('2025-06-18'))).error).toMatchObject({ message: /connection refused/ });
    expect(client.unreachable).toBeInstanceOf(Error);
  });
});

describe('a relay through standard streams', () => {
  it('takes no more from a server than its client reads', async () => {
    let sent = 0;
    const message = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(50_000) } };
    const flood = (response: ServerResponse) => {
      if (response.destroyed) return;
      sent++;
      if (response.write(event(message))) setImmediate(flood, response);
      else response.once('drain', () => flood(response));
    };
    const { client } = await opened((response) => flood(response.writeHead(200, EVENTS)));
    client.stop(true);
    client.say(toolCall(7, 'x'));
    const isStill = async () => {
      const before = sent;
      await new Promise((resolve) => setTimeout(resolve, 400));
      return sent === before && sent > 0;
    };
    await expect.poll(isStill, { timeout: 5_000 }).toBe(true);
    expect(sent).toBeLessThan(500);
    const before = sent;
    client.stop(false);
    await expect.poll(() => sent).toBeGreaterThan(before + 50);
  });

  it('takes no more from its client than the server reads', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      socket.pause();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new RemoteClient(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), { maxBytes: 50_000_000 });
    closing.push(async () => {
      await client.server.close(0);
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const note = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(8_000_000) } };
    for (let at = 0; at < 4; at++) client.say(note);
    await expect.poll(() => client.isPaused).toBe(true);
    for (let tries = 0; tries < 200 && client.isPaused; tries++) {
      for (const socket of sockets) socket.resume();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(client.isPaused).toBe(false);
  });
});

describe('a call, from HTTP to HTTP, that the remote server answers with', () => {
  it.each(misdeeds)('%s ends with an error, and the session goes on', async (_, misdeed, words) => {
    const server = await hostileServer(answering(misdeed));
    const gateway = await listenFor(server.url, { maxBytes: LIMIT });
    closing.push(server.close, gateway.close);
    const post = (message: object, session?: string) =>
      fetch(gateway.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session !== undefined && { 'mcp-session-id': session }),
        },
        body: JSON.stringify(message),
      });
    const opened = await post(hello('2025-06-18'));
    expect(opened.headers.get('mcp-session-id')).toBe('s1');
    await opened.text();
    const answer = await (await post(toolCall(7, 'x'), 's1')).text();
    expect(answer).toMatch(words);
    expect(answer).not.toContain('"result"');
    expect(await (await post(request(9, 'tools/list'), 's1')).json()).toMatchObject({ result: { tools: [] } });
  });
});

import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayPolicy } from '../../../src/policy/gateway/policy.js';
import type { RemoteFaceOptions } from '../../../src/runtime/http/remote-face.js';
import { inspectors, listenFor } from '../../support/face-listener.js';
import { hello, initialized, request, toolCall } from '../../support/line-client.js';
import { type Answering, greets, hostileServer, json } from '../../support/remote-relay.js';

/** The shape of a provider's key, and nobody's key. */
const KEY = `AKIA${'QWERTYUIOPASDFGH'}`;
const EVENTS = { 'content-type': 'text/event-stream' };
const ok = (id: unknown, result: object = {}) => ({ jsonrpc: '2.0', id, result });
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } });

const noB: GatewayPolicy = {
  policy_id: 'p',
  name: 'p',
  mode: 'enforce',
  default_effect: 'allow',
  rules: [{ id: 'no-b', effect: 'deny', when: { tools: ['b'] } }],
  bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }],
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An upstream that greets, with sessions `s1`, `s2` …, and answers other requests as told, behind the relay. */
async function behind(answering: Answering, over: Partial<RemoteFaceOptions> = {}) {
  let sessions = 0;
  const server = await hostileServer((asked, response) => {
    const isHello = asked.message.method === 'initialize';
    if (asked.method === 'GET' || !greets(asked, response, isHello ? { 'mcp-session-id': `s${++sessions}` } : {}))
      answering(asked, response);
  });
  const gateway = await listenFor(server.url, over);
  closing.push(server.close, gateway.close);
  const send = (message: unknown, headers: Record<string, string> = {}) =>
    fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
  const open = async (client = 'one', capabilities = {}) => {
    const response = await send(hello('2025-06-18', capabilities), { 'x-client': client });
    await response.text();
    return { 'x-client': client, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
  };
  return { server, gateway, send, open };
}

/** The tests of a process share its heap: what others have left must not count. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

describe('a session', () => {
  it('belongs to the client that opened it, for all methods', async () => {
    const { send, open, gateway, server } = await behind((asked, response) => json(response, ok(asked.message.id)));
    const session = await open('one');
    const stolen = { ...session, 'x-client': 'two' };
    const before = server.asked.length;
    const answer = await send(toolCall(1, 'a'), stolen);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { jsonrpc: '2.0', id: 1, error: { code: -32001, message: expect.any(String) } },
    ]);
    for (const method of ['GET', 'DELETE']) expect((await fetch(gateway.url, { method, headers: stolen })).status).toBe(404);
    expect(server.asked).toHaveLength(before);
    expect(await (await send(toolCall(1, 'a'), session)).json()).toEqual(ok(1));
    expect((await fetch(gateway.url, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await send(toolCall(2, 'a'), session)).status).toBe(404);
    expect(gateway.face.health().sessions).toBe(0);
  });

  it('is over when the server says so to a message, not to a request for a stream that it does not have', async () => {
    const { send, open, gateway } = await behind((_, response) => response.writeHead(404).end());
    const session = await open();
    expect((await fetch(gateway.url, { headers: { ...session, accept: 'text/event-stream' } })).status).toBe(404);
    expect(gateway.face.health().sessions).toBe(1);
    expect((await send(toolCall(1, 'a'), session)).status).toBe(404);
    expect(gateway.face.health().sessions).toBe(0);
  });

  it('that nobody uses is forgotten, told to the server, and its judge is closed', async () => {
    let now = 0;
    let closed = 0;
    const make = inspectors();
    const { open, gateway, send, server } = await behind((asked, response) => json(response, ok(asked.message.id)), {
      idleMs: 50,
      clock: () => now,
      inspectorOf: async (session) => {
        const inspector = await make(session);
        return new Proxy(inspector, {
          get: (target, name) => {
            if (name === 'close') closed++;
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      },
    });
    const session = await open();
    now = 100;
    await expect.poll(() => gateway.face.health().sessions).toBe(0);
    await expect.poll(() => server.asked.at(-1)?.method).toBe('DELETE');
    expect(closed).toBe(1);
    expect((await send(toolCall(1, 'a'), session)).status).toBe(404);
  });

  it('takes no memory when it is over: 1 000 of them, never ended by their clients', async () => {
    const { open, gateway, send } = await behind((asked, response) => json(response, ok(asked.message.id)), { maxSessions: 20 });
    const many = async (count: number) => {
      for (let at = 0; at < count; at++)
        await (await send(toolCall(1, 'a', { text: 'x'.repeat(5_000) }), await open(`client-${at}`))).text();
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await many(300);
    expect((await many(700)) - before).toBeLessThan(40 * 1024 * 1024);
    expect(gateway.face.health().sessions).toBe(20);
  }, 240_000);
});

describe('what is judged', () => {
  const enforcing = { inspectorOf: inspectors({ mode: 'enforce', preset: 'strict', policies: [noB] }) };

  it.each(['JSON', 'events'])('a tool that is denied is left out of a list that comes as %s, and a call of it ends here', async (form) => {
    const tools = ok(1, { tools: [tool('a'), tool('b')] });
    const { send, open, server } = await behind((asked, response) => {
      if (form === 'JSON') json(response, { ...tools, id: asked.message.id });
      else response.writeHead(200, EVENTS).end(`id: e1\nretry: 200\ndata: ${JSON.stringify({ ...tools, id: asked.message.id })}\n\n`);
    }, enforcing);
    const session = await open();
    const list = await (await send(request(1, 'tools/list'), session)).text();
    expect(list).toContain('Does a.');
    expect(list).not.toContain('Does b.');
    if (form === 'events') expect(list).toMatch(/^id: e1\nretry: 200\ndata: \{.*\}\n\n$/);
    const before = server.asked.length;
    const call = await send(toolCall(2, 'b'), session);
    expect([call.status, await call.json()]).toMatchObject([200, { id: 2, result: { isError: true, content: [{ text: /no-b/ }] } }]);
    expect(server.asked).toHaveLength(before);
  });

  it('a secret is taken out of a result in a stream, and what nothing alters keeps its bytes', async () => {
    const odd = '{"result" : {"content":[ ],"n":1.0e2},  "id":3,"jsonrpc":"2.0"}';
    const { send, open } = await behind(
      (asked, response) => {
        const secret = ok(asked.message.id, { content: [{ type: 'text', text: `key ${KEY}` }] });
        const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } };
        if (asked.message.id === 3) response.writeHead(200, { 'content-type': 'application/json' }).end(odd);
        else response.writeHead(200, EVENTS).end(`data: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(secret)}\n\n`);
      },
      { inspectorOf: inspectors({ mode: 'enforce', preset: 'standard' }) },
    );
    const session = await open();
    const stream = await (await send(toolCall(2, 'a'), session)).text();
    expect(stream).toContain('notifications/progress');
    expect(stream).not.toContain(KEY);
    expect(await (await send(toolCall(3, 'a'), session)).text()).toBe(odd);
  });

  it('a batch of an older revision, message by message', async () => {
    const server = await hostileServer((asked, response) => {
      const all: { id?: number; method: string }[] = JSON.parse(asked.body);
      const hi = { protocolVersion: '2025-03-26', capabilities: {}, serverInfo: {} };
      if (!Array.isArray(all)) json(response, ok(asked.message.id, hi), { 'mcp-session-id': 's1' });
      else
        json(
          response,
          all.map(({ id }) => ok(id)),
        );
    });
    const gateway = await listenFor(server.url, enforcing);
    closing.push(server.close, gateway.close);
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 's1' };
    const send = (body: unknown) => fetch(gateway.url, { method: 'POST', headers, body: JSON.stringify(body) });
    const opened = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hello('2025-03-26')),
    });
    await opened.text();
    const answers = (await (await send([request(1, 'ping'), toolCall(2, 'b'), toolCall(3, 'a')])).json()) as {
      id: number;
      result: object;
    }[];
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(answers.find(({ id }) => id === 2)?.result).toMatchObject({ isError: true });
    expect(server.asked.at(-1)?.body).not.toContain('"b"');
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}', -32600],
    ['{"jsonrpc":"2.0","id":1', -32700],
    ['', -32700],
    ['[]', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ])('%s is refused and goes no further', async (body, code) => {
    const { send, open, server } = await behind((asked, response) => json(response, ok(asked.message.id)));
    const session = await open();
    const before = server.asked.length;
    const answer = await send(body, session);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code } }]);
    expect(server.asked).toHaveLength(before);
  });

  it('a question that the client never offered to answer goes back to the server', async () => {
    const { send, open, server } = await behind((asked, response) => {
      if (asked.message.method === undefined) response.writeHead(202).end();
      else
        response
          .writeHead(200, EVENTS)
          .end(`data: ${JSON.stringify(request('q', 'sampling/createMessage'))}\n\ndata: ${JSON.stringify(ok(asked.message.id))}\n\n`);
    });
    const text = await (await send(toolCall(2, 'a'), await open())).text();
    expect(text).not.toContain('sampling');
    expect(text).toContain('"id":2');
    await expect.poll(() => server.asked.at(-1)?.body).toContain('does not offer sampling/createMessage');
  });
});

describe('a stream', () => {
  it('that a client has lost goes on where it was, also with an answer that was sent before', async () => {
    const answer = (id: unknown) => `id: e2\ndata: ${JSON.stringify(ok(id))}\n\n`;
    const { send, open, gateway, server } = await behind((asked, response) => {
      if (asked.method === 'GET') response.writeHead(200, EVENTS).end(answer(4));
      else response.writeHead(200, EVENTS).end(`id: e1\ndata: \n\n${answer(asked.message.id)}`);
    });
    const session = await open();
    expect(await (await send(toolCall(4, 'a'), session)).text()).toBe(`id: e1\ndata: \n\n${answer(4)}`);
    for (let times = 0; times < 2; times++) {
      const again = await fetch(gateway.url, { headers: { ...session, accept: 'text/event-stream', 'last-event-id': 'e1' } });
      expect(await again.text()).toBe(answer(4));
    }
    expect(server.asked.at(-1)?.headers).toMatchObject({ 'last-event-id': 'e1', 'mcp-session-id': 's1' });
  });

  it('ends at the server when its client goes', async () => {
    let isGone = false;
    const { send, open } = await behind((_, response) => {
      response.writeHead(200, EVENTS).write(': hi\n\n');
      response.once('close', () => {
        isGone = true;
      });
    });
    const session = await open();
    const asking = send(toolCall(4, 'a'), session);
    const reading = asking.then((response) => response.body?.getReader());
    await (await reading)?.cancel();
    await expect.poll(() => isGone).toBe(true);
  });

  it('comes at the pace of its client', async () => {
    let isPaused = false;
    const piece = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(50_000) } })}\n\n`;
    const flood = (response: ServerResponse) => {
      if (response.destroyed) return;
      isPaused = !response.write(piece);
      if (isPaused) response.once('drain', () => flood(response));
      else setImmediate(flood, response);
    };
    const { send, open } = await behind((_, response) => flood(response.writeHead(200, EVENTS)));
    const response = await send(toolCall(4, 'a'), await open());
    const before = process.memoryUsage().rss;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(isPaused).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    await response.body?.cancel();
  });
});

describe('headers', () => {
  it('that are the client’s own, or its credentials, stay here; ours win', async () => {
    const { send, open, server } = await behind(
      (asked, response) => json(response, ok(asked.message.id), { 'set-cookie': 'a=b', 'x-told': '1' }),
      {
        headers: { Authorization: 'Bearer ours', 'Mcp-Session-Id': 'stolen' },
      },
    );
    const session = await open();
    const own = { authorization: 'Bearer theirs', cookie: 'c=d', origin: 'http://page', 'x-forwarded-for': '1.2.3.4', traceparent: '00-1' };
    const response = await send(toolCall(1, 'a'), { ...session, ...own });
    const { headers } = server.asked.at(-1) ?? {};
    expect(headers).toMatchObject({ authorization: 'Bearer ours', traceparent: '00-1', 'mcp-session-id': 's1', host: server.url.host });
    for (const name of ['cookie', 'origin', 'x-forwarded-for']) expect(headers).not.toHaveProperty(name);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-told')).toBe('1');
  });

  it('401 for our own credentials is nothing that the client can mend', async () => {
    const { send, open, gateway } = await behind((_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end());
    const response = await send(toolCall(1, 'a'), await open());
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([502, null]);
    expect(await response.text()).toContain('does not accept the credentials of this gateway');
    expect(gateway.face.health().state).toBe('up');
  });

  it('of a server that is gone are a 502, and the upstream is down', async () => {
    const { send, open, gateway, server } = await behind((asked, response) => json(response, ok(asked.message.id)));
    const session = await open();
    await server.close();
    const response = await send(toolCall(1, 'a'), session);
    expect([response.status, await response.json()]).toMatchObject([502, { id: 1, error: { message: /cannot be reached/ } }]);
    expect(gateway.face.health()).toMatchObject({ state: 'down', reason: expect.stringContaining('refused') });
  });

  it('notifications are answered as the server answers them', async () => {
    const { send, open } = await behind((_, response) => response.writeHead(500).end());
    expect((await send(initialized, await open())).status).toBe(202);
  });
});

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { hello, request, toolCall } from '../../support/line-client.js';
import { projectRoot } from '../../support/spawn-cli.js';

const file = join(projectRoot, 'fixtures/runtime/session-server.mjs');
const server = { command: process.execPath, args: [file] };

let gateway: GatewayProcess;
beforeAll(async () => {
  gateway = await startGateway({
    upstreams: {
      mcpServers: {
        one: server,
        two: server,
        dies: { command: process.execPath, args: [file, 'dies'] },
        gone: { command: 'no-such-program' },
      },
    },
    args: ['--max-sessions', '3', '--max-message', '100000'],
  });
});
afterAll(async () => {
  expect(await gateway.stop('SIGINT')).toBe(130);
});

const state = (text: string) => JSON.parse(text) as { pid: number; heard: string[] };

describe('sessions behind the gateway', () => {
  it('have each a server of their own, and see nothing of one another', async () => {
    const [a, b] = await Promise.all([HttpSession.open(gateway.at('one')), HttpSession.open(gateway.at('one'))]);
    await Promise.all([a.post(toolCall(1, 'remember', { text: 'of a' })), b.post(toolCall(1, 'remember', { text: 'of b' }))]);
    const [ofA, ofB] = await Promise.all([a, b].map(async (one) => state(textOf(await one.post(toolCall(2, 'recall'))))));
    expect(ofA?.heard).toEqual(['of a']);
    expect(ofB?.heard).toEqual(['of b']);
    expect(ofA?.pid).not.toBe(ofB?.pid);
    await Promise.all([a.end(), b.end()]);
  });

  it('give each answer to who asked, with the progress of what was asked', async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const slow = (id: number, ms: number) => ({
      ...request(id, 'tools/call', { name: 'slow', arguments: { text: String(ms) }, _meta: { progressToken: `p${id}` } }),
    });
    const [first, second, quick] = await Promise.all([
      session.post(slow(1, 300)),
      session.post(slow(2, 100)),
      session.post(toolCall(3, 'echo', { text: 'quick' })),
    ]);
    expect(first.messages.map(({ id, params }) => id ?? params)).toEqual([
      { progressToken: 'p1', progress: 1, total: 2 },
      { progressToken: 'p1', progress: 2, total: 2 },
      1,
    ]);
    expect(second.messages.at(-1)?.id).toBe(2);
    expect(quick.headers['content-type']).toBe('application/json');
    expect(textOf(quick)).toBe('quick');
    await session.end();
  });

  it('answer by events or by one document, as the client accepts', async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const events = await session.post(toolCall(1, 'echo', { text: 'a' }), { headers: { accept: 'text/event-stream' } });
    expect(events.headers['content-type']).toBe('text/event-stream');
    expect(events.messages).toHaveLength(1);
    const json = await session.post(toolCall(2, 'slow'), { headers: { accept: 'application/json' } });
    expect([json.headers['content-type'], textOf(json)]).toEqual(['application/json', 'slow']);
    expect((await session.post(toolCall(3, 'echo'), { headers: { accept: 'text/html' } })).status).toBe(406);
    await session.end();
  });

  it('hand what the server says by itself to who listens, once, and again to who lost it', async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const { heard: hearing } = await session.listening((text) => text.includes('"second"'));
    for (const text of ['first', 'second']) await session.post(toolCall(text, 'shout', { text }));
    const heard = await hearing;
    expect(heard.messages.map(({ params }) => params)).toEqual([
      { level: 'info', data: 'first' },
      { level: 'info', data: 'second' },
    ]);
    const [firstId = ''] = /^id: (.+)$/m.exec(heard.text)?.slice(1) ?? [];
    const again = await session.listen((text) => text.includes('"second"'), { 'last-event-id': firstId });
    expect(again.messages.map(({ params }) => params)).toEqual([{ level: 'info', data: 'second' }]);
    await session.end();
  });

  it('bring the answer of a broken stream to a client that comes back', async () => {
    const session = await HttpSession.open(gateway.at('one'), {}, '2025-11-25');
    const call = request(1, 'tools/call', { name: 'slow', arguments: { text: '500' }, _meta: { progressToken: 1 } });
    const broken = await session.post(call, { until: (text) => text.includes('"progress":2') });
    const ids = [...broken.text.matchAll(/^id: (.+)$/gm)].map(([, id = '']) => id);
    const rest = await session.listen((text) => text.includes('"result"'), { 'last-event-id': ids.at(-1) ?? '' });
    expect(textOf(rest)).toBe('slow');
    await session.end();
  });

  it('carry questions of the server to the client, and its answers back', async () => {
    const session = await HttpSession.open(gateway.at('one'), {}, '2025-06-18', { roots: {} });
    const { heard } = await session.listening((text) => text.includes('roots/list'));
    const asking = session.post(toolCall(7, 'ask'));
    const asked = await heard;
    await session.post({ jsonrpc: '2.0', id: 'ask-7', result: { roots: [] } });
    expect(asked.messages[0]).toMatchObject({ id: 'ask-7', method: 'roots/list' });
    expect(textOf(await asking)).toBe('{"roots":[]}');
    await session.end();
  });

  it('end with DELETE, and with their server', async () => {
    const session = await HttpSession.open(gateway.at('one'));
    const { pid } = state(textOf(await session.post(toolCall(1, 'recall'))));
    expect((await session.end()).status).toBe(200);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect((await session.post(toolCall(2, 'echo'))).status).toBe(404);
    const other = await HttpSession.open(gateway.at('one'));
    const dying = await other.post(toolCall(1, 'die'));
    expect(dying.messages[0]).toMatchObject({ id: 1, error: { message: 'the server has ended: ended with code 4' } });
    expect((await other.post(toolCall(2, 'echo'))).status).toBe(404);
  });

  it('of one client make room for the next: the one that was idle longest ends', async () => {
    const opened: HttpSession[] = [];
    for (let count = 0; count < 4; count++) opened.push(await HttpSession.open(gateway.at('two')));
    const alive = await Promise.all(opened.map(async (session) => (await session.post(request(1, 'ping'))).status));
    expect(alive).toEqual([404, 200, 200, 200]);
    await Promise.all(opened.slice(1).map((session) => session.end()));
  });

  it('are started again when the server ends at its start, then refused for a while', async () => {
    const refused = await ask(gateway.at('dies'), { body: hello('2025-06-18') });
    expect([refused.status, refused.messages[0]]).toMatchObject([503, { error: { message: 'dies is not available: ended with code 3' } }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const missing = await ask(gateway.at('gone'), { body: hello('2025-06-18') });
    expect(missing.messages[0]).toMatchObject({ error: { message: 'gone is not available: no-such-program is not installed' } });
  });
});

describe('what a session refuses', () => {
  let session: HttpSession;
  beforeAll(async () => {
    session = await HttpSession.open(gateway.at('one'));
  });

  it.each<[string, string | Buffer | object, number, number]>([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['a line feed within a text', '{"jsonrpc":"2.0","id":1,"method":"pi\nng"}', 400, -32700],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ['an empty body', '', 400, -32700],
    ['a member that stands twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32600],
    ['a batch, which this revision has not', [request(1, 'ping')], 400, -32600],
    ['what is no message', { jsonrpc: '2.0', id: 1, method: 'ping', result: {} }, 200, -32600],
    ['a second initialize', hello('2025-06-18'), 400, -32600],
  ])('%s', async (_, body, status, code) => {
    const told = await session.post(body);
    expect([told.status, told.messages[0]?.error]).toMatchObject([status, { code }]);
  });

  it('a body that is too long, of another kind, or packed', async () => {
    expect((await session.post(toolCall(1, 'echo', { text: 'x'.repeat(100_000) }))).status).toBe(413);
    expect((await session.post('{}', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await session.post('{}', { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  });

  it('an id that is in use, over whichever POST it comes', async () => {
    const slow = session.post(toolCall(5, 'slow', { text: '300' }));
    await wait(50);
    const again = await session.post(toolCall(5, 'echo', { text: 'mine' }));
    expect([again.status, again.messages[0]]).toMatchObject([400, { id: null, error: { code: -32600 } }]);
    expect(textOf(await slow)).toBe('slow');
  });

  it('another revision than was agreed on, and a session that is missing or unknown', async () => {
    expect((await session.post(request(1, 'ping'), { headers: { 'mcp-protocol-version': '2024-11-05' } })).status).toBe(400);
    expect((await ask(session.url, { body: request(1, 'ping') })).status).toBe(400);
    const foreign = await ask(session.url, { body: request(1, 'ping'), headers: { 'mcp-session-id': 'x'.repeat(32) } });
    expect([foreign.status, foreign.messages[0]]).toMatchObject([404, { error: { code: -32001 } }]);
    expect((await ask(gateway.at('two'), { body: request(1, 'ping'), headers: session.headers })).status).toBe(404);
  });

  it('no message written over several lines', async () => {
    const told = await session.post(JSON.stringify(toolCall(9, 'echo', { text: 'a\nb' }), undefined, 2));
    expect(textOf(told)).toBe('a\nb');
  });

  it('not a batch of a revision that has them', async () => {
    const older = await HttpSession.open(gateway.at('one'), {}, '2025-03-26');
    const told = await older.post([toolCall(1, 'echo', { text: 'a' }), request(2, 'ping')]);
    expect(told.messages.map(({ id }) => id).sort()).toEqual([1, 2]);
    await older.end();
  });

  it('a cancelled request ends without an answer', async () => {
    const never = session.post(toolCall(11, 'never'));
    await wait(50);
    await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 11 } });
    expect((await never).messages).toEqual([]);
  });
});

describe('requests that stand alone (2026-07-28)', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const alone = (id: number, name: string, args: object = {}) => request(id, 'tools/call', { name, arguments: args, _meta: meta });
  const headers = (name: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name });

  it('reach a server without a session, and one that is free for their id', async () => {
    const url = gateway.at('two');
    const ask1 = () => ask(url, { body: alone(1, 'slow', { text: '200' }), headers: headers('slow') });
    const [a, b, c] = await Promise.all([ask1(), ask1(), ask(url, { body: alone(2, 'echo', { text: 'c' }), headers: headers('echo') })]);
    expect([textOf(a), textOf(b), textOf(c)]).toEqual(['slow', 'slow', 'c']);
    expect(a.headers['mcp-session-id']).toBeUndefined();
  });

  it('are refused where a header says something else than the body', async () => {
    const url = gateway.at('two');
    for (const wrong of [{ 'mcp-name': 'other' }, { 'mcp-method': 'tools/list' }, { 'mcp-protocol-version': '2025-06-18' }]) {
      const told = await ask(url, { body: alone(1, 'echo'), headers: { ...headers('echo'), ...wrong } });
      expect([told.status, told.messages[0]]).toMatchObject([400, { id: 1, error: { code: -32020 } }]);
    }
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOfLog } from '../../../src/runtime/evidence/log-file.js';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { hello, request, toolCall } from '../../support/line-client.js';
import { loopback } from '../../support/loopback.js';
import { serveFolder, startServe } from '../../support/serve-process.js';
import { castellan, projectRoot } from '../../support/spawn-cli.js';
import { type TokenIssuer, tokenIssuer } from '../../support/token-issuer.js';

const server = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };
const newKey = () => randomBytes(32).toString('hex');
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

interface Reply {
  source_id: string;
  items: { decision: string }[];
}

const POLLING = { timeout: 20_000, interval: 100 };

/** A file of client keys, as the documents say how to make it. */
function keyFile(keys: Readonly<Record<string, string>>): string {
  const file = join(mkdtempSync(join(tmpdir(), 'castellan-keys-')), 'client-keys');
  const line = ([name, key]: [string, string]) => `${name} ${createHash('sha256').update(key).digest('hex')}\n`;
  writeFileSync(file, `# who may come\n${Object.entries(keys).map(line).join('')}`, { mode: 0o600 });
  return file;
}

const tools = (session: HttpSession) => session.post(request('list', 'tools/list'));
const namesOf = ({ messages }: Awaited<ReturnType<typeof ask>>) =>
  ((messages[0] as { result: { tools: { name: string }[] } }).result.tools ?? []).map(({ name }) => name);

describe('clients with keys of a file', () => {
  const keys = { ann: newKey(), bob: newKey(), eve: newKey() };
  let gateway: GatewayProcess;
  beforeAll(async () => {
    gateway = await startGateway({
      upstreams: {
        mcpServers: { one: server, two: { ...server, rate: '3/min' } },
        clients: { ann: {}, bob: { upstreams: ['one'], tools: ['ec*', 'recall'] } },
      },
      args: ['--client-keys', keyFile(keys)],
    });
  });
  afterAll(() => gateway.stop());

  it('sign in with them, and with nothing else', async () => {
    const url = gateway.at('one');
    const statusOf = async (headers: Record<string, string>) => (await ask(url, { body: hello('2025-06-18'), headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf(bearer(newKey()))).toBe(401);
    expect(await statusOf({ authorization: `Basic ${keys.ann}` })).toBe(401);
    expect(await statusOf({ 'x-api-key': keys.ann })).toBe(200);
    expect((await ask(url, { body: hello('2025-06-18') })).headers['www-authenticate']).toBe('Bearer');
  });

  it('cannot use the session of another', async () => {
    const session = await HttpSession.open(gateway.at('one'), bearer(keys.ann));
    const foreign = { ...session.headers, ...bearer(keys.bob) };
    expect((await ask(session.url, { body: toolCall(1, 'recall'), headers: foreign })).status).toBe(404);
    expect((await ask(session.url, { method: 'GET', headers: foreign })).status).toBe(404);
    expect((await ask(session.url, { method: 'DELETE', headers: foreign })).status).toBe(404);
    expect((await session.post(request(1, 'ping'))).status).toBe(200);
    await session.end();
  });

  it('see and use the upstreams and tools that the file gives them, in audit mode too', async () => {
    expect((await ask(gateway.at('two'), { body: hello('2025-06-18'), headers: bearer(keys.bob) })).status).toBe(403);
    expect((await ask(gateway.at('one'), { body: hello('2025-06-18'), headers: bearer(keys.eve) })).status).toBe(403);
    const [ann, bob] = await Promise.all([keys.ann, keys.bob].map((key) => HttpSession.open(gateway.at('one'), bearer(key))));
    if (!ann || !bob) throw new Error('no session');
    expect(namesOf(await tools(ann))).toContain('variable');
    expect(namesOf(await tools(bob))).toEqual(['echo', 'recall']);
    expect(textOf(await bob.post(toolCall(1, 'variable', { text: 'PATH' })))).toContain('Denied by castellan');
    expect(textOf(await bob.post(toolCall(2, 'echo', { text: 'mine' })))).toBe('mine');
    await Promise.all([ann.end(), bob.end()]);
  });

  it('have a quota at each upstream', async () => {
    const session = await HttpSession.open(gateway.at('two'), bearer(keys.ann));
    const told = [];
    for (let id = 0; id < 4; id++) told.push(await session.post(toolCall(id, 'echo')));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(told[3]?.headers['retry-after']).toBe('20');
    expect((await session.post(request('p', 'ping'))).status).toBe(200);
    await session.end();
  });

  it('are named in the log, which holds no credential', async () => {
    const session = await HttpSession.open(gateway.at('one'), bearer(keys.ann));
    await session.post(toolCall(1, 'echo', { text: 'logged' }));
    await session.end();
    const log = join(gateway.home, 'runtime/gateway.jsonl');
    const shown = await castellan(['audit', 'show', log]);
    expect(shown.stdout).toMatch(/one +ann +echo +allow/);
    expect((await castellan(['audit', 'verify', log, '--audit-key-file', join(gateway.home, 'runtime/log.key')])).stdout).toContain(
      'valid',
    );
    const { readFileSync } = await import('node:fs');
    const written =
      filesOfLog(log)
        .map((path) => readFileSync(path, 'utf8'))
        .join('') + gateway.stderr();
    for (const secret of [...Object.values(keys), session.id]) expect(written).not.toContain(secret);
  });
});

describe('credentials before a remote server', () => {
  it("are its own, and the client's only where the file says so", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const remote = await loopback(({ headers, body }) => {
      seen.push(headers);
      const { id } = JSON.parse(body || '{}');
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'far', version: '1' } };
      return { headers: { 'content-type': 'application/json' }, body: { jsonrpc: '2.0', id, result } };
    });
    const key = newKey();
    const far = { url: `${remote.url}/mcp`, headers: { Authorization: 'Bearer env:FAR_TOKEN' } };
    const gateway = await startGateway({
      upstreams: { mcpServers: { far, open: { url: far.url, passAuthorization: true } } },
      args: ['--client-keys', keyFile({ ann: key })],
      env: { FAR_TOKEN: 'of-the-gateway' },
    });
    await ask(gateway.at('far'), { body: hello('2025-06-18'), headers: bearer(key) });
    await ask(gateway.at('open'), { body: hello('2025-06-18'), headers: { ...bearer('of-the-client'), 'x-api-key': key } });
    await ask(gateway.at('open'), { body: hello('2025-06-18'), headers: bearer(key) });
    const passed = seen.map(({ authorization }) => authorization);
    expect(passed).toEqual(['Bearer of-the-gateway', 'Bearer of-the-client', undefined]);
    expect(JSON.stringify(seen)).not.toContain(key);
    await gateway.stop();
    await remote.close();
  });
});

describe('clients with tokens of an issuer', () => {
  let issuer: TokenIssuer;
  let gateway: GatewayProcess;
  beforeAll(async () => {
    issuer = await tokenIssuer();
    gateway = await startGateway({ upstreams: { mcpServers: { one: server } }, env: { SERVICE_OIDC_ISSUER: issuer.issuer } });
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.close();
  });
  const enter = async (token: string) => ask(gateway.at('one'), { body: hello('2025-06-18'), headers: bearer(token) });

  it('are told where to get one (RFC 9728)', async () => {
    const refused = await ask(gateway.at('one'), { body: hello('2025-06-18') });
    const metadata = `${gateway.url}/.well-known/oauth-protected-resource/mcp/one`;
    expect(refused.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}"`);
    const { messages } = await ask(new URL(metadata), { method: 'GET' });
    expect(messages[0]).toEqual({
      resource: `${gateway.url}/mcp/one`,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
    });
  });

  it('sign in with one that was made for this upstream, and holds', async () => {
    const aud = gateway.at('one').href;
    expect((await enter(await issuer.token({ aud }))).status).toBe(200);
    const now = Math.floor(Date.now() / 1000);
    const bad = [
      issuer.token({ aud: 'castellan' }),
      issuer.token({ aud: `${gateway.url}/mcp/two` }),
      issuer.token({ aud, exp: now - 120 }),
      issuer.token({ aud, nbf: now + 600 }),
      issuer.token({ aud, iss: 'https://elsewhere.example' }),
      issuer.token({ aud, sub: undefined }),
      issuer.token({ aud }, { foreign: true }),
      issuer.token({ aud }, { alg: 'RS512' }),
    ];
    for (const token of bad) {
      const { status, headers } = await enter(await token);
      expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    }
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await enter(`${none}.${(await issuer.token({ aud })).split('.')[1]}.x`)).status).toBe(401);
  });
});

describe('clients with keys of the control plane', () => {
  const folder = serveFolder();
  afterAll(() => folder.dispose());

  it('sign in while the key holds', { timeout: 120_000 }, async () => {
    const plane = await startServe({ home: folder.path });
    folder.started.push(plane);
    const gateway = await startGateway({ upstreams: { mcpServers: { one: server } }, args: ['--control-plane', plane.url] });
    const session = await HttpSession.open(gateway.at('one'), bearer(plane.key));
    expect(textOf(await session.post(toolCall(1, 'echo', { text: 'in' })))).toBe('in');
    const wrong = `${plane.key.slice(0, -1)}${plane.key.endsWith('0') ? '1' : '0'}`;
    expect((await ask(gateway.at('one'), { body: hello('2025-06-18'), headers: bearer(wrong) })).status).toBe(401);
    await gateway.stop();
  });

  it('are judged by its policies, and what they do is reported to it, where the gateway has a key of its own', {
    timeout: 120_000,
  }, async () => {
    const plane = await startServe({ home: join(folder.path, 'linked') });
    folder.started.push(plane);
    const api = async (method: string, path: string, body?: object): Promise<Reply> => {
      const headers = { ...bearer(plane.key), ...(body && { 'content-type': 'application/json' }) };
      const response = await fetch(`${plane.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return (await response.json()) as Reply;
    };
    const rule = { id: 'no-echo', effect: 'deny', when: { tools: ['echo'] } };
    await api('POST', '/v1/gateway/policies', { name: 'edge', mode: 'enforce', rules: [rule] });
    const { source_id: source } = await api('POST', '/v1/sources', { kind: 'runtime.gateway', display_name: 'edge' });
    const key = join(mkdtempSync(join(tmpdir(), 'castellan-keys-')), 'key');
    writeFileSync(key, plane.key, { mode: 0o600 });
    const gateway = await startGateway({
      upstreams: { mcpServers: { one: server } },
      args: ['--control-plane', plane.url, '--key-file', key, '--source', source, '--mode', 'enforce'],
    });
    const session = await HttpSession.open(gateway.at('one'), bearer(plane.key));
    expect(textOf(await session.post(toolCall(1, 'echo', { text: 'in' })))).toContain('no-echo');
    expect(textOf(await session.post(toolCall(2, 'recall')))).not.toContain('no-echo');
    await gateway.stop();
    await expect
      .poll(async () => (await api('GET', '/v1/proxy/events')).items.map(({ decision }) => decision).sort(), POLLING)
      .toEqual(['allow', 'deny']);
    const [event] = (await api('GET', '/v1/proxy/events?decision=deny')).items;
    expect(event).toMatchObject({ source_id: source, tool: 'echo', rule_id: 'no-echo', server: 'one' });
  });

  it('stay outside while the control plane cannot be asked', async () => {
    const away = await loopback(() => ({ status: 500 }));
    const gateway = await startGateway({
      upstreams: { mcpServers: { one: server } },
      args: ['--control-plane', away.url, '--mode', 'enforce'],
    });
    const told = await ask(gateway.at('one'), { body: hello('2025-06-18'), headers: bearer(`svc_abcdefgh_${'x'.repeat(43)}_00000000`) });
    expect([told.status, told.headers['retry-after']]).toEqual([503, '5']);
    await gateway.stop();
    await away.close();
  });
});

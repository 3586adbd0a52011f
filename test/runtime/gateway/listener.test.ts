import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { hello, toolCall } from '../../support/line-client.js';
import { castellan, projectRoot } from '../../support/spawn-cli.js';

const server = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };

let gateway: GatewayProcess;
beforeAll(async () => {
  gateway = await startGateway({ upstreams: { mcpServers: { one: server } }, args: ['--metrics', '127.0.0.1:0'] });
});
afterAll(() => gateway.stop());

/** Sends bytes as they stand; gives what comes back until the connection ends. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => {}).once('close', () => resolve(text));
  });
}

describe('what comes to the gateway', () => {
  it.each<[string, Record<string, string | string[]>, number]>([
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['a Host with our name before it', { host: '127.0.0.1.evil.example' }, 403],
    ['a Host with a user', { host: 'localhost@evil.example' }, 403],
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page of this machine', { origin: 'http://localhost:6274' }, 200],
    ['two sessions', { 'mcp-session-id': ['a', 'b'] }, 403],
    ['two credentials', { authorization: ['Bearer a', 'Bearer b'] }, 403],
    ['a name of this machine', { host: 'localhost:80' }, 200],
  ])('with %s', async (_, headers, status) => {
    const told = await ask(gateway.at('one'), { body: hello('2025-06-18'), headers });
    expect(told.status).toBe(status);
    if (status === 403) expect(told.messages[0]).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
  });

  it.each<[string, string, string, number]>([
    ['an unknown path', 'POST', '/', 404],
    ['an unknown upstream', 'POST', '/mcp/two', 404],
    ['a path below an upstream', 'POST', '/mcp/one/more', 404],
    ['a path that leaves', 'POST', '/mcp/..%2f..', 404],
    ['a broken escape', 'POST', '/mcp/%ff', 404],
    ['another method', 'PUT', '/mcp/one', 405],
    ['a preflight', 'OPTIONS', '/mcp/one', 405],
  ])('with %s', async (_, method, path, status) => {
    const url = new URL(gateway.url + path);
    expect((await ask(url, { method, ...(method === 'POST' && { body: hello('2025-06-18') }) })).status).toBe(status);
  });

  it('with a body that is longer than it says, or than is allowed, is cut off', async () => {
    const head = `POST /mcp/one HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    expect(await raw(`${head}Content-Length: 99999999\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n500000\r\n${' '.repeat(0x500000)}\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(await raw(`${head}X: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await raw(`${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is counted for Prometheus', async () => {
    const session = await HttpSession.open(gateway.at('one'));
    await session.post(toolCall(1, 'echo'));
    const [, metrics = ''] = /metrics are at (\S+)/.exec(gateway.stderr()) ?? [];
    const { text } = await ask(new URL(metrics), { method: 'GET' });
    expect(text).toMatch(/^castellan_gateway_calls_total\{upstream="one",effect="allow"\} [1-9]/m);
    expect(text).toMatch(/^castellan_gateway_upstream_up\{upstream="one"\} 1$/m);
    expect(text).toMatch(/^castellan_gateway_sessions\{upstream="one"\} [1-9]/m);
    expect(text).toContain('castellan_gateway_request_seconds_bucket');
    expect((await ask(new URL(metrics), { method: 'GET', headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(403);
    await session.end();
  });

  it('is told by proxy status, which needs no credential on the command line', async () => {
    const env = { SERVICE_HOME: gateway.home };
    const table = await castellan(['proxy', 'status'], { env });
    expect(table.stdout).toMatch(/one +(up|idle) +\d+ +0/);
    const { gateways } = JSON.parse((await castellan(['proxy', 'status', '--url', gateway.url, '--format', 'json'], { env })).stdout);
    expect(gateways).toEqual([
      { url: gateway.url, upstreams: [{ name: 'one', state: expect.any(String), sessions: expect.any(Number), restarts: 0 }] },
    ]);
    expect(await castellan(['proxy', 'status'])).toMatchObject({ code: 1, last: expect.stringContaining('--url') });
  });
});

describe('a gateway does not start', () => {
  const refused = (upstreams: object | string, args: string[] = [], listen = '127.0.0.1:0') =>
    startGateway({ upstreams, args, listen }).then(
      async (started) => `started, ${await started.stop()}`,
      (error: Error) => error.message,
    );

  it.each<[string, object | string, string, string]>([
    ['a server without a command', { mcpServers: { a: {} } }, 'ended with 2', 'upstream "a": needs either "command" or "url"'],
    ['an unfit name', { mcpServers: { 'a/b': server } }, 'ended with 2', 'upstream "a/b": a name has letters'],
    ['no server', { mcpServers: {} }, 'ended with 2', 'names no server'],
    ['a slip that would open what was to be closed', { mcpServers: { a: server }, client: {} }, 'ended with 2', 'did you mean "clients"?'],
    [
      'an unknown upstream of a client',
      { mcpServers: { a: server }, clients: { x: { upstreams: ['b'] } } },
      'ended with 2',
      'no upstream "b"',
    ],
    ['no JSON or YAML', '{"mcpServers": [', 'ended with 2', 'upstreams.json'],
    [
      'a variable that is not set',
      { mcpServers: { a: { ...server, env: { T: 'env:NO_SUCH' } } } },
      'ended with 1',
      'needs the variable NO_SUCH',
    ],
    ['a file that is missing', { mcpServers: { a: { ...server, env: { T: 'file:none' } } } }, 'ended with 1', 'none'],
    ['a rate that is none', { mcpServers: { a: { ...server, rate: 'fast' } } }, 'ended with 2', 'expected calls a minute'],
  ])('with %s', async (_, upstreams, code, reason) => {
    const said = await refused(upstreams);
    expect(said).toContain(code);
    expect(said).toContain(reason);
  });

  it('beyond this machine where nobody signs in, without upstreams, with a command, or on a port in use', async () => {
    const upstreams = { mcpServers: { one: server } };
    expect(await refused(upstreams, [], '0.0.0.0:0')).toMatch(/ended with 2: .*nobody would have to sign in/s);
    expect(await refused(upstreams, ['--metrics', '0.0.0.0:0'])).toMatch(/ended with 2: .*can be reached from other machines/s);
    expect(await refused(upstreams, [], new URL(gateway.url).host)).toMatch(/ended with 1: .*cannot listen/s);
    expect(await refused(upstreams, [], 'localhost')).toMatch(/ended with 2: .*--listen/s);
    expect(await castellan(['proxy', '--listen', '127.0.0.1:0'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--upstreams'),
    });
    expect(await castellan(['proxy', '--upstreams', 'x'])).toMatchObject({ code: 2 });
  });
});

describe('values of the upstreams file', () => {
  it('come from variables and files; a secret that stands there is used, and warned about without its value', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const env = { A: 'env:NAMED', B: `file:${join(projectRoot, 'fixtures/runtime/banner.mjs')}`, GITHUB_TOKEN: secret, D: '$' + '{NAMED}' };
    const own = await startGateway({ upstreams: { mcpServers: { one: { ...server, env } } }, env: { NAMED: 'by name', HELD_BACK: 'no' } });
    const session = await HttpSession.open(own.at('one'));
    const value = async (text: string) => textOf(await session.post(toolCall(text, 'variable', { text })));
    expect([await value('A'), await value('GITHUB_TOKEN'), await value('D')]).toEqual(['by name', secret, 'by name']);
    expect(await value('B')).toContain('//');
    expect(await value('HELD_BACK')).toBe('not set');
    expect(own.stderr()).toContain('variable GITHUB_TOKEN holds a secret in plain text');
    expect(own.stderr()).not.toContain(secret);
    await own.stop();
  });
});

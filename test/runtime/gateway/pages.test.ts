import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.js';
import { hello, toolCall } from '../../support/line-client.js';
import { projectRoot } from '../../support/spawn-cli.js';

const server = { command: process.execPath, args: [join(projectRoot, 'fixtures/runtime/session-server.mjs')] };
const PAGE = 'https://inspector.example';
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,Mcp-Protocol-Version,mcp-param-region,x-forwarded-for',
};

describe('a page of a browser', () => {
  const key = randomBytes(32).toString('hex');
  let gateway: GatewayProcess;
  beforeAll(async () => {
    const keys = join(mkdtempSync(join(tmpdir(), 'castellan-pages-')), 'keys');
    writeFileSync(keys, `ann ${createHash('sha256').update(key).digest('hex')}\n`, { mode: 0o600 });
    gateway = await startGateway({ upstreams: { mcpServers: { one: server }, origins: [PAGE] }, args: ['--client-keys', keys] });
  });
  afterAll(() => gateway.stop());

  it('of a named origin may ask, and read what it needs', async () => {
    const asked = await ask(gateway.at('one'), { method: 'OPTIONS', headers: { origin: PAGE, ...preflight } });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version, mcp-param-region',
      vary: 'origin',
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials');
    const session = await HttpSession.open(gateway.at('one'), { origin: PAGE, authorization: `Bearer ${key}` });
    const told = await session.post(toolCall(1, 'echo', { text: 'heard' }));
    expect(textOf(told)).toBe('heard');
    expect(told.headers['access-control-allow-origin']).toBe(PAGE);
    expect(told.headers['access-control-expose-headers']).toBe('mcp-session-id, www-authenticate, retry-after');
    await session.end();
  });

  it('of a named origin learns that it has to sign in', async () => {
    const { status, headers } = await ask(gateway.at('one'), { headers: { origin: PAGE }, body: hello('2025-06-18') });
    expect([status, headers['www-authenticate'], headers['access-control-allow-origin']]).toEqual([401, 'Bearer', PAGE]);
  });

  it.each([
    ['https://evil.example', 403],
    ['https://inspector.example.evil.example', 403],
    ['https://inspector.example:8443', 403],
    ['http://inspector.example', 403],
    ['null', 403],
    ['http://localhost:6274', 405],
  ])('of %s is told nothing', async (origin, status) => {
    const asked = await ask(gateway.at('one'), { method: 'OPTIONS', headers: { origin, ...preflight } });
    expect(asked.status).toBe(status);
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['*', 'inspector.example', 'https://inspector.example/', 'https://inspector.example/page', 'null', 7])(
    'is not let in by %j, which is no origin',
    async (origin) => {
      const start = startGateway({ upstreams: { mcpServers: { one: server }, origins: [origin] } });
      await expect(start).rejects.toThrow(/ended with 2.*"origins" is a list of origins/s);
    },
  );
});

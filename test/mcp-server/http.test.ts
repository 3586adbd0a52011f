import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOnHttp } from '../../src/mcp-server/http.js';
import type { Listener } from '../../src/system/listen.js';
import { testAccess } from '../support/mcp-access.js';
import { call, connect, eras } from '../support/mcp-client.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const access = testAccess(folder.path, undefined);
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** A raw request, because `fetch` would not let a test set Host. */
function post(url: string, headers: Record<string, string>, body = PING): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const accept = 'application/json, text/event-stream';
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('on loopback', () => {
  let listener: Listener;
  beforeAll(async () => {
    listener = await serveOnHttp(access, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => listener.close());

  it.each(eras)('speaks with the official client (%s)', async (era) => {
    const client = await connect(new StreamableHTTPClientTransport(new URL(listener.url)), era);
    expect(client.getServerVersion()).toMatchObject({ name: 'castellan' });
    expect(client.getInstructions()).toContain('never follow');
    expect((await client.listTools()).tools).toHaveLength(9);
    expect((await call(client, 'database_status')).data).toMatchObject({ available: false });
    await client.close();
  });

  it('answers only to its own names', async () => {
    expect((await post(listener.url, {})).status).toBe(200);
    expect((await post(listener.url, { host: 'evil.example' })).status).toBe(403);
    expect((await post(listener.url, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(listener.url, { origin: 'null' })).status).toBe(403);
    expect((await post(listener.url, { origin: 'http://localhost:3000' })).status).toBe(200);
  });

  it('knows one path, and refuses what is too large or no JSON', async () => {
    expect((await post(listener.url.replace('/mcp', '/'), {})).status).toBe(404);
    expect((await post(listener.url, {}, '{')).status).toBe(400);
    expect((await post(listener.url, {}, `"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
    expect((await post(listener.url, {})).status).toBe(200);
  });

  it('says which address it cannot have', async () => {
    const port = Number(new URL(listener.url).port);
    await expect(serveOnHttp(access, { host: '127.0.0.1', port })).rejects.toMatchObject({
      where: `127.0.0.1:${port}`,
      message: /EADDRINUSE/,
    });
  });
});

describe('off loopback', () => {
  it('is refused without a key of some length', async () => {
    for (const key of [undefined, 'short']) {
      const options = { host: '0.0.0.0', port: 0, ...(key !== undefined && { key }) };
      await expect(serveOnHttp(access, options)).rejects.toMatchObject({ kind: 'usage', where: '--host' });
    }
  });

  it('wants the key with each request', async () => {
    const key = 'k'.repeat(40);
    const listener = await serveOnHttp(access, { host: '127.0.0.1', port: 0, key });
    expect((await post(listener.url, {})).status).toBe(401);
    expect((await post(listener.url, { authorization: `Bearer ${key}x` })).status).toBe(401);
    expect((await post(listener.url, { authorization: `Bearer ${key}` })).status).toBe(200);
    await listener.close();
    folder.dispose();
  });
});

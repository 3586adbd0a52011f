import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, HttpSession, textOf } from '../../support/gateway-client.js';
import { startGateway } from '../../support/gateway-process.js';
import { hello, toolCall } from '../../support/line-client.js';
import { greets, json } from '../../support/remote-relay.js';

/** A certificate for localhost that nobody believes who was not told to. */
function certificate(): { key: string; cert: string } {
  const { private: key, cert } = selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
    days: 2,
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { key, cert };
}

describe('a remote upstream with a private certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-authority-'));
  const tls = certificate();
  const server = createTlsServer(tls, async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const asked = { method: incoming.method ?? '', headers: incoming.headers, body, message: body === '' ? {} : JSON.parse(body) };
    if (asked.method === 'DELETE') response.writeHead(204).end();
    else if (!greets(asked, response, { 'mcp-session-id': 's1' }))
      json(response, { jsonrpc: '2.0', id: asked.message.id, result: { content: [{ type: 'text', text: 'calm' }] } });
  });
  const upstreams = () => ({ mcpServers: { far: { url: `https://localhost:${(server.address() as AddressInfo).port}/mcp` } } });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is believed with --ca-file', async () => {
    writeFileSync(join(folder, 'ca.pem'), tls.cert);
    const gateway = await startGateway({ upstreams: upstreams(), args: ['--ca-file', join(folder, 'ca.pem')] });
    const session = await HttpSession.open(gateway.at('far'));
    expect(textOf(await session.post(toolCall(1, 'wind')))).toBe('calm');
    await gateway.stop();
  });

  it('is not believed without it, nor with another', async () => {
    writeFileSync(join(folder, 'other.pem'), certificate().cert);
    for (const args of [[], ['--ca-file', join(folder, 'other.pem')]]) {
      const gateway = await startGateway({ upstreams: upstreams(), args });
      expect(await ask(gateway.at('far'), { body: hello('2025-06-18') })).toMatchObject({
        status: 502,
        messages: [{ id: 'hello', error: { message: expect.stringContaining('certificate') } }],
      });
      await gateway.stop();
    }
  });

  it('needs a file that is there and holds certificates', async () => {
    writeFileSync(join(folder, 'none.pem'), 'no certificate');
    await expect(startGateway({ upstreams: upstreams(), args: ['--ca-file', join(folder, 'none.pem')] })).rejects.toThrow(/ended with 2/);
    await expect(startGateway({ upstreams: upstreams(), args: ['--ca-file', join(folder, 'missing.pem')] })).rejects.toThrow(
      /ended with 1/,
    );
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { parsePins } from '../../src/collect/mcp/pin-file.js';
import { hello, initialized, LineClient, request, toolCall } from '../support/line-client.js';
import { greets, json } from '../support/remote-relay.js';
import { castellan, programPath, temporaryFolder } from '../support/spawn-cli.js';

const SECRET = 'key-of-nobody-0123456789';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Remote {
  port: number;
  seen: IncomingMessage['headers'][];
}

/** A remote server with one tool; it wants the secret where one is given. */
async function remote({
  tls,
  secret,
  description = 'Gives the wind.',
}: {
  tls?: { key: string; cert: string };
  secret?: string;
  description?: string;
} = {}): Promise<Remote> {
  const seen: IncomingMessage['headers'][] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const asked = { method: incoming.method ?? '', headers: incoming.headers, body, message: body === '' ? {} : JSON.parse(body) };
    if (asked.method === 'POST') seen.push(incoming.headers);
    if (asked.method === 'DELETE' || asked.method === 'OPTIONS') response.writeHead(204).end();
    else if (secret !== undefined && incoming.headers.authorization !== `Bearer ${secret}`) response.writeHead(401).end();
    else if (!greets(asked, response, { 'mcp-session-id': 's1' })) {
      const tool = { name: 'wind', description, inputSchema: { type: 'object' } };
      const result = asked.message.method === 'tools/list' ? { tools: [tool] } : { content: [{ type: 'text', text: 'calm' }] };
      json(response, { jsonrpc: '2.0', id: asked.message.id, result });
    }
  };
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

function program(...args: string[]): string[] {
  return [process.execPath, programPath, ...args];
}

async function talk(client: LineClient): Promise<string> {
  client.send(hello('2025-06-18'));
  await client.answer('hello');
  client.send(initialized, request(1, 'tools/list'));
  await client.answer(1);
  client.send(toolCall(2, 'wind'));
  return JSON.stringify(await client.answer(2));
}

describe('castellan proxy --url', () => {
  it('sends what variables and files hold, and tells it nobody else', async () => {
    const { port, seen } = await remote({ secret: SECRET });
    const folder = temporaryFolder().path;
    writeFileSync(join(folder, 'key'), 'file-key\n', { mode: 0o600 });
    const options = ['--header', 'Authorization=Bearer env:WEATHER_TOKEN', '--header', 'X-Key=file:key', '--log', 'log.jsonl'];
    const client = new LineClient(program('proxy', '--url', `http://127.0.0.1:${port}/mcp`, ...options), {
      cwd: folder,
      env: { WEATHER_TOKEN: SECRET },
    });
    expect(await talk(client)).toContain('calm');
    expect(await client.end()).toBe(0);
    expect(seen.every((headers) => headers['x-key'] === 'file-key')).toBe(true);
    const log = readFileSync(join(folder, 'log.jsonl'), 'utf8');
    expect(log).toContain(`"server":"127.0.0.1:${port}"`);
    expect(log + client.stderr + client.lines.join()).not.toMatch(new RegExp(`${SECRET}|file-key`));
  });

  it('tells how a credential is named, where it is missing or wrong', async () => {
    const { port } = await remote({ secret: SECRET });
    const client = new LineClient(program('proxy', '--url', `http://127.0.0.1:${port}/mcp`, '--log', 'off'));
    client.send(hello('2025-06-18'));
    expect(await client.answer('hello')).toMatchObject({
      error: { message: expect.stringContaining('--header "Authorization=env:NAME"') },
    });
    expect(await client.end()).toBe(0);
  });

  it('denies what policies deny', async () => {
    const { port, seen } = await remote();
    const folder = temporaryFolder().path;
    writeFileSync(
      join(folder, 'policy.yaml'),
      'name: p\nmode: enforce\nrules:\n  - {id: no-wind, effect: deny, when: {tools: [wind]}}\nbindings: [{target_type: tenant, mode: enforce}]\n',
    );
    const options = ['--mode', 'enforce', '--policy', 'policy.yaml', '--log', 'off'];
    const client = new LineClient(program('proxy', '--url', `http://127.0.0.1:${port}/mcp`, ...options), { cwd: folder });
    expect(await talk(client)).toContain('no-wind');
    expect(client.lines.join()).not.toContain('Gives the wind.');
    expect(await client.end()).toBe(0);
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends in order on %s', async (signal, code) => {
    const { port } = await remote();
    const client = new LineClient(program('proxy', '--url', `http://127.0.0.1:${port}/mcp`, '--log', 'off'));
    await talk(client);
    client.child.kill(signal);
    expect(await client.exit).toBe(code);
  });

  it('believes no certificate but those that are known, or named', async () => {
    const made = selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
      days: 2,
      keySize: 2048,
      algorithm: 'sha256',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const { port } = await remote({ tls: { key: made.private, cert: made.cert } });
    const folder = temporaryFolder().path;
    writeFileSync(join(folder, 'ca.pem'), made.cert);
    const url = `https://localhost:${port}/mcp`;
    const refused = await castellan(['proxy', '--url', url, '--log', 'off']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('certificate');
    const client = new LineClient(program('proxy', '--url', url, '--ca-file', 'ca.pem', '--log', 'off'), { cwd: folder });
    expect(await talk(client)).toContain('calm');
    expect(await client.end()).toBe(0);
  });
});

describe('a configured server with an address', () => {
  it('is relayed by its name, and accepted into pins', async () => {
    const first = await remote({ secret: SECRET });
    const second = await remote({ secret: SECRET, description: 'Gives the wind, and the tide.' });
    const cwd = temporaryFolder().path;
    const configure = (port: number) => {
      const server = { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: `Bearer \${WEATHER_TOKEN}` } };
      writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { weather: server } }));
    };
    const env = { WEATHER_TOKEN: SECRET, SERVICE_DB: join(cwd, 'none.db') };
    configure(first.port);
    const client = new LineClient(program('run', 'proxy', 'weather', '--log', 'off'), { cwd, env });
    expect(await talk(client)).toContain('calm');
    expect(await client.end()).toBe(0);
    await castellan(['agents', '--project', '.', '--introspect', '--yes', '--pin'], { cwd, env });
    configure(second.port);
    expect(await castellan(['pin', 'accept', 'weather', '--yes'], { cwd, env })).toMatchObject({ code: 0 });
    const [server] = parsePins(readFileSync(join(cwd, 'castellan.lock'), 'utf8'), '').servers;
    expect(server?.tool[0]?.definition).toMatchObject({ description: 'Gives the wind, and the tide.' });
  });

  it('takes no arguments, and needs its variables', async () => {
    const cwd = temporaryFolder().path;
    const server = { url: 'http://127.0.0.1:1/mcp', headers: { Authorization: `\${NO_SUCH_VARIABLE}` } };
    writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { weather: server, bare: { url: server.url } } }));
    expect(await castellan(['run', 'proxy', 'weather'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NO_SUCH_VARIABLE'),
    });
    expect(await castellan(['run', 'proxy', 'bare', '--', 'x'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no arguments'),
    });
    expect(await castellan(['run', 'proxy', 'bare'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('connection refused'),
    });
  });
});

import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { introspect } from '../../../src/collect/mcp/introspect.js';
import type { StartRequest } from '../../../src/collect/mcp/start-request.js';
import { createFetch } from '../../../src/system/fetch.js';
import { answer, httpServer, mcpServer } from '../../support/mcp-servers.js';

const TOOL = { name: 'alpha', description: 'Does alpha.', inputSchema: { type: 'object' }, 'x-note': 'kept' };

let running: Awaited<ReturnType<typeof httpServer>> | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const doors = { fetch: createFetch({}) };

function visit(url: URL, over: Partial<StartRequest & { kind: 'remote' }> = {}, timeoutMs = 5_000) {
  const server = mcpServer({ transport: 'http', command: null, url: url.href });
  return introspect(server, { kind: 'remote', url, headers: {}, events: false, ...over }, doors, { timeoutMs, maxBytes: 256 * 1024 });
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

describe('asking a remote server', () => {
  it('lists its tools over Streamable HTTP, sends the configured header, and keeps unknown fields', async () => {
    const seen = new Set<unknown>();
    running = await httpServer((request, response) => {
      seen.add(request.headers.authorization);
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = JSON.parse(request.text);
      if (message.id === undefined) return void response.writeHead(202).end();
      json(response, { jsonrpc: '2.0', id: message.id, result: answer(message, [TOOL]) });
    });
    const result = await visit(running.url, { headers: { Authorization: 'Bearer of-the-test' } });
    expect(result).toMatchObject({ outcome: 'scanned', tools: [TOOL], instructions: 'Be kind.', issues: [] });
    expect([...seen]).toEqual(['Bearer of-the-test']);
  });

  it('falls back to server-sent events, with the header on both ways', async () => {
    let stream: ServerResponse | undefined;
    const seen = new Set<unknown>();
    running = await httpServer((request, response) => {
      if (request.method === 'GET') {
        seen.add(request.headers['x-key']);
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /messages?id=1\n\n');
      } else if (request.url === '/mcp') response.writeHead(405).end();
      else {
        seen.add(request.headers['x-key']);
        response.writeHead(202).end();
        const message = JSON.parse(request.text);
        const result = answer(message, [TOOL]);
        if (result) stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`);
      }
    });
    const result = await visit(running.url, { headers: { 'x-key': 'k' } });
    expect(result).toMatchObject({ outcome: 'scanned', tools: [TOOL] });
    expect([...seen]).toEqual(['k']);
  });

  it('says that an authorisation is wanted, and does not try another way', async () => {
    let requests = 0;
    running = await httpServer((_request, response) => {
      requests++;
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const result = await visit(running.url);
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'network', path: '~/.cursor/mcp.json', line: 3 }] });
    expect(requests).toBe(1);
  });

  it('breaks off an answer that never ends', async () => {
    running = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const flood = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', flood);
      };
      flood();
    });
    const result = await visit(running.url);
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'too_large' }] });
  });

  it('refuses a definition nested without end', async () => {
    running = await httpServer((request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = JSON.parse(request.text);
      if (message.method !== 'tools/list') return json(response, { jsonrpc: '2.0', id: message.id, result: answer(message, []) });
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      response.setHeader('content-type', 'application/json').end(`{"jsonrpc":"2.0","id":${message.id},"result":{"tools":[${deep}]}}`);
    });
    const result = await visit(running.url);
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'too_deep' }] });
  });

  it('waits no longer than it may for silence', async () => {
    running = await httpServer(() => {});
    const result = await visit(running.url, {}, 300);
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'timeout' }] });
  });

  it('does not take its headers to another origin', async () => {
    let reached = 0;
    const other = await httpServer((_request, response) => {
      reached++;
      response.end();
    });
    running = await httpServer((_request, response) => void response.writeHead(307, { location: other.url.href }).end());
    const result = await visit(running.url, { headers: { Authorization: 'Bearer of-the-test' } });
    await other.close();
    expect(result.outcome).toBe('failed');
    expect(reached).toBe(0);
  });

  it('names a server that nobody answers for, and garbage', async () => {
    const gone = await httpServer(() => {});
    await gone.close();
    expect(await visit(gone.url)).toMatchObject({ outcome: 'failed', issues: [{ kind: 'network' }] });
    running = await httpServer((_request, response) => void response.setHeader('content-type', 'text/html').end('<h1>\u001b[2Jhello</h1>'));
    const result = await visit(running.url);
    expect(result.outcome).toBe('failed');
    expect(JSON.stringify(result.issues)).not.toContain('\u001b');
  });
});

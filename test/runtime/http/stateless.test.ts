import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FaceListener, listenFor } from '../../support/face-listener.js';
import { eras } from '../../support/mcp-client.js';
import { environment } from '../../support/programs.js';
import { programPath, projectRoot } from '../../support/spawn-cli.js';

/** What the server was asked, and what it was told by headers. */
const asked: { method: string | undefined; headers: Record<string, unknown> }[] = [];
/** Slow calls that were cancelled, by their number: one that goes on is cut off only when its client closes, whoever is looked at by then. */
const cancelled = new Set<number>();
let slowCalls = 0;

function offer(): McpServer {
  const server = new McpServer({ name: 'stateless', version: '1' }, { capabilities: { tools: {} }, instructions: 'Be kind.' });
  const region = z.string().meta({ 'x-mcp-header': 'Region' });
  server.registerTool('query', { inputSchema: z.object({ region, text: z.string() }) }, ({ region: where, text }) => ({
    content: [{ type: 'text', text: `${where}: ${text}` }],
  }));
  server.registerTool('slow', { inputSchema: z.object({ number: z.number() }) }, async ({ number }, { mcpReq }) => {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, 5_000);
      mcpReq.signal.addEventListener('abort', () => {
        cancelled.add(number);
        clearTimeout(late);
        resolve();
      });
    });
    return { content: [] };
  });
  return server;
}

async function talk(transport: Transport, era: (typeof eras)[number]) {
  const client = new Client({ name: 'castellan-test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const call = (args: Record<string, unknown>) => client.callTool({ name: 'query', arguments: args }).catch(String);
  const answers = [await call({ region: 'Zürich', text: 'a' }), await call({ region: 'eu', text: 'b' }), await call({ text: 1 })];
  const number = ++slowCalls;
  const slow = await client.callTool({ name: 'slow', arguments: { number } }, { signal: AbortSignal.timeout(300) }).catch(String);
  for (let tries = 0; tries < 100 && !cancelled.has(number); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  const seen = { tools, answers, slow, revision: client.getNegotiatedProtocolVersion(), hasCancelled: cancelled.has(number) };
  await client.close();
  return seen;
}

describe('the official server, which keeps no sessions', () => {
  let url: URL;
  let gateway: FaceListener;
  let close: () => void;
  beforeAll(async () => {
    const handle = toNodeHandler(createMcpHandler(offer));
    const server = createServer((request, response) => {
      asked.push({ method: request.method, headers: request.headers });
      void handle(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    gateway = await listenFor(url);
    close = () => {
      server.closeAllConnections();
      server.close();
    };
  });
  afterAll(async () => {
    await gateway.close();
    close();
  });

  it.each(eras)('says the same from HTTP to HTTP, %s', async (era) => {
    const bare = await talk(new StreamableHTTPClientTransport(url), era);
    expect(bare.answers[0]).toMatchObject({ content: [{ text: 'Zürich: a' }] });
    expect(await talk(new StreamableHTTPClientTransport(gateway.url), era)).toEqual(bare);
  });

  it.each(eras)('says the same through standard streams, and gets the headers that it wants, %s', async (era) => {
    const bare = await talk(new StreamableHTTPClientTransport(url), era);
    asked.length = 0;
    const args = [programPath, 'proxy', '--log', 'off', '--url', url.href];
    const options = { command: process.execPath, args, cwd: projectRoot, env: environment(), stderr: 'ignore' } as const;
    expect(await talk(new StdioClientTransport(options), era)).toEqual(bare);
    const repeated = asked.filter(({ headers }) => headers['mcp-name'] === 'query').map(({ headers }) => headers['mcp-param-region']);
    expect(repeated).toEqual(era === 'auto' ? ['=?base64?WsO8cmljaA==?=', 'eu', undefined] : []);
  });

  it.each([
    ['mcp-method', 'tools/list'],
    ['mcp-name', 'other'],
    ['mcp-protocol-version', '2025-06-18'],
  ])('never sees a request whose header %s says other than its body', async (name, value) => {
    asked.length = 0;
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'query', arguments: {}, _meta: meta } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', [name]: value };
    const response = await fetch(gateway.url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32020 } });
    expect(asked).toEqual([]);
  });
});

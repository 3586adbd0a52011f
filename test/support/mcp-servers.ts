import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { StartRequest } from '../../src/collect/mcp/start-request.js';
import type { McpServer } from '../../src/model/agent.js';

/** A configured server as collectors make them. */
export function mcpServer(over: Partial<McpServer> = {}): McpServer {
  return {
    ref: 'server:fixture',
    name: 'fixture',
    client: 'cursor',
    path: '~/.cursor/mcp.json',
    line: 3,
    transport: 'stdio',
    command: 'node',
    args: [],
    url: null,
    env_names: [],
    header_names: [],
    disabled: false,
    auto_approve: [],
    components: [],
    ...over,
  };
}

/** Starts one of the scripts in fixtures/mcp-servers. */
export function script(name: string, args: string[] = [], env: Record<string, string> = {}): StartRequest {
  const file = fileURLToPath(new URL(`../../fixtures/mcp-servers/${name}.mjs`, import.meta.url));
  return { kind: 'process', argv: [process.execPath, file, ...args], env };
}

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

/** An HTTP server on a free loopback port. */
export async function httpServer(handler: Handler): Promise<{ url: URL; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => handler(Object.assign(request, { text }), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The result for a request of the protocol; undefined for what gets no answer. */
export function answer(message: { method?: string; params?: { protocolVersion?: string } }, tools: unknown[]): unknown {
  if (message.method === 'initialize') {
    return {
      protocolVersion: message.params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'fixture', version: '1' },
      instructions: 'Be kind.',
    };
  }
  return message.method === 'tools/list' ? { tools } : undefined;
}

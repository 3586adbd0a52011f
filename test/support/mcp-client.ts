import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { ServerAccess } from '../../src/mcp-server/contract/access.js';
import { serveOnHttp } from '../../src/mcp-server/http.js';
import { isObject } from '../../src/support/json.js';

/** The protocol's revisions: before and since the stateless one. */
export const eras = ['legacy', 'auto'] as const;
export type Era = (typeof eras)[number];

export interface ToolAnswer {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** The official client, connected. */
export async function connect(transport: Transport, era: Era): Promise<Client> {
  const client = new Client({ name: 'castellan-test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return client;
}

/** Calls a tool; the client checks the answer against the tool's output schema. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    data: isObject(result.structuredContent) ? { ...result.structuredContent } : {},
  };
}

/** A server in this process with a client on it. */
export async function served(access: ServerAccess, era: Era = 'auto'): Promise<{ client: Client; url: string; close(): Promise<void> }> {
  const listener = await serveOnHttp(access, { host: '127.0.0.1', port: 0 });
  const client = await connect(new StreamableHTTPClientTransport(new URL(listener.url)), era);
  const close = async () => {
    await client.close();
    await listener.close();
  };
  return { client, url: listener.url, close };
}

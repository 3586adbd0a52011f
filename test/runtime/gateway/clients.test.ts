import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayProcess, referenceServer, startGateway } from '../../support/gateway-process.js';
import { type Era, eras } from '../../support/mcp-client.js';
import { environment } from '../../support/programs.js';
import { programPath } from '../../support/spawn-cli.js';

const files = mkdtempSync(join(tmpdir(), 'castellan-files-'));
mkdirSync(join(files, 'sub'));
writeFileSync(join(files, 'note.txt'), 'a note, with ü and 🙂\n');

const servers = {
  everything: referenceServer('everything'),
  filesystem: referenceServer('filesystem', files),
  memory: referenceServer('memory'),
  own: { command: process.execPath, args: [programPath, 'mcp', 'serve'] },
};
type Name = keyof typeof servers;

let gateway: GatewayProcess;
let remote: GatewayProcess;
beforeAll(async () => {
  remote = await startGateway({ upstreams: { mcpServers: servers } });
  const far = Object.fromEntries(Object.keys(servers).map((name) => [`far-${name}`, { url: remote.at(name).href }]));
  gateway = await startGateway({ upstreams: { mcpServers: { ...servers, ...far } } });
});
afterAll(async () => {
  await gateway.stop();
  await remote.stop();
});

/** What both clients can do. */
interface Asks {
  listTools(): Promise<object>;
  listPrompts(): Promise<object>;
  listResources(): Promise<object>;
  callTool(params: { name: string; arguments: Record<string, unknown> }, progress?: (told: object) => void): Promise<object>;
  getServerVersion(): object | undefined;
}

const calls: Readonly<Record<Name, [string, Record<string, unknown>][]>> = {
  everything: [
    ['echo', { message: 'ü 🙂 \u2028 "quoted" \\ back' }],
    ['get-sum', { a: 1, b: 2.5 }],
    ['get-tiny-image', {}],
    ['no-such-tool', {}],
    ['trigger-long-running-operation', { duration: 0.3, steps: 3 }],
  ],
  filesystem: [
    ['read_text_file', { path: join(files, 'note.txt') }],
    ['read_text_file', { path: '/etc/hostname' }],
    ['list_directory', { path: files }],
  ],
  memory: [
    ['search_nodes', { query: 'nothing' }],
    ['read_graph', {}],
  ],
  own: [['list_rules', {}]],
};

/** Everything that a client learns from a server. */
async function learned(asks: Asks, name: Name): Promise<unknown[]> {
  const seen: unknown[] = [asks.getServerVersion(), await asks.listTools()];
  seen.push(await asks.listPrompts().catch(String), await asks.listResources().catch(String));
  for (const [tool, args] of calls[name]) {
    const progress: object[] = [];
    // On a pipe, the libraries lose what comes together with the answer.
    seen.push(await asks.callTool({ name: tool, arguments: args }, (told) => progress.push(told)).catch(String), progress.slice(0, 2));
  }
  return JSON.parse(JSON.stringify(seen).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2}:\d\d:\d\d [AP]M/g, '<time>'));
}

async function withNew(transport: Transport, era: Era, name: Name): Promise<unknown[]> {
  const client = new Client({ name: 'castellan-test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  const callTool: Asks['callTool'] = (params, onprogress) => client.callTool(params, { ...(onprogress && { onprogress }) });
  const asks = {
    callTool,
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    getServerVersion: () => client.getServerVersion(),
  };
  const seen = [client.getNegotiatedProtocolVersion(), ...(await learned(asks, name))];
  await client.close();
  return seen;
}

async function withOld(transport: OldHttp | OldStdio, name: Name): Promise<unknown[]> {
  const client = new OldClient({ name: 'castellan-test', version: '1.0.0' });
  // The old library's own types are not strict about optional members.
  await client.connect(transport as Parameters<OldClient['connect']>[0]);
  const callTool: Asks['callTool'] = (params, onprogress) => client.callTool(params, undefined, { ...(onprogress && { onprogress }) });
  const asks = {
    callTool,
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    getServerVersion: () => client.getServerVersion(),
  };
  const seen = await learned(asks, name);
  await client.close();
  return seen;
}

const names = Object.keys(servers) as Name[];

describe('published servers behind the gateway', () => {
  it.each(eras.flatMap((era) => names.map((name) => [era, name] as const)))(
    'tell the official client (%s) the same as without it: %s',
    async (era, name) => {
      const bare = new StdioClientTransport({ ...servers[name], env: environment(), stderr: 'ignore' });
      const [alone, behind, far] = await Promise.all([
        withNew(bare, era, name),
        withNew(new StreamableHTTPClientTransport(gateway.at(name)), era, name),
        withNew(new StreamableHTTPClientTransport(gateway.at(`far-${name}`)), era, name),
      ]);
      expect(behind).toEqual(alone);
      expect(far).toEqual(alone);
    },
  );

  it.each(names)('tell the official client of the release before the same as without it: %s', async (name) => {
    const bare = new OldStdio({ ...servers[name], env: environment(), stderr: 'ignore' });
    const [alone, behind] = await Promise.all([withOld(bare, name), withOld(new OldHttp(gateway.at(name)), name)]);
    expect(behind).toEqual(alone);
  });
});

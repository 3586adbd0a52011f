import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { hello, initialized, LineClient, relayed, request, toolCall } from '../support/line-client.js';
import { call, eras } from '../support/mcp-client.js';
import { environment } from '../support/programs.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

const SETTLING_MS = 1_500;

const require = createRequire(import.meta.url);

const servers = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
};

function serverFile(name: keyof typeof servers): string {
  return join(dirname(servers[name]), 'dist/index.js');
}

function folder(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'castellan-relay-')), 'files');
  mkdirSync(path);
  writeFileSync(join(path, 'note.txt'), 'a note, with ü and 🙂\n');
  return path;
}

/** What a client says, one thing after the other: each request is answered before the next goes out. */
type Script = readonly object[];

interface Peer {
  command: readonly string[];
  script: Script;
  env?: Record<string, string>;
}

const offers = { sampling: {}, elicitation: {}, roots: { listChanged: true } };

function everything(revision: string): Peer {
  return {
    command: [process.execPath, serverFile('everything')],
    script: [
      hello(revision, offers),
      initialized,
      request(1, 'ping'),
      request(2, 'tools/list'),
      request('three', 'prompts/list'),
      request(4, 'resources/templates/list'),
      request(5, 'resources/list'),
      request(6, 'prompts/get', { name: 'simple-prompt' }),
      toolCall(7, 'echo', { message: 'ü 🙂 \u2028 "quoted" \\ back' }),
      toolCall(8, 'get-sum', { a: 1, b: 2.5 }),
      toolCall(9, 'get-tiny-image'),
      request(10, 'tools/call', {
        name: 'trigger-long-running-operation',
        arguments: { duration: 0.3, steps: 3 },
        _meta: { progressToken: 'p' },
      }),
      toolCall(11, 'no-such-tool'),
      request(12, 'no/such/method', { a: 1 }),
      request(13, 'logging/setLevel', { level: 'error' }),
      request(14, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'department', value: 'E' },
      }),
      request(15, 'resources/read', { uri: 'demo://resource/static/document/features.md' }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99, reason: 'none' } },
      request(16, 'ping'),
    ],
  };
}

function files(): Peer {
  const root = folder();
  return {
    command: [process.execPath, serverFile('filesystem'), root],
    script: [
      hello('2025-06-18'),
      initialized,
      request(1, 'tools/list'),
      toolCall(3, 'read_text_file', { path: join(root, 'note.txt') }),
      toolCall(4, 'read_text_file', { path: '/etc/hostname' }),
      toolCall(5, 'write_file', { path: join(root, 'big.txt'), content: 'x'.repeat(300_000) }),
      toolCall(6, 'read_text_file', { path: join(root, 'big.txt') }),
      toolCall(7, 'list_directory', { path: root }),
    ],
  };
}

function memory(): Peer {
  const entities = [{ name: 'a', entityType: 'thing', observations: ['one'] }];
  return {
    command: [process.execPath, serverFile('memory')],
    script: [
      hello('2025-06-18'),
      initialized,
      request(1, 'tools/list'),
      toolCall(2, 'create_entities', { entities }),
      toolCall(3, 'read_graph'),
      toolCall(4, 'search_nodes', { query: 'one' }),
    ],
  };
}

/** Every line that the client saw. */
async function transcript(command: readonly string[], { script, env }: Peer): Promise<string[]> {
  const client = new LineClient(command, { cwd: projectRoot, ...(env && { env }) });
  for (const message of script) {
    client.send(message);
    const { id } = message as { id?: string | number };
    if (id !== undefined) await client.answer(id);
    // By then the server has asked what it wants to know, and offers its tools accordingly.
    if (message === initialized) await wait(SETTLING_MS);
  }
  client.child.stdin.end();
  // Without a relay, a server that still waits for an answer of its own stays for a minute.
  await Promise.race([client.exit, wait(SETTLING_MS, undefined, { ref: false })]);
  client.child.kill('SIGKILL');
  await client.exit;
  return client.lines;
}

function settled(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2}:\d\d:\d\d [AP]M/g, '<time>')).sort();
}

describe('the published servers behind the relay', () => {
  it.each<[string, () => Peer]>([
    ['everything, 2024-11-05', () => everything('2024-11-05')],
    ['everything, 2025-03-26', () => everything('2025-03-26')],
    ['everything, 2025-06-18', () => everything('2025-06-18')],
    ['everything, 2025-11-25', () => everything('2025-11-25')],
    ['filesystem', files],
  ])('say the same bytes as without it: %s', async (_, make) => {
    const peer = make();
    const [bare, behind] = [await transcript(peer.command, peer), await transcript(relayed(peer.command), peer)];
    expect(bare.length).toBeGreaterThan(5);
    expect(settled(behind)).toEqual(settled(bare));
  });

  it('keep their state as without it: memory', async () => {
    const own = () => ({ ...memory(), env: { MEMORY_FILE_PATH: join(folder(), 'memory.jsonl') } });
    const [bare, behind] = [own(), own()];
    expect(await transcript(relayed(behind.command), behind)).toEqual(await transcript(bare.command, bare));
  });
});

describe('the official client through the relay', () => {
  it.each(eras)('talks to the official server, %s', async (era) => {
    const said = async (through: boolean) => {
      const server = [programPath, 'mcp', 'serve'];
      const args = through ? [programPath, 'proxy', '--', process.execPath, ...server] : server;
      const client = new Client({ name: 'castellan-test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, cwd: projectRoot, env: environment(), stderr: 'ignore' }),
      );
      const { tools } = await client.listTools();
      const rules = await call(client, 'list_rules', {}).catch(String);
      const revision = client.getNegotiatedProtocolVersion();
      await client.close();
      return { tools, rules, revision };
    };
    expect(await said(true)).toEqual(await said(false));
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { spawn, spawnSync } from '../../test/support/programs.js';
import { projectRoot } from '../../test/support/spawn-cli.js';
import { type Measure, median } from './measure.js';

/** Another program that stands before a server over standard streams. These speak HTTP to the client. */
interface Peer {
  name: string;
  version: string;
  argv(port: number, server: readonly string[]): string[];
}

const PEERS: readonly Peer[] = [
  {
    name: 'mcp-proxy',
    version: '6.7.19',
    argv: (port, server) => ['--port', String(port), '--host', '127.0.0.1', '--server', 'stream', '--', ...server],
  },
  {
    name: 'supergateway',
    version: '4.0.0',
    argv: (port, server) => {
      const options = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none'];
      return ['--stdio', server.join(' '), ...options];
    },
  },
];

const INSTALL_MS = 120_000;
const START_MS = 20_000;
const WARM_UP = 200;
const CALLS = 1_000;
const SERVER = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];

/** Other programs of npm, installed for this run into a folder of their own; says plainly which of them cannot be. */
export async function measurePeers(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-peers-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const measures: Measure[] = [];
    for (const peer of PEERS) {
      try {
        install(folder, peer);
        measures.push(...(await measured(folder, peer)));
      } catch (error) {
        process.stdout.write(`  ${peer.name} ${peer.version} is not measured: ${error instanceof Error ? error.message : 'no reason'}\n`);
      }
    }
    return measures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string, { name, version }: Peer): void {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: INSTALL_MS });
  if (status !== 0) throw new Error(`it cannot be installed (${stderr.trim().split('\n').at(-1) ?? ''})`);
}

async function measured(folder: string, peer: Peer): Promise<Measure[]> {
  const { name, version } = peer;
  const { bin } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const program = join(folder, 'node_modules', name, typeof bin === 'string' ? bin : bin[name]);
  const port = await freePort();
  const child = spawn(process.execPath, [program, ...peer.argv(port, SERVER)], { stdio: 'ignore', detached: true });
  try {
    const session = await opened(`http://127.0.0.1:${port}/mcp`);
    const times: number[] = [];
    for (let id = 0; id < WARM_UP + CALLS; id++) {
      const began = performance.now();
      await session(id);
      if (id >= WARM_UP) times.push(performance.now() - began);
    }
    return [{ name: `${name} ${version} before a server, over HTTP, p50`, value: median(times), unit: 'ms' }];
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
}

type Call = (id: number) => Promise<void>;

/** A session of the protocol, once the program answers. */
async function opened(url: string): Promise<Call> {
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } };
  const first = await patient(() => post(url, { id: 'hello', method: 'initialize', params: hello }));
  const id = first.headers.get('mcp-session-id');
  const headers: Record<string, string> = { 'mcp-protocol-version': '2025-06-18', ...(id !== null && { 'mcp-session-id': id }) };
  await post(url, { method: 'notifications/initialized' }, headers);
  return async (call) => {
    const params = { name: 'text', arguments: { text: 'what a person would say' } };
    const answer = await post(url, { id: call, method: 'tools/call', params }, headers);
    if (!answer.text.includes('what a person would say')) throw new Error('it does not answer');
  };
}

async function patient<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + START_MS; ; await wait(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function post(url: string, message: object, headers: Record<string, string> = {}): Promise<{ headers: Headers; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return { headers: response.headers, text };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

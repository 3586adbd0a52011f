import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject, type JsonObject } from '../../../src/support/json.js';
import { spawn } from '../../../test/support/programs.js';
import { projectRoot } from '../../../test/support/spawn-cli.js';
import { everythingCalls, filesystemCalls, memoryCalls, type PlannedCall } from './planned-calls.js';

/** One call of a tool and what came of it. */
export interface RecordedCall extends PlannedCall {
  result: unknown;
}

/** What went between a client and a server that both mean well. */
export interface Traffic {
  server: string;
  tools: readonly JsonObject[];
  calls: readonly RecordedCall[];
}

const require = createRequire(import.meta.url);

/** Asks the published reference servers, as they are installed, and keeps what they answer for this run only. */
export async function recordTraffic(): Promise<Traffic[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'castellan-traffic-')));
  try {
    mkdirSync(join(folder, 'work'));
    return [
      await record('filesystem', filesystemCalls(projectRoot, join(folder, 'work')), [projectRoot, join(folder, 'work')]),
      await record('memory', memoryCalls(), [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
      await record('everything', everythingCalls()),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function record(
  name: string,
  planned: readonly PlannedCall[],
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Traffic> {
  const file = join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), 'dist/index.js');
  const conversation = new Conversation([file, ...args], env);
  try {
    await conversation.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'recorder', version: '1.0.0' },
    });
    conversation.say({ method: 'notifications/initialized' });
    const listed = await conversation.ask('tools/list', {});
    const tools = isObject(listed) && Array.isArray(listed.tools) ? listed.tools.filter(isObject) : [];
    const calls: RecordedCall[] = [];
    for (const call of planned) calls.push({ ...call, result: await conversation.ask('tools/call', { ...call }) });
    return { server: name, tools, calls };
  } finally {
    await conversation.end();
  }
}

const PATIENCE_MS = 30_000;

/** A server and one question at a time. */
class Conversation {
  private readonly child;
  private readonly waiting = new Map<number, (result: unknown) => void>();
  private next = 0;

  constructor(args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      if (!isObject(message) || typeof message.id !== 'number' || message.method !== undefined) return;
      this.waiting.get(message.id)?.(message.result ?? message.error);
      this.waiting.delete(message.id);
    });
  }

  say(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  ask(method: string, params: object): Promise<unknown> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method}`)), PATIENCE_MS);
      this.waiting.set(id, (result) => {
        clearTimeout(late);
        resolve(result);
      });
      this.say({ id, method, params });
    });
  }

  async end(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin.end();
    const late = setTimeout(() => this.child.kill('SIGKILL'), 2_000);
    await gone;
    clearTimeout(late);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServeOptions } from '../../src/control-plane/options.js';
import { projectRoot } from './spawn-cli.js';

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A server in a process of its own. */
class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(options: ServeOptions): Promise<Server> {
    const script = join(projectRoot, 'test/support/fault-server.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
    const [url] = (await Promise.race([
      new Promise((resolve) => lines.once('line', (line) => resolve([line]))),
      new Promise((_, reject) => child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))),
    ])) as [string];
    return new Server(child, url);
  }

  /** Process ids of its workers now. */
  workers(): number[] {
    const { pid } = this.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children.split(' ').filter(Boolean).map(Number);
  }

  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }
}

export interface Faults {
  rounds: number;
  seed: number;
  options: ServeOptions;
  key: string;
  /** Folders to scan. */
  projects: readonly string[];
  log?(line: string): void;
}

/**
 * Each round asks for some scans, waits a while and kills the server, or a worker, with SIGKILL. Gives the ids of the jobs that were
 * accepted, once a server left in peace has nothing more to do.
 */
export async function faultRounds({ rounds, seed, options, key, projects, log }: Faults): Promise<string[]> {
  const random = randomOf(seed);
  const accepted: string[] = [];
  let server = await Server.start(options);
  for (let round = 1; round <= rounds; round++) {
    const url = server.url;
    const asks = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
      ask(url, key, projects[(round + index) % projects.length] ?? '').then((jobId) => jobId !== undefined && accepted.push(jobId)),
    );
    await wait(random() * 1_200);
    const [worker] = server.workers();
    const hitsWorker = worker !== undefined && random() < 0.5;
    log?.(`round ${round}: kill ${hitsWorker ? 'a worker' : 'the server'}; ${accepted.length} jobs accepted`);
    if (hitsWorker) killNow(worker);
    else {
      await server.kill();
      await Promise.all(asks);
      server = await Server.start(options);
    }
    await Promise.all(asks);
  }
  await untilIdle(server.url, key);
  await server.kill();
  return accepted;
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The job's id, when the server said that it took it. */
async function ask(url: string, key: string, path: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'scan.repo', scope: { path } }),
    });
    const { job_id } = (await response.json()) as { job_id?: string };
    return response.status === 201 ? job_id : undefined;
  } catch {
    return undefined;
  }
}

async function untilIdle(url: string, key: string): Promise<void> {
  for (const status of ['queued', 'running', 'queued']) {
    for (let open = 1; open > 0; await wait(200)) {
      const response = await fetch(`${url}/v1/jobs?status=${status}&limit=1`, { headers: { authorization: `Bearer ${key}` } });
      open = ((await response.json()) as { items: unknown[] }).items.length;
    }
  }
}

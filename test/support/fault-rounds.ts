import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestPlane } from './control-plane.js';
import { type Asked, FaultLoad } from './fault-load.js';
import { sampleProject } from './job-runs.js';
import { type ServeProcess, startServe } from './serve-process.js';

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

export interface Faults {
  rounds: number;
  seed: number;
  /** On the database that the servers are to work on. */
  at: TestPlane;
  key: string;
  /** Server processes side by side; an embedded database has one. */
  servers: number;
  log?(line: string): void;
}

export interface FaultOutcome {
  asked: Asked[];
  /** What went wrong while it ran. */
  complaints: string[];
}

const CLIENTS = 4;
const LONGEST_ROUND_MS = 800;

/**
 * In each round clients write without a pause, some jobs are asked for, and at a random moment a server, a worker, or both are ended with
 * SIGKILL; with several servers one is also held still while another takes its jobs over. Fulfilled once nothing is left to do.
 */
export async function faultRounds(faults: Faults): Promise<FaultOutcome> {
  const { rounds, seed, at, key, log } = faults;
  const random = randomOf(seed);
  await at.ask('PUT', '/v1/auth/quota', {
    key,
    body: { sources: 100_000, schedules: 100_000, fleet_agents: 100_000, retained_jobs: 100_000 },
  });
  const servers = new Servers(faults);
  await servers.fill();
  const projects = ['one', 'two', 'three', 'four'].map((name) => sampleProject(at, name));
  const sources = await runnableSources(faults, projects);
  const load = new FaultLoad({ key, projects, sources, random: randomOf(seed + 1), servers: () => servers.urls(), name: `s${seed}` });
  let over = false;
  const writing = load.run(CLIENTS, () => over);
  const jobs: Promise<void>[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const started = Date.now();
      for (let asks = 1 + Math.floor(random() * 2); asks > 0; asks -= 1) jobs.push(load.job());
      await wait(random() * LONGEST_ROUND_MS);
      const hit = await servers.strike(random);
      await servers.fill();
      log?.(`round ${round}: ${hit}; ${load.asked.length} writes so far; ${Date.now() - started} ms`);
    }
    over = true;
    await Promise.all([writing, ...jobs]);
    await untilIdle(servers, key);
    await servers.end();
    return { asked: load.asked, complaints: [...load.complaints, ...servers.complaints] };
  } finally {
    over = true;
    await servers.end();
  }
}

async function runnableSources({ at, key }: Faults, projects: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const path of projects.slice(0, 2)) {
    const { body } = await at.ask('POST', '/v1/sources', { key, body: { kind: 'scan.repo', display_name: path, scope: { path } } });
    made.push(body.source_id);
  }
  return made;
}

/** Servers of the real program, each in a process of its own. */
class Servers {
  readonly complaints: string[] = [];
  private running: ServeProcess[] = [];

  constructor(private readonly faults: Faults) {}

  urls(): string[] {
    return this.running.map(({ url }) => url);
  }

  async fill(): Promise<void> {
    while (this.running.length < this.faults.servers) this.running.push(await this.start());
  }

  /** Does one thing that must cost nothing; says what it was. */
  async strike(random: () => number): Promise<string> {
    const server = this.running[Math.floor(random() * this.running.length)];
    const [worker] = server ? workersOf(server) : [];
    const choice = random();
    if (!server) return 'no server';
    if (worker !== undefined && choice < 0.3) {
      killNow(worker);
      return 'killed a worker';
    }
    if (this.running.length > 1 && choice < 0.4) return this.holdStill(server);
    if (worker !== undefined && choice < 0.5) killNow(worker);
    await this.kill(server);
    return `killed a server${worker === undefined ? '' : ' with work in hand'}`;
  }

  async end(): Promise<void> {
    for (const server of [...this.running]) await this.kill(server);
  }

  private async start(): Promise<ServeProcess> {
    const { dataFolder, databaseUrl, scanRoots, advisoryDatabase } = this.faults.at.plane.options;
    const server = await startServe({
      home: dataFolder,
      args: ['--workers', '2', '--offline', ...scanRoots.flatMap((root) => ['--scan-roots', root])],
      env: {
        SERVICE_DB: advisoryDatabase,
        SERVICE_WRITE_RATE: '1000000',
        ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }),
      },
    });
    void server.ended.then((code) => {
      this.complaints.push(
        ...server
          .stderr()
          .split('\n')
          .filter((line) => line.includes('request failed')),
      );
      if (this.running.includes(server)) this.complaints.push(`a server ended by itself with ${code}: ${server.stderr()}`);
      this.running = this.running.filter((one) => one !== server);
    });
    return server;
  }

  private async kill(server: ServeProcess): Promise<void> {
    this.running = this.running.filter((one) => one !== server);
    server.kill('SIGKILL');
    await server.ended;
    await this.expireLeases(server);
  }

  /** A server that hangs for longer than its leases, and then goes on as if nothing were. */
  private async holdStill(server: ServeProcess): Promise<string> {
    server.kill('SIGSTOP');
    // It may be held in the middle of a transaction that others wait for.
    const expired = this.expireLeases(server);
    await wait(1_500);
    server.kill('SIGCONT');
    await expired;
    return 'held a server still';
  }

  /** Lets the time pass that a test would have to wait: what the process holds is anybody's now. */
  private async expireLeases({ child }: ServeProcess): Promise<void> {
    const now = new Date().toISOString();
    await this.faults.at.plane.store.shared(({ db }) =>
      db.updateTable('job_queue').set({ available_at: now }).where('worker', 'like', `pool${child.pid}_%`).execute(),
    );
  }
}

/** Process ids of its workers now. */
function workersOf({ child: { pid } }: ServeProcess): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

async function untilIdle(servers: Servers, key: string): Promise<void> {
  const [url] = servers.urls();
  for (const status of ['queued', 'running', 'queued']) {
    for (let open = 1; open > 0; await wait(200)) {
      const response = await fetch(`${url}/v1/jobs?status=${status}&limit=1`, { headers: { authorization: `Bearer ${key}` } });
      open = ((await response.json()) as { items: unknown[] }).items.length;
    }
  }
}

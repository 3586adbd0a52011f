import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPostgres } from '../../test/support/databases.js';
import { fork } from '../../test/support/programs.js';
import { startServe } from '../../test/support/serve-process.js';
import { type Measure, median } from './measure.js';
import { measureAnswers } from './serve-load.js';
import { measureMemory } from './serve-memory.js';
import { fillTenant } from './serve-tenant.js';
import { fillWide, measureBesideWrites } from './serve-views.js';

const STARTS = 9;

/** The control plane as a process of its own, beside the load generator, with a tenant of the size we promise: on SQLite. */
export async function measureServe(): Promise<Measure[]> {
  return [...(await readyTimes()), ...(await measureOn({ aims: true })), ...(await measureWide({ aims: true }))];
}

/** The same on a PostgreSQL of its own on this machine, which shares the processors; reported, without aims. */
export async function measureServeOnPostgres(): Promise<Measure[]> {
  const database = ownPostgres({ durable: true });
  try {
    return [
      ...(await measureOn({ ...(await database.open()), aims: false })),
      ...(await measureWide({ ...(await database.open()), aims: true })),
    ];
  } finally {
    await database.close();
  }
}

interface On {
  databaseUrl?: string;
  aims: boolean;
}

function measureOn({ databaseUrl, aims }: On): Promise<Measure[]> {
  return inFolder(async (home) => {
    const { key, findingsPerSecond } = await fillTenant(home, databaseUrl);
    const filled = { name: 'findings written, pushes of 1 000', value: findingsPerSecond, unit: 'findings/s' };
    const args = [home, ...(databaseUrl === undefined ? [] : [databaseUrl])];
    const host = fork(fileURLToPath(new URL('./serve-host.ts', import.meta.url)), args, { execArgv: ['--expose-gc', '--import', 'tsx'] });
    try {
      const [{ url }] = await once(host, 'message');
      const serving = { url, pid: host.pid ?? 0, key, held: () => heldMb(host) };
      return [filled, ...(await measureAnswers(serving, aims)), ...(await measureMemory(serving, aims ? 200_000 : 20_000))];
    } finally {
      host.kill('SIGKILL');
    }
  });
}

/** As many packages as findings, and reads while others write: of the program as it is installed. */
export function measureWide({ databaseUrl, aims }: On): Promise<Measure[]> {
  return inFolder(async (home) => {
    const { key, findingsPerSecond } = await fillWide(home, databaseUrl);
    const filled = { name: 'findings written, each on a package of its own', value: findingsPerSecond, unit: 'findings/s' };
    const unlimited = { SERVICE_READ_RATE: '1000000', SERVICE_WRITE_RATE: '1000000' };
    const env = { ...unlimited, ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }) };
    const { url, child, kill } = await startServe({ home, env, firstStart: false });
    try {
      return [filled, ...(await measureBesideWrites({ url, pid: child.pid ?? 0, key }, aims))];
    } finally {
      kill('SIGKILL');
    }
  });
}

async function inFolder<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-serve-'));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** What the process holds after a collection, MB. */
async function heldMb(host: ChildProcess): Promise<number> {
  const answer = once(host, 'message');
  host.send('collect');
  const [{ heapBytes }] = await answer;
  return heapBytes / 2 ** 20;
}

/** From the start of the process to the address being printed, on a new folder and on one that is there. */
async function readyTimes(): Promise<Measure[]> {
  const [fresh, again, processor]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < STARTS; round += 1) {
    const home = mkdtempSync(join(tmpdir(), 'castellan-start-'));
    for (const times of [fresh, again]) {
      const started = performance.now();
      const serving = await startServe({ home });
      times.push(performance.now() - started);
      if (times === again) processor.push(processorMs(serving.child.pid ?? 0));
      serving.kill('SIGKILL');
      await serving.ended;
    }
    rmSync(home, { recursive: true, force: true });
  }
  return [
    { name: 'ready, first start with its key', value: median(fresh), unit: 'ms' },
    { name: 'ready, database there', value: median(again), unit: 'ms', aim: 300 },
    { name: 'ready, database there, processor time', value: Math.min(...processor), unit: 'ms' },
  ];
}

/** User and system time, in ticks of 10 ms (proc(5)); 0 where there is no /proc. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

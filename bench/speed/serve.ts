import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon, { type Result } from 'autocannon';
import { startServe } from '../../test/support/serve-process.js';
import { type Measure, median } from './measure.js';
import { fillTenant } from './serve-tenant.js';

const STARTS = 9;
const SECONDS = { full: 2, steady: 5 };
const MEMORY_REQUESTS = 200_000;
/** Connections that ask as fast as they are answered: for what the process can do at most, its answers wait for each other then. */
const CONNECTIONS = 4;

interface Host {
  url: string;
  pid: number;
}

interface Ask {
  name: string;
  path: string;
  method?: 'GET' | 'POST';
  body?: object;
  aim?: number;
}

const READS: readonly Ask[] = [
  { name: 'findings list', path: '/v1/findings?limit=50', aim: 20 },
  { name: 'findings of a severity', path: '/v1/findings?severity=high&limit=50', aim: 20 },
  { name: 'findings search', path: '/v1/findings?q=package-7-77', aim: 20 },
  { name: 'graph search', path: '/v1/graph/search?q=server', aim: 10 },
  { name: 'graph node', path: '/v1/graph/nodes/server%3A17', aim: 5 },
  { name: 'exposure paths', path: '/v1/graph/exposure-paths', aim: 50 },
  { name: 'graph difference', path: '/v1/graph/diff?from=2026-01-01T00:00:00.000Z', aim: 50 },
  { name: 'fleet', path: '/v1/fleet?limit=50', aim: 15 },
  { name: 'jobs', path: '/v1/jobs?limit=50' },
  {
    name: 'gateway evaluate, audited',
    path: '/v1/gateway/evaluate',
    method: 'POST',
    body: { agent: 'cursor', tool: 'read_file', arguments: { path: '/etc/passwd' } },
    aim: 3,
  },
];

/** The control plane as a process of its own on SQLite, beside the load generator, with a tenant of the size we promise. */
export async function measureServe(): Promise<Measure[]> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-serve-'));
  try {
    const starts = await readyTimes();
    const { key, findingsPerSecond } = await fillTenant(home);
    const filled = { name: 'findings written, pushes of 1 000', value: findingsPerSecond, unit: 'findings/s' };
    const host = fork(fileURLToPath(new URL('./serve-host.ts', import.meta.url)), [home], { execArgv: ['--import', 'tsx'] });
    try {
      const [{ url }] = await once(host, 'message');
      const serving = { url, pid: host.pid ?? 0 };
      return [...starts, filled, ...(await measureAll(serving, key)), ...(await memory(serving, key))];
    } finally {
      host.kill('SIGKILL');
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
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

async function measureAll(serving: Host, key: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const ask of READS) {
    const probe = await fetch(`${serving.url}${ask.path}`, requestOf(ask, key));
    if (probe.status !== 200) {
      process.stderr.write(`  ${ask.name}: ${probe.status}, left out\n`);
      continue;
    }
    const { requests } = await load(serving.url, ask, key, { duration: SECONDS.full });
    const { latency, non2xx } = await load(serving.url, ask, key, { duration: SECONDS.steady, connections: 1 });
    if (non2xx > 0) process.stderr.write(`  ${ask.name}: ${non2xx} answers were no success\n`);
    measures.push({
      name: `${ask.name}, p97.5 (at most ${requests.average.toFixed(0)}/s)`,
      value: latency.p97_5,
      unit: 'ms',
      ...(ask.aim !== undefined && { aim: ask.aim }),
    });
  }
  return measures;
}

function requestOf({ method = 'GET', body }: Ask, key: string) {
  return {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  };
}

function load(
  url: string,
  ask: Ask,
  key: string,
  extent: { duration: number; connections?: number } | { amount: number },
): Promise<Result> {
  return autocannon({ url: `${url}${ask.path}`, connections: CONNECTIONS, ...requestOf(ask, key), ...extent });
}

/** Resident memory after 20 000 requests and after ten times as many: it may not grow. */
async function memory(serving: Host, key: string): Promise<Measure[]> {
  const ask: Ask = { name: 'sources', path: '/v1/sources?limit=10' };
  await load(serving.url, ask, key, { amount: MEMORY_REQUESTS / 10 });
  const before = residentMb(serving.pid);
  const { requests, non2xx } = await load(serving.url, ask, key, { amount: MEMORY_REQUESTS });
  const after = residentMb(serving.pid);
  return [
    { name: `memory after ${MEMORY_REQUESTS} requests (${requests.average.toFixed(0)}/s, ${non2xx} refused)`, value: after, unit: 'MB' },
    { name: 'growth over them', value: (after / before - 1) * 100, unit: '%', aim: 10 },
  ];
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

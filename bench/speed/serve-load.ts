import autocannon, { type Result } from 'autocannon';
import type { Measure } from './measure.js';

const SECONDS = { warm: 1, measured: 4 };

/** Connections that ask as fast as they are answered: four say what the process can do at most, their answers wait for each other. */
const CONNECTIONS = [1, 4] as const;

/** A control plane that is running, and an admin's key for its tenant. */
export interface Serving {
  url: string;
  pid: number;
  key: string;
  /** Live memory after a collection, MB. */
  held(): Promise<number>;
}

export interface Ask {
  name: string;
  path: string;
  method?: 'GET' | 'POST';
  body?: object;
  /** Milliseconds. */
  aim?: number;
}

const ASKS: readonly Ask[] = [
  { name: 'findings list', path: '/v1/findings?limit=50', aim: 20 },
  { name: 'findings of a severity', path: '/v1/findings?severity=high&limit=50', aim: 20 },
  { name: 'findings search, few matches', path: '/v1/findings?q=package-7-77', aim: 20 },
  { name: 'findings search, all match', path: '/v1/findings?q=package', aim: 20 },
  { name: 'graph search', path: '/v1/graph/search?q=server', aim: 10 },
  { name: 'graph node', path: '/v1/graph/nodes/server%3A17', aim: 5 },
  { name: 'exposure paths', path: '/v1/graph/exposure-paths', aim: 50 },
  { name: 'graph difference', path: '/v1/graph/diff?from=2026-01-01T00:00:00.000Z', aim: 50 },
  { name: 'fleet', path: '/v1/fleet?limit=50', aim: 15 },
  { name: 'jobs', path: '/v1/jobs?limit=50' },
  { name: 'posture', path: '/v1/posture' },
  {
    name: 'gateway evaluate, audited',
    path: '/v1/gateway/evaluate',
    method: 'POST',
    body: { agent: 'cursor', tool: 'read_file', arguments: { path: '/etc/passwd' } },
    aim: 3,
  },
];

/** Latencies of single requests and of four at a time, and the first answers after a change. Without `aims` they are reported only. */
export async function measureAnswers(serving: Serving, aims: boolean): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const ask of ASKS) {
    const started = performance.now();
    const probe = await fetch(`${serving.url}${ask.path}`, requestOf(ask, serving.key));
    await probe.arrayBuffer();
    const first = performance.now() - started;
    if (probe.status !== 200) throw new Error(`${ask.name}: answered ${probe.status}`);
    if (first > 100) measures.push({ name: `${ask.name}, first after a change`, value: first, unit: 'ms' });
    for (const connections of CONNECTIONS) measures.push(await latencyOf(serving, ask, { connections, aims }));
  }
  return measures;
}

async function latencyOf(serving: Serving, ask: Ask, { connections, aims }: { connections: number; aims: boolean }): Promise<Measure> {
  await load(serving, ask, { duration: SECONDS.warm, connections });
  const { latency, requests, non2xx } = await load(serving, ask, { duration: SECONDS.measured, connections });
  if (non2xx > 0) throw new Error(`${ask.name}: ${non2xx} answers were no success`);
  const at = connections === 1 ? `${requests.average.toFixed(0)}/s` : `${connections} at a time, ${requests.average.toFixed(0)}/s`;
  return { name: `${ask.name}, p97.5 (${at})`, value: latency.p97_5, unit: 'ms', ...(aims && { aim: ask.aim }) };
}

function requestOf({ method = 'GET', body }: Ask, key: string) {
  return {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** Asks the same over and over. */
export function load(
  { url, key }: Serving,
  ask: Ask,
  extent: { connections?: number } & ({ duration: number } | { amount: number }),
): Promise<Result> {
  return autocannon({ url: `${url}${ask.path}`, connections: 4, ...requestOf(ask, key), ...extent });
}

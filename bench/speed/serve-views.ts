import { setTimeout as wait } from 'node:timers/promises';
import { graphOfFindings } from '../../src/control-plane/ingest/finding-graph.js';
import { ingest } from '../../src/control-plane/ingest/write.js';
import { bootstrapAdmin } from '../../src/control-plane/start/bootstrap.js';
import { openControlPlane } from '../../src/control-plane/start/start.js';
import type { GraphEdge, GraphNode } from '../../src/model/graph.js';
import { batchOf, packageFinding } from '../../test/support/ingest-batches.js';
import type { Measure } from './measure.js';
import { benchOptions } from './serve-host.js';
import type { Serving } from './serve-load.js';
import { residentMb } from './serve-memory.js';

const TENANT = 'wide';
const FINDINGS = 100_000;
const PUSH = 1_000;
const SERVERS = 400;
/** A thousand reads, or as many as there are in this time. */
const READS = 1000;
const MOST_MS = 90_000;
/** Ten a second; one in so many is larger. */
const PUSH_MS = 100;
const LARGER = { every: 40, findings: 500 };

/** Reads beside writes, with what they may take, ms. */
const ASKS: readonly { name: string; path: string; aim: number }[] = [
  { name: 'findings list', path: '/v1/findings?limit=50', aim: 20 },
  { name: 'findings search', path: '/v1/findings?q=package-7-77', aim: 20 },
  { name: 'findings statistics', path: '/v1/findings/stats', aim: 20 },
  { name: 'graph search', path: '/v1/graph/search?q=package-7-77', aim: 20 },
  { name: 'graph search, two letters', path: '/v1/graph/search?q=e-', aim: 20 },
  { name: 'graph node', path: '/v1/graph/nodes/server%3A17', aim: 20 },
  { name: 'exposure paths', path: '/v1/graph/exposure-paths', aim: 50 },
  { name: 'posture', path: '/v1/posture', aim: 50 },
  { name: 'graph', path: '/v1/graph', aim: 50 },
  { name: 'assets', path: '/v1/assets?limit=50', aim: 50 },
  { name: 'compliance', path: '/v1/compliance', aim: 50 },
];

type Served = Pick<Serving, 'url' | 'pid' | 'key'>;

function nameOf(index: number): string {
  return `package-${Math.floor(index / PUSH)}-${index % PUSH}`;
}

/** A tenant with as many packages as findings, and servers that run some of them; through the one write path. */
export async function fillWide(home: string, databaseUrl?: string): Promise<{ key: string; findingsPerSecond: number }> {
  const plane = await openControlPlane(benchOptions(home, databaseUrl), { version: 'bench', clock: Date.now });
  const key = await bootstrapAdmin(plane, TENANT);
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  let spent = 0;
  for (let push = 0; push < FINDINGS / PUSH; push += 1) {
    const findings = Array.from({ length: PUSH }, (_, index) =>
      packageFinding(nameOf(push * PUSH + index), { severity: severities[index % 4] ?? 'low', cwes: [`CWE-${index % 50}`] }),
    );
    const graph = graphOfFindings(findings);
    const started = performance.now();
    await plane.store.write(TENANT, (store) =>
      ingest(store, batchOf(`src_${push % 20}`, (push % 28) + 1, findings, { graph, complete: false })),
    );
    spent += performance.now() - started;
  }
  await plane.store.write(TENANT, (store) => ingest(store, batchOf('src_graph', 1, [], { graph: estate(), complete: false })));
  await plane.store.close();
  return { key, findingsPerSecond: (FINDINGS * 1000) / spent };
}

/** Agents that use servers, which run packages, hold credentials and offer tools. */
function estate(): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (let index = 0; index < SERVERS; index += 1) {
    const [agent, server, tool, credential] = [`agent:${index % 100}`, `server:${index}`, `tool:${index}`, `credential:${index}`];
    if (index < 100) nodes.push({ id: agent, kind: 'agent', label: `agent ${index}` });
    nodes.push({ id: server, kind: 'server', label: `server ${index}` });
    nodes.push({ id: tool, kind: 'tool', label: `tool ${index}` }, { id: credential, kind: 'credential', label: `credential ${index}` });
    edges.push({ from: agent, to: server, kind: 'uses' }, { from: server, to: tool, kind: 'offers' });
    edges.push({ from: server, to: credential, kind: 'holds' });
    for (let step = 0; step < 10; step += 1) {
      const to = purlOf(index * 10 + step);
      edges.push(step < 5 ? { from: server, to, kind: 'runs' } : { from: purlOf(index * 10 + step - 5), to, kind: 'depends_on' });
    }
  }
  return { nodes, edges };
}

function purlOf(index: number): string {
  return `pkg:npm/${nameOf(index)}@1.0.0`;
}

/** What reads take while somebody writes all the time, how old their answers are, and what memory they leave resident. */
export async function measureBesideWrites(serving: Served, aims: boolean): Promise<Measure[]> {
  const headers = { authorization: `Bearer ${serving.key}` };
  for (const { path } of ASKS) await (await fetch(`${serving.url}${path}`, { headers })).arrayBuffer();
  const writer = new Writer(serving);
  const writing = writer.run();
  const times = new Map(ASKS.map(({ name }) => [name, { ms: [] as number[], age: 0 }]));
  const began = performance.now();
  let refused = 0;
  for (let reads = 0; reads < READS && performance.now() - began < MOST_MS; reads += ASKS.length) {
    for (const { name, path } of ASKS) {
      const started = performance.now();
      const answer = await fetch(`${serving.url}${path}`, { headers });
      await answer.arrayBuffer();
      if (answer.status === 503) refused += 1;
      else if (answer.status !== 200) throw new Error(`${name}: answered ${answer.status}`);
      const time = times.get(name);
      time?.ms.push(performance.now() - started);
      if (time) time.age = Math.max(time.age, Number(answer.headers.get('age') ?? 0));
      await wait(10);
    }
  }
  writer.stop();
  await writing;
  const reads = ASKS.flatMap(({ name, aim }): Measure[] => {
    const { ms = [], age = 0 } = times.get(name) ?? {};
    const shown = `beside writes: ${name}, p95 (p50 ${at(ms, 0.5).toFixed(1)}, max ${at(ms, 1).toFixed(0)}, age ≤ ${age} s)`;
    return [{ name: shown, value: at(ms, 0.95), unit: 'ms', ...(aims && { aim }) }];
  });
  const pushes = `pushes of one finding meanwhile, p95 (p50 ${at(writer.ms, 0.5).toFixed(1)}, ${writer.ms.length} of them, ${writer.refused} refused)`;
  return [
    ...reads,
    { name: 'reads refused', value: refused, unit: '' },
    { name: pushes, value: at(writer.ms, 0.95), unit: 'ms' },
    { name: 'memory resident after a thousand of these reads', value: residentMb(serving.pid), unit: 'MB', ...(aims && { aim: 250 }) },
  ];
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Ten pushes a second, whether or not the ones before are answered. */
class Writer {
  readonly ms: number[] = [];
  /** Those that were not taken: the database was too busy, or the connection was gone. */
  refused = 0;
  private running = true;

  constructor(private readonly serving: Served) {}

  async run(): Promise<void> {
    const sent: Promise<void>[] = [];
    for (let count = 0; this.running; count += 1) {
      sent.push(this.push(count));
      await wait(PUSH_MS);
    }
    await Promise.all(sent);
  }

  stop(): void {
    this.running = false;
  }

  private async push(count: number): Promise<void> {
    const size = count % LARGER.every === LARGER.every - 1 ? LARGER.findings : 1;
    // One in four is about a package that a server runs.
    const nameAt = (index: number) => (size === 1 && count % 4 === 0 ? nameOf(count % 2000) : `new-${count}-${index}`);
    const findings = Array.from({ length: size }, (_, index) => ({
      id: `CVE-2026-${10_000 + count}`,
      title: 'Something that was found while others read',
      severity: 'high',
      purl: `pkg:npm/${nameAt(index)}@1.0.0`,
    }));
    const started = performance.now();
    const { url, key } = this.serving;
    const answer = await fetch(`${url}/v1/findings/bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ findings }),
      // A connection that the server closes as it is used again.
    }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer === undefined || answer.status === 503) this.refused += 1;
    else if (!answer.ok) throw new Error(`push: answered ${answer.status}`);
    if (size === 1) this.ms.push(performance.now() - started);
  }
}

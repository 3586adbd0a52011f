import type { ControlPlane } from '../../src/control-plane/http/plane.js';
import { recordFinishedJob } from '../../src/control-plane/ingest/job-record.js';
import { ingest } from '../../src/control-plane/ingest/write.js';
import { bootstrapAdmin } from '../../src/control-plane/start/bootstrap.js';
import { openControlPlane } from '../../src/control-plane/start/start.js';
import type { GraphEdge, GraphNode } from '../../src/model/graph.js';
import { batchOf, packageFinding } from '../../test/support/ingest-batches.js';
import { benchOptions } from './serve-host.js';

const TENANT = 'bench';
const SIZE = { findings: 100_000, nodes: 10_000, agents: 2_000, jobs: 5_000 };
const PUSH = 1_000;

/** Makes the tenant that the service is measured with, through the one write path as far as it goes; gives an admin key. */
export async function fillTenant(home: string, databaseUrl?: string): Promise<{ key: string; findingsPerSecond: number }> {
  const plane = await openControlPlane(benchOptions(home, databaseUrl), { version: 'bench', clock: Date.now });
  const key = await bootstrapAdmin(plane, TENANT);
  const started = performance.now();
  for (let push = 0; push < SIZE.findings / PUSH; push += 1) await fillFindings(plane, push);
  const findingsPerSecond = (SIZE.findings * 1000) / (performance.now() - started);
  const graph = estate();
  await plane.store.write(TENANT, (store) => ingest(store, batchOf('src_graph', 1, [], { graph, complete: false })));
  await fillAgents(plane);
  await fillJobs(plane);
  await plane.store.close();
  return { key, findingsPerSecond };
}

function fillFindings(plane: ControlPlane, push: number) {
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  const findings = Array.from({ length: PUSH }, (_, index) =>
    packageFinding(`package-${push}-${index}`, { severity: severities[index % 4] ?? 'low' }),
  );
  return plane.store.write(TENANT, (store) => ingest(store, batchOf(`src_${push % 20}`, (push % 28) + 1, findings, { complete: false })));
}

/** Agents that use servers that run packages. */
function estate(): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const kinds = ['agent', 'server', 'tool', 'package'] as const;
  const nodes = Array.from({ length: SIZE.nodes }, (_, index): GraphNode => {
    const kind = kinds[index % 4] ?? 'package';
    return { id: `${kind}:${index}`, kind, label: `${kind} ${index}` };
  });
  const idAt = (index: number) => nodes[index % SIZE.nodes]?.id ?? '';
  const edges = nodes.flatMap((_, index): GraphEdge[] => {
    if (index % 4 === 0) return [{ from: idAt(index), to: idAt(index + 1), kind: 'uses' }];
    if (index % 4 === 1)
      return [
        { from: idAt(index), to: idAt(index + 1), kind: 'offers' },
        { from: idAt(index), to: idAt(index + 2), kind: 'runs' },
      ];
    return index % 4 === 3 ? [{ from: idAt(index), to: idAt(index + 40), kind: 'depends_on' }] : [];
  });
  return { nodes, edges };
}

async function fillAgents(plane: ControlPlane): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const known = {
    source_id: 'src_0',
    client: 'cursor',
    lifecycle_state: 'discovered',
    stale: false,
    owner: null,
    servers: 2,
    tools: 9,
    credentials: 1,
  };
  await plane.store.write(TENANT, async ({ db }) => {
    for (let index = 0; index < SIZE.agents; index += 1) {
      const names = { agent_id: `agt_${index}`, device: `laptop-${index % 500}`, name: `agent ${index}` };
      const times = { first_seen: at, last_seen: at, updated_at: at };
      await db
        .insertInto('fleet_agents')
        .values({ tenant_id: TENANT, ...names, ...known, ...times, document: { servers: [] }, document_hash: '' })
        .execute();
    }
  });
}

async function fillJobs(plane: ControlPlane): Promise<void> {
  await plane.store.write(TENANT, async (store) => {
    for (let index = 0; index < SIZE.jobs; index += 1) {
      const now = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
      const draft = {
        jobType: 'import',
        requestedBy: 'ingest:bench',
        requestedRole: 'analyst',
        spec: {},
        traceId: '0'.repeat(32),
        now,
      } as const;
      await recordFinishedJob(store, { ...draft, sourceId: `src_${index % 20}` }, { status: 'succeeded', summary: {}, evidenceCount: 0 });
    }
  });
}

import { timeOf } from '../../src/control-plane/ground/ground.js';
import { newId } from '../../src/control-plane/ids.js';
import type { IngestGraph } from '../../src/control-plane/ingest/batch.js';
import { recordFinishedJob } from '../../src/control-plane/ingest/job-record.js';
import { ingest } from '../../src/control-plane/ingest/write.js';
import type { Finding } from '../../src/model/finding.js';
import type { TestPlane } from './control-plane.js';

/** One push into a tenant: a source of its own where none is named, a job, and what it saw. */
export interface Push {
  sourceId?: string;
  kind?: string;
  owner?: string;
  findings?: readonly Finding[];
  graph?: IngestGraph;
  complete?: boolean;
  status?: string;
  /** What the run's summary says besides that it looked at everything the graph holds. */
  summary?: Readonly<Record<string, unknown>>;
}

/** Writes a push as an intake does, in one transaction, and gives the ids of its source and job. */
export async function push({ plane }: TestPlane, tenant: string, what: Push): Promise<{ sourceId: string; jobId: string }> {
  const now = timeOf(plane);
  const { sourceId = newId('src'), findings = [], graph, complete = true, kind = 'scan.repo' } = what;
  const bytes = Buffer.from(JSON.stringify(findings));
  const evidence = await plane.evidence.put('report', 'application/json', bytes);
  return plane.store.write(tenant, async (store) => {
    if (what.sourceId === undefined) {
      const row = {
        ...{
          tenant_id: tenant,
          source_id: sourceId,
          kind,
          display_name: `the ${kind} source`,
          description: null,
          owner: what.owner ?? 'ana',
        },
        ...{ connector_name: null, credential_mode: 'none', credential_ref: null, enabled: true, status: 'configured', scope: {} },
        ...{
          labels: {},
          created_by: 'test',
          created_at: now,
          updated_at: now,
          last_run_at: now,
          last_success_at: now,
          last_job_id: null,
        },
      };
      await store.db.insertInto('sources').values(row).execute();
    }
    const jobId = await recordFinishedJob(
      store,
      { jobType: 'import', sourceId, requestedBy: 'ingest:test', requestedRole: 'analyst', spec: {}, traceId: 'trace', now },
      { status: 'succeeded', summary: { coverage: 'scanned', assessed: assessedOf(graph), ...what.summary }, evidenceCount: 1 },
    );
    if (what.status !== undefined)
      await store.db.updateTable('jobs').set({ status: what.status }).where('tenant_id', '=', tenant).where('job_id', '=', jobId).execute();
    await ingest(store, { sourceId, jobId, evidence: [evidence], findings, ...(graph && { graph }), complete, observedAt: now, now });
    return { sourceId, jobId };
  });
}

const CHECKS: Readonly<Record<string, string>> = {
  package: 'vulnerability',
  server: 'mcp_config',
  tool: 'tool',
  skill: 'skill',
  model: 'model',
};

/** What a scan that saw the graph would say it had looked at. */
function assessedOf(graph: IngestGraph | undefined): Record<string, number> {
  const assessed: Record<string, number> = {};
  for (const { kind } of graph?.nodes ?? []) {
    const check = CHECKS[kind];
    if (check !== undefined) assessed[check] = (assessed[check] ?? 0) + 1;
  }
  return assessed;
}

/** An agent that uses a server, which runs `app`, which pulls in `component`; the server holds a credential and offers a shell. */
export function agentGraph(component: string, finding?: Finding): IngestGraph {
  return {
    nodes: [
      { id: 'agent:cursor', kind: 'agent', label: 'cursor' },
      { id: 'server:files', kind: 'server', label: 'files', properties: { transport: 'stdio' } },
      { id: 'pkg:npm/app@1.0.0', kind: 'package', label: 'app@1.0.0' },
      { id: component, kind: 'package', label: component.slice('pkg:npm/'.length) },
      { id: 'credential:API_TOKEN', kind: 'credential', label: 'API_TOKEN' },
      { id: 'tool:files/run', kind: 'tool', label: 'run', properties: { capabilities: ['execute'] } },
      ...(finding ? [{ id: finding.fingerprint, kind: 'finding' as const, label: finding.id, severity: finding.severity }] : []),
    ],
    edges: [
      { from: 'agent:cursor', to: 'server:files', kind: 'uses' },
      { from: 'server:files', to: 'pkg:npm/app@1.0.0', kind: 'runs' },
      { from: 'pkg:npm/app@1.0.0', to: component, kind: 'depends_on' },
      { from: 'server:files', to: 'credential:API_TOKEN', kind: 'holds' },
      { from: 'server:files', to: 'tool:files/run', kind: 'offers' },
      ...(finding ? [{ from: finding.fingerprint, to: component, kind: 'affects' as const }] : []),
    ],
  };
}

import type { fleetRoutes } from '../../../api/fleet.js';
import { reportedAgent } from '../../../api/fleet-agent.js';
import { Forbidden } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { fleetAgent } from '../../ingest/fleet-agent.js';
import { fleetGraph } from '../../ingest/fleet-graph.js';
import { type FleetReport, syncFleet } from '../../ingest/fleet-sync.js';
import { sortItems } from '../../ingest/items.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactInTurns } from '../../ingest/redact-document.js';
import { earlier } from '../../ingest/write-findings.js';
import type { SourceRow } from '../../store/sources.js';
import type { Handlers } from '../call.js';
import { workOf } from '../tenant-work.js';

export const syncFleetHandler: Handlers<typeof fleetRoutes>['syncFleet'] = {
  async prepare({ plane, body }) {
    const { source_id: sourceId, ...pushed } = await redactInTurns(body);
    const evidence = await storePushed(plane.evidence, 'inventory', pushed);
    const { accepted, rejected } = sortItems(pushed.agents, reportedAgent);
    return async (call) => {
      const { row: source } = await sourceOfPush(workOf(call), { kind: 'ingest.fleet_sync', sourceId });
      requireDevice(source, pushed.device);
      const now = timeOf(plane);
      const agents = accepted.map((agent) => fleetAgent(agent, { sourceId: source.source_id, device: pushed.device }));
      const report: FleetReport = {
        sourceId: source.source_id,
        device: pushed.device,
        agents,
        observedAt: earlier(pushed.observed_at, now),
        now,
        complete: pushed.complete === true && rejected.length === 0,
      };
      const { counts, current, missing } = await syncFleet(call.store, report);
      const { jobId, evidenceId, audit } = await recordPush(workOf(call), {
        source,
        jobType: 'sync',
        evidence,
        items: pushed.agents.length,
        graph: fleetGraph(current, pushed.device),
        replaces: [...current.map(({ agentId }) => agentId), ...missing],
        observedAt: report.observedAt,
        ...(rejected.length > 0 && { coverage: 'incomplete' as const }),
        summary: { received: pushed.agents.length, ...counts, rejected: rejected.length },
      });
      const answer = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId, received: pushed.agents.length };
      return { body: { ...answer, ...counts, rejected }, audit };
    };
  },
};

/** A source may be limited to some devices; its key cannot push for others. */
function requireDevice({ scope }: SourceRow, device: string): void {
  const { devices } = scope;
  if (Array.isArray(devices) && !devices.includes(device)) throw new Forbidden('the source is not for this device');
}

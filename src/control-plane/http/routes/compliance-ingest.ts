import type { complianceIngestRoutes } from '../../../api/compliance-ingest.js';
import type { Route } from '../../../api/route.js';
import { recordPush } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { takeDocument } from '../../ingest/take-document.js';
import type { EarlyCall, Handlers } from '../call.js';
import { workOf } from '../tenant-work.js';

export const complianceIngestHandlers: Handlers<typeof complianceIngestRoutes> = {
  pushArtifact: {
    async prepare({ plane, principal, body, headers }) {
      const { source_id: sourceId, format, document } = body;
      const { read, evidence } = await takeDocument(plane, principal.tenantId, { format, document, size: sizeOf(headers) });
      const { findings, graph, reading, items, issues, rejected } = read;
      const { components } = reading;
      const isWhole = reading.reason === null && issues.length === 0 && rejected.length === 0;
      return async (call) => {
        const { row: source, named } = await sourceOfPush(workOf(call), { kind: 'ingest.artifact_import', sourceId, scope: { format } });
        const complete = (body.complete ?? named) && isWhole;
        const { jobId, evidenceId, counts, audit } = await recordPush(workOf(call), {
          source,
          jobType: 'import',
          evidence,
          items,
          findings,
          graph,
          complete,
          reading,
          summary: { format, complete, rejected: rejected.length },
        });
        const { evidence_ids, ...numbers } = counts;
        const ids = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId };
        return { body: { ...ids, ...numbers, components, complete, issues, rejected }, audit };
      };
    },
  },
};

/** Size of the body in bytes, if the request states it; a body of unknown size may be large. */
export function sizeOf(headers: EarlyCall<Route>['headers']): number {
  return Number(headers['content-length'] ?? Number.MAX_SAFE_INTEGER);
}

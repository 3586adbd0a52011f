import type { resultRoutes } from '../../../api/results.js';
import { recordPush } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { takeDocument } from '../../ingest/take-document.js';
import type { Handlers } from '../call.js';
import { workOf } from '../tenant-work.js';
import { sizeOf } from './compliance-ingest.js';

export const resultHandlers: Handlers<typeof resultRoutes> = {
  pushResults: {
    async prepare({ plane, principal, body, query, headers }) {
      const { read, evidence } = await takeDocument(plane, principal.tenantId, {
        format: 'castellan',
        document: body,
        size: sizeOf(headers),
      });
      const { findings, graph, reading, observedAt, reported, items } = read;
      const { components } = reading;
      return async (call) => {
        const { row: source, named } = await sourceOfPush(workOf(call), { kind: 'ingest.result_push', sourceId: query.source_id });
        // A report that does not state what it left out may lack anything.
        const complete = (query.complete ?? named) && reading.reason === null && reading.look !== undefined;
        const { jobId, evidenceId, counts, audit } = await recordPush(workOf(call), {
          source,
          jobType: 'import',
          evidence,
          items,
          findings,
          graph,
          complete,
          ...(observedAt !== undefined && { observedAt }),
          reading,
          summary: { complete, reported },
        });
        const { evidence_ids, ...numbers } = counts;
        const ids = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId };
        return { body: { ...ids, ...numbers, components, complete, reported }, audit };
      };
    },
  },
};

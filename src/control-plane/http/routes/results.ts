import type { resultRoutes } from '../../../api/results.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactDocument } from '../../ingest/redact-document.js';
import { readPushedReport } from '../../ingest/report.js';
import type { Handlers } from '../call.js';

export const resultHandlers: Handlers<typeof resultRoutes> = {
  pushResults: {
    async prepare({ plane, body, query }) {
      const { report, findings, graph, reading, observedAt } = readPushedReport(redactDocument(body));
      const evidence = await storePushed(plane, 'report', report);
      const reported = { verdict: report.verdict.outcome, grade: report.posture.grade };
      const { components } = reading;
      return async (call) => {
        const { row: source, named } = await sourceOfPush(call, { kind: 'ingest.result_push', sourceId: query.source_id });
        const complete = (query.complete ?? named) && reading.reason === null;
        const { jobId, evidenceId, counts, audit } = await recordPush(call, {
          source,
          jobType: 'import',
          evidence,
          items: findings.length + components,
          findings,
          graph,
          complete,
          observedAt,
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

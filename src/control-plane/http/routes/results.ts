import type { resultRoutes } from '../../../api/results.js';
import type { ScanReport } from '../../../model/report.js';
import type { Verdict } from '../../../model/verdict.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactDocument } from '../../ingest/redact-document.js';
import { readPushedReport } from '../../ingest/report.js';
import type { Handlers } from '../call.js';

export const resultHandlers: Handlers<typeof resultRoutes> = {
  pushResults: {
    async prepare({ plane, body, query }) {
      const { report, findings, graph, whole, checks, observedAt } = readPushedReport(redactDocument(body));
      const evidence = await storePushed(plane, 'report', report);
      const reported = { verdict: report.verdict.outcome, grade: report.posture.grade };
      const components = report.components.length;
      return async (call) => {
        const { row: source, named } = await sourceOfPush(call, { kind: 'ingest.result_push', sourceId: query.source_id });
        const complete = (query.complete ?? named) && whole;
        const { jobId, evidenceId, counts, audit } = await recordPush(call, {
          source,
          jobType: 'import',
          evidence,
          items: findings.length + components,
          findings,
          graph,
          complete,
          observedAt,
          summary: { components, complete, reported, verdict: verdictOf(report, whole), checks },
        });
        const { evidence_ids, ...numbers } = counts;
        const ids = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId };
        return { body: { ...ids, ...numbers, components, complete, reported }, audit };
      };
    },
  },
};

/** What the push says of its source: not how bad it is, but whether all of it was read. */
function verdictOf({ verdict: { outcome } }: ScanReport, whole: boolean): Verdict['outcome'] {
  return whole || outcome === 'empty' ? outcome : 'incomplete';
}

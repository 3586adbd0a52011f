import { externalFinding, type findingsBulkRoutes } from '../../../api/findings-bulk.js';
import { everything } from '../../../model/narrowing.js';
import { findingsOf, purlOf } from '../../ingest/external-finding.js';
import { graphOfFindings } from '../../ingest/finding-graph.js';
import { sortItems } from '../../ingest/items.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactInTurns } from '../../ingest/redact-document.js';
import type { Handlers } from '../call.js';
import { workOf } from '../tenant-work.js';

/** The schema checks the text's form; the purl must also be valid. */
const item = externalFinding.refine(({ purl }) => purl === undefined || purlOf(purl) !== undefined, {
  path: ['purl'],
  message: 'expected a package URL',
});

export const findingsBulkHandlers: Handlers<typeof findingsBulkRoutes> = {
  pushFindings: {
    async prepare({ plane, body }) {
      const { source_id: sourceId, observed_at, complete = false, ...pushed } = await redactInTurns(body);
      const evidence = await storePushed(plane.evidence, 'raw', { ...pushed, complete });
      const { accepted, rejected } = sortItems(pushed.findings, item);
      const findings = findingsOf(accepted);
      return async (call) => {
        const { row: source } = await sourceOfPush(workOf(call), { kind: 'ingest.result_push', sourceId });
        const { jobId, evidenceId, counts, audit } = await recordPush(workOf(call), {
          source,
          jobType: 'import',
          evidence,
          items: pushed.findings.length,
          findings,
          look: { ...everything, parts: ['list:'] },
          graph: graphOfFindings(findings),
          complete: complete && rejected.length === 0,
          // An incomplete push without findings contains no information.
          coverage: rejected.length > 0 ? 'incomplete' : findings.length === 0 && !complete ? 'empty' : 'scanned',
          ...(observed_at !== undefined && { observedAt: observed_at }),
          summary: { rejected: rejected.length, coverage: rejected.length > 0 ? 'incomplete' : complete ? 'scanned' : 'reported' },
        });
        const { evidence_ids, ...numbers } = counts;
        const body = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId, ...numbers };
        return { body: { ...body, received: pushed.findings.length, rejected }, audit };
      };
    },
  },
};

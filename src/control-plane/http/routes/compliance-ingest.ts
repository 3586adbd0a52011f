import type { complianceIngestRoutes } from '../../../api/compliance-ingest.js';
import { readArtifact } from '../../ingest/artifact.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactDocument } from '../../ingest/redact-document.js';
import type { Handlers } from '../call.js';

export const complianceIngestHandlers: Handlers<typeof complianceIngestRoutes> = {
  pushArtifact: {
    async prepare({ plane, body }) {
      const { source_id: sourceId, format } = body;
      const document = redactDocument(body.document);
      const { findings, graph, components, items, issues, rejected, checks } = await readArtifact(format, document, plane);
      const evidence = await storePushed(plane, format === 'sarif' ? 'sarif' : 'sbom', document);
      const isWhole = issues.length === 0 && rejected.length === 0;
      return async (call) => {
        const { row: source, named } = await sourceOfPush(call, { kind: 'ingest.artifact_import', sourceId, scope: { format } });
        const complete = (body.complete ?? named) && isWhole;
        const { jobId, evidenceId, counts, audit } = await recordPush(call, {
          source,
          jobType: 'import',
          evidence,
          items,
          findings,
          graph,
          complete,
          summary: {
            format,
            components,
            complete,
            issues: issues.length,
            rejected: rejected.length,
            verdict: isWhole ? 'findings' : 'incomplete',
            checks,
          },
        });
        const { evidence_ids, ...numbers } = counts;
        const ids = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId };
        return { body: { ...ids, ...numbers, components, complete, issues, rejected }, audit };
      };
    },
  },
};

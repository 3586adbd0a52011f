import { z } from 'zod';
import { artifactFormats } from './documents.js';
import { id, json } from './fields.js';
import { findingCounts, pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

/** The intake of reports and bills of materials. */
export const complianceIngestRoutes = routeTable({
  pushArtifact: {
    method: 'POST',
    path: '/v1/compliance/ingest',
    summary: 'Push a SARIF report or a bill of materials; it is kept as evidence with secrets hidden, and judged here',
    role: 'analyst',
    scope: 'ingest',
    audit: 'artifact.ingest',
    texts: 'pushed',
    body: z.strictObject({
      format: z.enum(artifactFormats),
      /** Of kind `ingest.artifact_import`; absent: the credential's, the tenant's oldest for this format, or one that is made. */
      source_id: id('src').optional(),
      /** JSON; CycloneDX in XML and SPDX in tags and values come as one text. */
      document: z.union([json, z.string().min(1)]),
      /** True: it is all there is to know of the source, and what it lacks is resolved. Default: true where a source is named. */
      complete: z.boolean().optional(),
    }),
    response: z.object({
      ...pushed,
      ...findingCounts.shape,
      /** Packages of a bill of materials. */
      components: z.number().int(),
      /** False: there is no advisory database to match a bill of materials against, or parts of it could not be read. */
      complete: z.boolean(),
      issues: z.array(z.string()),
      rejected,
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

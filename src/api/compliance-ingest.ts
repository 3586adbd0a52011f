import { z } from 'zod';
import { artifactFormats } from './documents.js';
import { id, json } from './fields.js';
import { findingCounts, pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

/** Route that takes reports and bills of materials. */
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
      /**
       * A source of kind `ingest.artifact_import`. Absent: the credential's source, else the tenant's oldest for this
       * format, else a new one.
       */
      source_id: id('src').optional(),
      /** A JSON document; CycloneDX in XML and SPDX in tag-value form are given as one string. */
      document: z.union([json, z.string().min(1)]),
      /**
       * True: the document lists everything about the source, so findings that it lacks are resolved. Default: true
       * where a source is named.
       */
      complete: z.boolean().optional(),
    }),
    response: z.object({
      ...pushed,
      ...findingCounts.shape,
      /** Number of packages in a bill of materials. */
      components: z.number().int(),
      /**
       * False when there is no advisory database to match a bill of materials against, or when parts of it could not be
       * read.
       */
      complete: z.boolean(),
      issues: z.array(z.string()),
      rejected,
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

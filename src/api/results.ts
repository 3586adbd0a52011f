import { z } from 'zod';
import { flag, id, json } from './fields.js';
import { findingCounts, pushErrors, pushed } from './pushes.js';
import { routeTable } from './route.js';

/** Routes of pushed scan results. */
export const resultRoutes = routeTable({
  pushResults: {
    method: 'POST',
    path: '/v1/results/push',
    summary: 'Push a JSON report of `castellan scan`; its verdict and suppressions are evidence alone, posture is judged here',
    role: 'analyst',
    scope: 'ingest',
    audit: 'result.ingest',
    query: z.object({
      /** Of kind `ingest.result_push`; absent: the credential's, the tenant's oldest, or one that is made. */
      source_id: id('src').optional(),
      /** True: the report is all there is to know of the source. Default: true where a source is named; never for an incomplete scan. */
      complete: flag.optional(),
    }),
    texts: 'pushed',
    body: json,
    response: z.object({
      ...pushed,
      ...findingCounts.shape,
      components: z.number().int(),
      complete: z.boolean(),
      /** What the report says of itself. */
      reported: z.object({ verdict: z.string(), grade: z.string() }),
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

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
      /**
       * A source of kind `ingest.result_push`. Absent: the credential's source, else the tenant's oldest, else a new
       * one.
       */
      source_id: id('src').optional(),
      /**
       * True: the report lists everything about the source. Default: true where a source is named; an incomplete scan
       * never counts as complete.
       */
      complete: flag.optional(),
    }),
    texts: 'pushed',
    body: json,
    response: z.object({
      ...pushed,
      ...findingCounts.shape,
      components: z.number().int(),
      complete: z.boolean(),
      /** The verdict and grade that the report itself states. */
      reported: z.object({ verdict: z.string(), grade: z.string() }),
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

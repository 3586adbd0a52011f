import { z } from 'zod';
import { id, json } from './fields.js';
import { pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

const count = z.number().int();

/** The most spans of one push. */
export const MAX_SPANS = 10_000;

/** Routes of pushed traces. */
export const traceRoutes = routeTable({
  pushTraces: {
    method: 'POST',
    path: '/v1/traces',
    summary: 'Push spans as OTLP in JSON; tool calls become knowledge of the runtime, secrets are hidden before anything is stored',
    role: 'analyst',
    scope: 'ingest',
    audit: 'trace.ingest',
    query: z.object({
      /** Of kind `ingest.trace_push`; absent: the credential's, the tenant's oldest, or one that is made. */
      source_id: id('src').optional(),
    }),
    /** `{resourceSpans: […]}` (OpenTelemetry protocol, ExportTraceServiceRequest). */
    texts: 'pushed',
    body: z.object({ resourceSpans: z.array(json).max(1000) }).partial(),
    response: z.object({
      ...pushed,
      accepted: count,
      duplicates: count,
      tool_calls: count,
      rejected,
      /** As exporters read it (OpenTelemetry protocol, partial success). */
      partialSuccess: z.object({ rejectedSpans: count, errorMessage: z.string() }).optional(),
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

import { z } from 'zod';
import { id, json } from './fields.js';
import { pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

const count = z.number().int();

/** The most spans that one push may hold. */
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
      /**
       * A source of kind `ingest.trace_push`. Absent: the credential's source, else the tenant's oldest, else a new
       * one.
       */
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
      /** For exporters (OpenTelemetry protocol, partial success). */
      partialSuccess: z.object({ rejectedSpans: count, errorMessage: z.string() }).optional(),
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});

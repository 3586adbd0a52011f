import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, startSpan } from '../../system/tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where no spans are made, and for questions of machines about the service itself. */
    span: OpenSpan | undefined;
  }
}

/** What probes and monitoring ask all day; their spans would say nothing and bury the others. */
const UNTOLD: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Begins the span of a request, with the ids that its answer's headers name. */
export function beginSpan(request: FastifyRequest): void {
  const { traceId, spanId, parent } = request.identity;
  const route = request.routeOptions.config.route?.path ?? 'unknown';
  if (UNTOLD.has(route)) return;
  request.span = startSpan({
    name: `${request.method} ${route}`,
    kind: 'server',
    ids: { traceId, spanId },
    ...(parent && { parent: { traceId, ...parent } }),
    facts: { 'http.request.method': request.method, 'http.route': route, 'castellan.request_id': request.identity.requestId },
  });
}

/** Ends each span with its answer. The path as sent, query, headers and bodies are never in it. */
export function endSpans(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ span, principal }, reply) => {
    span?.end({
      facts: { 'http.response.status_code': reply.statusCode, ...(principal && { 'castellan.tenant': principal.tenantId }) },
      ...(reply.statusCode >= 500 && { failed: String(reply.statusCode) }),
    });
  });
}

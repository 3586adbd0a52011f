import type { FastifyInstance } from 'fastify';
import type { ControlPlane } from './plane.js';

/**
 * Logs one line for every answer: who asked for which route, and the result. It logs the route's path and not the
 * request's, because callers may put confidential data into a path, a query or a body.
 */
export function logRequests(app: FastifyInstance, { log }: Pick<ControlPlane, 'log'>): void {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        method: request.method,
        route: request.routeOptions.config.route?.path ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        request_id: request.identity?.requestId,
        ...(request.principal && { tenant: request.principal.tenantId, actor: request.principal.actor }),
      },
      'request',
    );
  });
}

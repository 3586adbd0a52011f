import type { FastifyInstance } from 'fastify';
import type { ControlPlane } from './plane.js';

/**
 * One line for every answer: who asked for which route, and how it went. Paths are the route's own, because what callers put in a
 * path, a query or a body may be theirs to keep.
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

import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../failures.js';

/** Once the app closes, connections that are still open get no new request through: 503, and the connection ends. */
export function refuseWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Answers of requests that were under way end their connections, or these would be waited for.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (_, reply) => {
    if (!closing) return;
    reply.headers({ connection: 'close', 'retry-after': '5' });
    throw new Unavailable('the service is stopping');
  });
}

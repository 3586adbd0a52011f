import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../failures.js';

/** While the app closes, new requests on open connections get 503, and the connection ends. */
export function refuseWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Answers of requests in progress close their connections, because closing the app would wait for those.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (_, reply) => {
    if (!closing) return;
    reply.headers({ connection: 'close', 'retry-after': '5' });
    throw new Unavailable('the service is stopping');
  });
}

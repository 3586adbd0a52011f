import { describe } from '../../support/errors.js';
import { codes, type Fault } from '../frames/message.js';
import type { Exchange } from '../http/exchange.js';
import { type Incoming, incomingOf, wishOf } from './incoming.js';
import { type HttpRefusal, refuse } from './refuse.js';

/** Does the work of one exchange, and resolves when it is over. Never rejects: what fails is answered and said. */
export async function serveExchange({ response }: Exchange, work: () => Promise<void>, say: (line: string) => void): Promise<void> {
  const closed = response.closed ? undefined : new Promise((resolve) => response.once('close', resolve));
  try {
    await work();
  } catch (error) {
    say(`a request failed: ${describe(error)}`);
    refuse(response, { status: 500, message: 'the gateway failed' });
  }
  await closed;
}

/** The frame of a POST. Undefined: the client has been told what is wrong with it. */
export function postedFrame({ request, response, body = Buffer.alloc(0) }: Exchange, maxBytes: number): Incoming | undefined {
  const { accept } = request.headers;
  const wish = wishOf(accept);
  const incoming = incomingOf(body, accept, maxBytes);
  if (!wish.json && !wish.events) refuse(response, { status: 406, message: 'a client accepts application/json or text/event-stream' });
  else if ('reason' in incoming) refuse(response, faulty(incoming));
  else return incoming;
  return undefined;
}

/** A body that is no frame. */
function faulty({ code, reason, ids: [id, ...more] }: Fault): HttpRefusal {
  return { status: 400, code, id: code === codes.parseError || more.length > 0 ? null : (id ?? null), message: reason };
}

/** A request that would begin a session that has begun. */
export function begunAlready(id: string | number): HttpRefusal {
  return { status: 400, code: codes.invalidRequest, id, message: 'the session has begun' };
}

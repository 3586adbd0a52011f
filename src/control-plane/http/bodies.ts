import type { FastifyInstance, FastifyRequest } from 'fastify';
import { depthExceeds } from '../../support/json.js';
import { Unprocessable } from '../failures.js';

type Done = (error: Error | null, value?: unknown) => void;

/** Bodies are JSON; forms are for the one route that says so, since any page of any site can send them. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]*\+)?json\b/, { parseAs: 'string' }, parseJson);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm);
}

/** Deeper than any document of ours or of the formats we take; what walks a value need not fear for its stack. */
const MAX_DEPTH = 200;

/** Bodies come as they are: what a compressed one grows to, nobody knows beforehand. */
function isCompressed({ headers }: FastifyRequest): boolean {
  return !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '');
}

/** Keys that would change prototypes are data like any other here: schemas refuse them as unknown. */
function parseJson(request: FastifyRequest, text: string | Buffer, done: Done): void {
  if (isCompressed(request)) {
    done(refused('unsupported media type', 415));
    return;
  }
  const body = text.toString();
  if (depthExceeds(body, MAX_DEPTH)) {
    done(new Unprocessable('body: nested too deep'));
    return;
  }
  try {
    done(null, body === '' ? undefined : JSON.parse(body));
  } catch {
    done(refused('malformed JSON', 400));
  }
}

function parseForm(request: FastifyRequest, text: string | Buffer, done: Done): void {
  const wanted = request.routeOptions.config.route?.consumes === 'application/x-www-form-urlencoded';
  if (wanted) done(null, Object.fromEntries(new URLSearchParams(text.toString())));
  else done(refused('unsupported media type', 415));
}

function refused(message: string, statusCode: number): Error {
  return Object.assign(new Error(message), { statusCode });
}

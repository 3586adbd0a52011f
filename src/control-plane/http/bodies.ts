import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { depthExceeds } from '../../support/json.js';
import { Unprocessable } from '../failures.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

type Done = (error: Error | null, value?: unknown) => void;

/** Bodies are JSON; forms are for the one route that says so, since any page of any site can send them. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]*\+)?json\b/, { parseAs: 'buffer' }, parseJson);
  app.addContentTypeParser(FORM, { parseAs: 'string' }, parseForm);
  app.addHook('preParsing', async (request, reply, payload) => unpacked(request, reply, payload));
}

/** Exporters of traces pack what they send. What comes out of it is held to the same limit, and no more is unpacked than that. */
function unpacked({ headers }: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
  const encoding = headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding === 'identity') return payload;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    reply.header('accept-encoding', 'gzip');
    throw unsupported();
  }
  const gunzip = Object.assign(createGunzip(), { receivedEncodedLength: 0 });
  payload.on('data', (chunk: Buffer) => {
    gunzip.receivedEncodedLength += chunk.length;
  });
  // Whoever reads it hears of its errors; a body that is refused half way ends with its answer.
  pipeline(payload, gunzip, () => {});
  reply.raw.once('finish', () => gunzip.destroy());
  return gunzip;
}

/** Deeper than any document of ours or of the formats we take; what walks a value need not fear for its stack. */
const MAX_DEPTH = 200;

/**
 * Keys that would change prototypes are data like any other here: schemas refuse them as unknown. What is no JSON at all has no shape
 * that a schema could pass: 422, as every other body that does not fit.
 */
function parseJson(request: FastifyRequest, bytes: string | Buffer, done: Done): void {
  if (!consumes(request, JSON_TYPE)) {
    done(unsupported());
    return;
  }
  let body: string;
  try {
    // JSON is UTF-8 (RFC 8259, section 8.1): other bytes would be kept as evidence of what nobody sent.
    body = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes));
  } catch {
    done(new Unprocessable('body: malformed JSON'));
    return;
  }
  if (depthExceeds(body, MAX_DEPTH)) {
    done(new Unprocessable('body: nested too deep'));
    return;
  }
  try {
    done(null, body === '' ? undefined : JSON.parse(body));
  } catch {
    done(new Unprocessable('body: malformed JSON'));
  }
}

function parseForm(request: FastifyRequest, text: string | Buffer, done: Done): void {
  if (consumes(request, FORM)) done(null, Object.fromEntries(new URLSearchParams(text.toString())));
  else done(unsupported());
}

/** Whether the route reads bodies of this type; those that say nothing read JSON. */
function consumes({ routeOptions }: FastifyRequest, type: string): boolean {
  return (routeOptions.config.route?.consumes ?? JSON_TYPE) === type;
}

function unsupported(): Error {
  return Object.assign(new Error('unsupported media type'), { statusCode: 415 });
}

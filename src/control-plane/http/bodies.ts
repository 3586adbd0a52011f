import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { depthExceeds } from '../../support/json.js';
import { Unprocessable } from '../failures.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

type Done = (error: Error | null, value?: unknown) => void;

/**
 * Bodies are JSON. Forms are only read for the one route that declares them, because any page of any site can send a
 * form.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[a-z.+-]*\+)?json\b/, { parseAs: 'buffer' }, parseJson);
  app.addContentTypeParser(FORM, { parseAs: 'string' }, parseForm);
  app.addHook('preParsing', async (request, reply, payload) => unpacked(request, reply, payload));
}

/**
 * Exporters of traces compress what they send. The unpacked body has the same size limit, and unpacking stops there.
 */
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
  // The reader of the body gets its errors; a body that is refused half way ends with its answer.
  pipeline(payload, gunzip, () => {});
  reply.raw.once('finish', () => gunzip.destroy());
  return gunzip;
}

/**
 * Deeper than any document of ours or of the formats we accept, so that recursion over a value cannot exhaust the
 * stack.
 */
const MAX_DEPTH = 200;

/**
 * Keys that would change prototypes are treated like other keys: schemas refuse them as unknown. Invalid JSON is
 * answered with 422, like every other body that does not match its schema.
 */
function parseJson(request: FastifyRequest, bytes: string | Buffer, done: Done): void {
  if (!consumes(request, JSON_TYPE)) {
    done(unsupported());
    return;
  }
  let body: string;
  try {
    // JSON is UTF-8 (RFC 8259, section 8.1). With replaced bytes, the evidence would differ from what was sent.
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

/** True when the route reads bodies of this type; by default routes read JSON. */
function consumes({ routeOptions }: FastifyRequest, type: string): boolean {
  return (routeOptions.config.route?.consumes ?? JSON_TYPE) === type;
}

function unsupported(): Error {
  return Object.assign(new Error('unsupported media type'), { statusCode: 415 });
}

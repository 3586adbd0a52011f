import { randomBytes } from 'node:crypto';
import type { RequestIdentity } from '../auth/principal.js';
import { newId } from '../ids.js';

/**
 * `traceparent` (W3C Trace Context, section 3.2): version, trace, parent, flags, and in later versions perhaps more.
 */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Ids of a request: the client's own request id and trace are kept when they are well-formed. */
export function identifyRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestIdentity {
  const given = headers['x-request-id'];
  const caller = callerIn(headers.traceparent);
  return {
    requestId: typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : newId('req'),
    traceId: caller?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(caller && { parent: caller.parent }),
  };
}

function callerIn(header: string | string[] | undefined): { traceId: string; parent: { spanId: string; isSampled: boolean } } | undefined {
  const [, version, traceId, spanId, flags = '', more] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if ([traceId, spanId].some((id) => /^0+$/.test(id))) return undefined;
  return { traceId, parent: { spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } };
}

import { randomBytes } from 'node:crypto';
import type { RequestIdentity } from '../auth/principal.js';
import { newId } from '../ids.js';

/** `traceparent`, version 00 (W3C Trace Context, section 3.2). */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Ids of a request: a client's own request id and trace are kept when they have the right shape. */
export function identifyRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestIdentity {
  const given = headers['x-request-id'];
  const parent = headers.traceparent;
  const trace = typeof parent === 'string' ? TRACEPARENT.exec(parent)?.[1] : undefined;
  return {
    requestId: typeof given === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(given) ? given : newId('req'),
    traceId: trace !== undefined && !/^0+$/.test(trace) ? trace : randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

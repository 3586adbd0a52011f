import { setTimeout as wait } from 'node:timers/promises';
import { OperationalError } from '../support/errors.js';
import { plural } from '../support/listing.js';
import { ConnectionError } from './connection-failure.js';
import type { HttpResponse } from './http.js';

/** How often and how long an origin is tried again. */
export interface RetryPolicy {
  /** Number of tries, the first one included. */
  attempts: number;
  /** Milliseconds of wait before the second try; each further wait is twice as long. */
  baseMs: number;
  /** Longest wait in milliseconds. If the origin asks for a longer one, we give up at once. */
  maxWaitMs: number;
  /** No try begins later than this many milliseconds after the first. Absent: only the number of tries counts. */
  withinMs?: number;
  /** True: waits vary by up to half, so that clients that failed at the same time do not all try again at the same time. */
  spread?: true;
  /** True: a refused connection is like no network, because nobody waits for the origin to start. */
  refusalIsFinal?: true;
  /** Called before each wait, so that the user sees why nothing happens. */
  onWait?: ((wait: Waiting) => void) | undefined;
}

/** A wait after a failed try: milliseconds, the number of the next try, and the number of all tries. */
export interface Waiting {
  where: string;
  ms: number;
  attempt: number;
  attempts: number;
}

export const patient: RetryPolicy = { attempts: 5, baseMs: 500, maxWaitMs: 60_000, refusalIsFinal: true };

/** A failure that may not happen again at the next try. `waitMs` is the wait that the origin asked for (Retry-After). */
export class TransientError extends OperationalError {
  readonly waitMs?: number;

  constructor(facts: { message: string; where: string; waitMs?: number | undefined; cause?: unknown }) {
    super(facts);
    if (facts.waitMs !== undefined) this.waitMs = facts.waitMs;
  }
}

/** Runs `work` until it succeeds, fails for good, or the tries are used up. An aborted signal ends it with its own reason. */
export async function retrying<T>(policy: RetryPolicy, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof TransientError)) throw cause;
      const attempts = isCutOff(cause, policy) ? Math.min(policy.attempts, CUT_OFF_ATTEMPTS) : policy.attempts;
      const left = (policy.withinMs ?? Number.POSITIVE_INFINITY) - (performance.now() - start);
      if (attempt >= attempts || left <= 0) throw lastError(cause, plural(attempt, 'try'));
      if (cause.waitMs !== undefined && cause.waitMs > Math.min(policy.maxWaitMs, left))
        throw lastError(cause, `it asks to wait ${Math.ceil(cause.waitMs / 1000)} s`);
      const pause = cause.waitMs ?? Math.min(policy.baseMs * 2 ** (attempt - 1) * spreadOf(policy), policy.maxWaitMs, left);
      policy.onWait?.({ where: cause.where ?? '', ms: pause, attempt: attempt + 1, attempts });
      await wait(pause, undefined, signal ? { signal } : {});
    }
  }
}

function spreadOf({ spread }: RetryPolicy): number {
  return spread ? 0.5 + Math.random() / 2 : 1;
}

/** Errors without a network, or for an unknown host name. More waiting would not help, so there are only two tries. */
const CUT_OFF = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
const CUT_OFF_ATTEMPTS = 2;

/** True when the machine cannot even reach the origin, by the code of the innermost error. */
function isCutOff(error: unknown, { refusalIsFinal }: RetryPolicy): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if (!('code' in at)) continue;
    if (CUT_OFF.has(String(at.code)) || (refusalIsFinal && at.code === 'ECONNREFUSED')) return true;
  }
  return false;
}

function lastError(cause: TransientError, why: string): OperationalError {
  return new OperationalError({ message: `${cause.message} (${why})`, ...(cause.where !== undefined && { where: cause.where }), cause });
}

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True for a status after which the same request may succeed. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/** The error for an answer that is no success. Its status decides whether another try makes sense. */
export function statusError(response: HttpResponse, where: string, now: number): OperationalError {
  const message = `the origin answered with status ${response.status}`;
  if (!isPassing(response.status)) return new OperationalError({ where, message });
  return new TransientError({ where, message, waitMs: retryAfterMs(response.headers['retry-after'], now) });
}

/** Marks an error of the connection as worth another try. Other errors stay as they are. */
export function transient(cause: unknown, where: string): Error {
  const isLasting = cause instanceof ConnectionError && cause.isLasting;
  if (isLasting || cause instanceof TransientError || !(cause instanceof OperationalError) || cause.cause === undefined) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
  return new TransientError({ where: cause.where ?? where, message: cause.message, cause });
}

/** Milliseconds of a Retry-After header: seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

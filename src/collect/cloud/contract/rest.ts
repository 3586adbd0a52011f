import { isObject, type JsonObject } from '../../../support/json.js';
import { quote } from '../../../support/quote.js';
import { connectionErrorIn } from '../../../system/connection-failure.js';
import { NotAllowed } from '../../../system/outbound-policy.js';
import { isPassing, type RetryPolicy, retryAfterMs, retrying, TransientError } from '../../../system/retry.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from './cloud-errors.js';
import type { CloudAccess } from './provider.js';

/** A question to a cloud's REST interface. Secrets are only in headers or body, never in the address. */
export interface RestQuestion {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  /** What is asked for, for errors: `Azure: resources of the subscription`. */
  what: string;
  /** True for addresses of the machine itself. */
  direct?: boolean;
}

export interface RestAnswer {
  status: number;
  body: JsonObject;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A cloud that asks to slow down is obeyed for two minutes in all. */
const PATIENCE: RetryPolicy = { attempts: 8, baseMs: 500, maxWaitMs: 60_000, withinMs: 120_000, spread: true };

/**
 * Asks until there is an answer. Returns those of status 2xx, 404, 409 and 422, whose meaning the caller knows. Rejects with CloudRefused (other
 * 4xx), CloudThrottled (429 until the end) and CloudUnreachable (no answer, 5xx until the end, no JSON).
 */
export async function askRest(access: CloudAccess, question: RestQuestion): Promise<RestAnswer> {
  let throttled = false;
  try {
    return await retrying(access.patience ?? PATIENCE, access.signal, async () => {
      const response = await send(access, question);
      throttled = response.status === 429;
      if (isPassing(response.status)) throw passing(response, question, access.clock());
      return await answerOf(response, question);
    });
  } catch (error) {
    if (!(error instanceof Error) || access.signal.aborted || error instanceof CloudRefused || error instanceof CloudUnreachable)
      throw error;
    const Kind = throttled ? CloudThrottled : CloudUnreachable;
    throw new Kind({ where: question.what, message: error.message, cause: error });
  }
}

async function send(access: CloudAccess, { url, method = 'GET', headers = {}, body, what, direct }: RestQuestion): Promise<Response> {
  const isText = typeof body === 'string';
  try {
    return await (direct ? access.directFetch : access.fetch)(url, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && !isText && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([access.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'manual',
    });
  } catch (cause) {
    if (wasNotAllowed(cause))
      throw new CloudUnreachable({ where: what, message: 'the address is not one this service may connect to', cause });
    const known = connectionErrorIn(cause);
    const message = known === undefined ? 'it cannot be reached' : `it cannot be reached: ${known.message}`;
    if (known?.isLasting) throw new CloudUnreachable({ where: what, message, cause });
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new TransientError({ where: what, message: isLate ? 'no answer in time' : message, cause });
  }
}

/** An address that the policy closes stays closed: another try is no use. */
function wasNotAllowed(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) if (at instanceof NotAllowed) return true;
  return false;
}

function passing(response: Response, { what }: RestQuestion, now: number): TransientError {
  void response.body?.cancel();
  const message = response.status === 429 ? 'it asks us to slow down' : `it answered ${response.status}`;
  return new TransientError({ where: what, message, waitMs: retryAfterMs(response.headers.get('retry-after') ?? undefined, now) });
}

async function answerOf(response: Response, { what }: RestQuestion): Promise<RestAnswer> {
  const { status } = response;
  const body = parsed(await textOf(response, what));
  const isKnown = (status >= 200 && status < 300) || status === 404 || status === 409 || status === 422;
  if (!isKnown) throw new CloudRefused({ where: what, message: `it answered ${status}${reasonOf(body)}` });
  if (body === undefined) throw new CloudUnreachable({ where: what, message: `it answered ${status} with a text that is not JSON` });
  return { status, body };
}

async function textOf(response: Response, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw new CloudUnreachable({ where: what, message: `its answer is longer than ${MAX_BYTES} bytes` });
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof CloudUnreachable) throw cause;
    throw new TransientError({ where: what, message: 'its answer ended too early', cause });
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An empty answer counts as an empty object. */
function parsed(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : Array.isArray(value) ? { items: value } : undefined;
  } catch {
    return undefined;
  }
}

const MAX_REASON = 200;

/** The cloud's own code and words, which say what to change: `{error: {code, message}}`, `{error, error_description}`, `{code, message}`. */
function reasonOf(body: JsonObject | undefined): string {
  if (!body) return '';
  const error = isObject(body['error']) ? body['error'] : body;
  const words = [error['code'] ?? error['status'] ?? error['error'], error['message'] ?? error['error_description']];
  const text = words.filter((one) => typeof one === 'string' || typeof one === 'number').join(' ');
  return text === '' ? '' : `: ${quote(text.replace(/\s+/g, ' '), MAX_REASON)}`;
}

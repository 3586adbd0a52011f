import { CastellanError, OperationalError } from '../../../support/errors.js';
import { connectionErrorIn } from '../../../system/connection-failure.js';
import type { Fetch } from '../../../system/fetch.js';
import type { Outside } from '../../../system/outside.js';
import { isPassing, type RetryPolicy, retryAfterMs, retrying, TransientError } from '../../../system/retry.js';
import { RegistryRefused, RegistryUnreachable } from './registry-errors.js';

/** What a client of registries may use. */
export interface RegistryAccess {
  fetch: Fetch;
  /** Where it is known, the places for tokens of a registry outside have to lie outside, too. */
  outside?: Outside;
  /** Milliseconds since the epoch. */
  clock(): number;
  signal: AbortSignal;
  /** How long a registry that asks to slow down is obeyed; absent: two minutes in all. */
  patience?: RetryPolicy;
}

/** A question to a registry. Its address holds no secret. */
export interface RegistryQuestion {
  url: URL;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** What is asked for, for errors: `ghcr.io/acme/app: tags`. */
  what: string;
  maxBytes: number;
  /** Only the beginning of the answer has to come in time. */
  isLong?: true;
}

export interface RegistryAnswer {
  status: number;
  headers: Headers;
  /** Empty unless the status is 200. */
  bytes: Uint8Array;
  /** Where the answer came from, after redirects. */
  url: URL;
}

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const PATIENCE: RetryPolicy = { attempts: 5, baseMs: 500, maxWaitMs: 60_000, withinMs: 120_000, spread: true };

/**
 * Asks until there is an answer that stays. Redirects are followed without credentials. Rejects with RegistryRefused (too long, a
 * redirect to nowhere) and RegistryUnreachable (no answer, 429 and 5xx until the end).
 */
export async function sendQuestion(access: RegistryAccess, question: RegistryQuestion): Promise<RegistryAnswer> {
  try {
    return await retrying(access.patience ?? PATIENCE, access.signal, () => follow(access, question));
  } catch (error) {
    if (!(error instanceof Error) || access.signal.aborted || error instanceof RegistryRefused) throw error;
    throw new RegistryUnreachable({ where: question.what, message: error.message, cause: error });
  }
}

/** An answer whose bytes are still to come. */
export interface RegistryStream {
  status: number;
  headers: Headers;
  body: AsyncIterable<Uint8Array>;
  /** Where the answer came from, after redirects. */
  url: URL;
}

/** Like `sendQuestion`, for answers of any length: their bytes come as the caller takes them. */
export async function openStream(access: RegistryAccess, question: RegistryQuestion): Promise<RegistryStream> {
  try {
    const { response, url } = await retrying(access.patience ?? PATIENCE, access.signal, () => reach(access, question));
    return { status: response.status, headers: response.headers, body: streamOf(response), url };
  } catch (error) {
    if (!(error instanceof Error) || access.signal.aborted || error instanceof RegistryRefused) throw error;
    throw new RegistryUnreachable({ where: question.what, message: error.message, cause: error });
  }
}

async function follow(access: RegistryAccess, question: RegistryQuestion): Promise<RegistryAnswer> {
  const { response, url } = await reach(access, question);
  return { status: response.status, headers: response.headers, bytes: await bytesOf(response, question), url };
}

/** The answer after redirects. Throws TransientError for one that may pass. */
async function reach(access: RegistryAccess, question: RegistryQuestion): Promise<{ response: Response; url: URL }> {
  const { what } = question;
  let { url } = question;
  let headers = question.headers ?? {};
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await ask(access, { ...question, url, headers });
    const { status } = response;
    if (isPassing(status)) throw passing(response, what, access.clock());
    const location = status >= 300 && status < 400 ? response.headers.get('location') : null;
    if (location === null) return { response, url };
    drop(response);
    if (!URL.canParse(location, url.href)) throw new RegistryRefused({ where: what, message: 'it redirects to no address' });
    const next = new URL(location, url.href);
    if (next.protocol !== 'https:' && next.protocol !== url.protocol)
      throw new RegistryRefused({ where: what, message: 'it redirects from https to another protocol' });
    url = next;
    headers = withoutCredentials(headers);
  }
  throw new RegistryRefused({ where: what, message: `it redirects more than ${MAX_REDIRECTS} times` });
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}

async function ask(
  { fetch, signal }: RegistryAccess,
  { url, method = 'GET', headers, body, what, isLong }: RegistryQuestion,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), TIMEOUT_MS);
  try {
    return await fetch(url, {
      method,
      headers: { 'user-agent': 'castellan', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, late.signal]),
      redirect: 'manual',
    });
  } catch (cause) {
    if (cause instanceof CastellanError) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    const known = connectionErrorIn(cause);
    const message = known === undefined ? 'it cannot be reached' : `it cannot be reached: ${known.message}`;
    if (known?.isLasting) throw new OperationalError({ where: what, message, cause });
    throw new TransientError({ where: what, message: isLate ? 'no answer in time' : message, cause });
  } finally {
    // A short answer has to be whole in time; a long one only has to begin.
    if (isLong) clearTimeout(timer);
    else timer.unref();
  }
}

function passing(response: Response, what: string, now: number): TransientError {
  drop(response);
  const message = response.status === 429 ? 'it asks us to slow down' : `it answered ${response.status}`;
  return new TransientError({ where: what, message, waitMs: retryAfterMs(response.headers.get('retry-after') ?? undefined, now) });
}

async function* streamOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) yield chunk;
}

/** An error's text is not needed and may have no end. */
function drop(response: Response): void {
  void response.body?.cancel().catch(() => undefined);
}

async function bytesOf(response: Response, { what, maxBytes }: RegistryQuestion): Promise<Uint8Array> {
  if (response.status !== 200) {
    drop(response);
    return new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new RegistryRefused({ where: what, message: `its answer is longer than ${maxBytes} bytes` });
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof RegistryRefused) throw cause;
    throw new TransientError({ where: what, message: 'its answer ended too early', cause });
  }
  return Buffer.concat(chunks);
}

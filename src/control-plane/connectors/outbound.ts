import type { Fetch } from '../../system/fetch.js';
import type { ServeOptions } from '../options.js';

/** A question to a service outside. Secrets go in headers or body, never in the address, which errors and logs may show. */
export interface Question {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs?: number;
  /** Services of the machine itself (metadata) are never asked through a proxy. */
  direct?: boolean;
}

export interface OutsideAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Nobody answered, or not in time; the message names no address. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/** What of the server's options bears on asking outside. */
export type OutsideOptions = Pick<ServeOptions, 'environment' | 'offline'>;

const ways = new WeakMap<OutsideOptions, Promise<{ proxied: Fetch; direct: Fetch }>>();

/**
 * Asks once: within a time, for a short answer, without following redirects, so that a credential goes nowhere but to the host it
 * is for. Rejects with Unreachable.
 */
export async function askOutside(options: OutsideOptions, question: Question): Promise<OutsideAnswer> {
  if (options.offline) throw new Unreachable('this service runs offline: nothing outside is asked');
  const { proxied, direct } = await waysOf(options);
  const { url, method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = question;
  try {
    const response = await (question.direct ? direct : proxied)(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await shortText(response) };
  } catch (error) {
    throw new Unreachable(reasonOf(error));
  }
}

function waysOf(options: OutsideOptions) {
  const known = ways.get(options);
  if (known) return known;
  const made = import('../../system/fetch.js').then(({ createFetch }) => ({
    proxied: createFetch(options.environment),
    direct: createFetch({}),
  }));
  ways.set(options, made);
  return made;
}

async function shortText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    chunks.push(part.value);
    size += part.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new Unreachable('the answer is too long');
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_SOCKET: 'the connection was closed',
};

function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return REASONS[code] ?? (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'the certificate is not trusted' : 'the request failed');
}

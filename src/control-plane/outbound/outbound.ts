import type { ServeOptions } from '../../config/serve-options.js';
import type { Fetch } from '../../system/fetch.js';

/**
 * A request to an outside service. Secrets are only in headers or body, never in the address, which errors and logs may
 * show.
 */
export interface OutsideRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs?: number;
  /** True for services of the machine itself (metadata), which are never asked through a proxy. */
  direct?: boolean;
}

export interface OutsideAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** No answer, or not in time; the message contains no address. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/** The server's options that affect outside requests. */
export type OutsideOptions = Pick<ServeOptions, 'environment' | 'offline' | 'outboundAllow' | 'registries' | 'registryMirrors'>;

interface Fetches {
  proxied: Fetch;
  direct: Fetch;
}

/**
 * For each options object: fetch functions by the single host, internal or external, that they may ask besides those that
 * everybody may.
 */
const fetches = new WeakMap<OutsideOptions, Map<string | undefined, Promise<Fetches>>>();

/**
 * Asks a host that the operator or this program has chosen, never one that a tenant has; it may be internal. It sends
 * one request with a timeout, reads only a short answer and follows no redirects, so that a credential is only sent to
 * its own host. Rejects with Unreachable.
 */
export function askOutside(options: OutsideOptions, request: OutsideRequest): Promise<OutsideAnswer> {
  return ask(options, request, new URL(request.url).hostname);
}

/**
 * Like `askOutside`, for an address that a tenant has chosen: inside the deployment's own network only what the operator
 * allows can be reached, which is checked for the address that is connected to.
 */
export function askGiven(options: OutsideOptions, request: OutsideRequest): Promise<OutsideAnswer> {
  return ask(options, request, undefined);
}

async function ask(options: OutsideOptions, request: OutsideRequest, trusted: string | undefined): Promise<OutsideAnswer> {
  if (options.offline) throw new Unreachable('this service runs offline: nothing outside is asked');
  const { url, method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS } = request;
  const { proxied, direct } = await fetchesFor(trusted, options);
  try {
    const response = await (request.direct ? direct : proxied)(url, {
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

/** For libraries that ask by themselves, under the same rules: any host, never offline. `direct`: of the machine itself. */
export function outsideFetch(options: OutsideOptions, { direct = false } = {}): Fetch {
  return async (url, init) => {
    if (options.offline) throw new Unreachable('this service runs offline: nothing outside is asked');
    const fetches = await fetchesFor(new URL(url).hostname, options);
    return (direct ? fetches.direct : fetches.proxied)(url, init);
  };
}

function fetchesFor(host: string | undefined, options: OutsideOptions): Promise<Fetches> {
  const all = fetches.get(options) ?? new Map<string | undefined, Promise<Fetches>>();
  fetches.set(options, all);
  const known = all.get(host);
  if (known) return known;
  const made = Promise.all([import('../../system/fetch.js'), import('../../system/outbound-policy.js')]).then(
    ([{ createFetch }, { OutboundPolicy }]) => {
      const allowed = new OutboundPolicy(options.outboundAllow);
      const policy = host === undefined ? allowed : allowed.trusting(host);
      return { proxied: createFetch(options.environment, policy), direct: createFetch({}, policy) };
    },
  );
  all.set(host, made);
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
  OUTBOUND_NOT_ALLOWED: 'the address is not one this service may connect to',
};

function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return REASONS[code] ?? (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'the certificate is not trusted' : 'the request failed');
}

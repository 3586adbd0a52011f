import { OperationalError } from '../../support/errors.js';
import { parseJson } from '../../support/json.js';
import { safeText } from '../../support/terminal.js';
import type { HttpRequest, HttpResponse } from '../../system/http.js';
import { type RetryPolicy, retrying, statusError, transient } from '../../system/retry.js';
import type { CiJob } from './system.js';

/** What a service answered: its status, and the JSON of its body. */
export interface RestAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  value: unknown;
}

export interface RestCall {
  method: NonNullable<HttpRequest['method']>;
  url: string;
  body?: object;
  /** Statuses besides 2xx that are answers and no errors. */
  expected?: readonly number[];
}

/** A job may wait, but not for long. */
const POLICY: RetryPolicy = { attempts: 4, baseMs: 500, maxWaitMs: 30_000, withinMs: 60_000 };

/** How a service tells pages, which it counts from 1. */
export interface Paging {
  /** The parameter that says how many entries a page has. */
  size: string;
  /** The list in an answer, where it is one. */
  entriesOf(answer: unknown): unknown;
}

/** As GitHub and GitLab have it. */
const PAGING: Paging = { size: 'per_page', entriesOf: (answer) => answer };

const PAGE = 100;

/** No list that is asked for has more entries than pages of this many show. */
const MAX_PAGES = 100;

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Calls of a service's REST interface, JSON both ways. A call that may pass is tried again, as long as the service asks to wait. */
export class RestDoor {
  /** Throws OperationalError where no connection may be opened. */
  constructor(
    private readonly job: Pick<CiJob, 'http' | 'signal' | 'clock' | 'isOffline'>,
    /** With the token, which is sent to nobody else: redirects are not followed. */
    private readonly headers: Readonly<Record<string, string>>,
    private readonly policy: RetryPolicy = POLICY,
  ) {
    if (job.isOffline) throw new OperationalError({ message: '--offline forbids connections' });
  }

  /** Throws OperationalError naming address and reason. */
  call(call: RestCall): Promise<RestAnswer> {
    return retrying(this.policy, this.job.signal, () => this.attempt(call));
  }

  /** Every entry of a list that comes in pages; `url` ends in `?` or `&`. */
  async *entries(url: string, { size, entriesOf }: Paging = PAGING): AsyncGenerator<unknown> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { value } = await this.call({ method: 'GET', url: `${url}${size}=${PAGE}&page=${page}` });
      const entries = entriesOf(value);
      const listed: unknown[] = Array.isArray(entries) ? entries : [];
      yield* listed;
      if (listed.length < PAGE) return;
    }
  }

  private async attempt({ method, url, body, expected = [] }: RestCall): Promise<RestAnswer> {
    const { http, signal, clock } = this.job;
    const { origin, pathname } = new URL(url);
    const where = `${method} ${origin}${pathname}`;
    const headers = { accept: 'application/json', ...this.headers, ...(body && { 'content-type': 'application/json' }) };
    let response: HttpResponse;
    let text: string;
    try {
      response = await http.send({ url, method, headers, redirects: 'return', signal, ...(body && { body: JSON.stringify(body) }) });
      text = await textOf(response, where);
    } catch (cause) {
      // A request that makes something and got no answer may have made it.
      throw method === 'POST' ? cause : transient(cause, where);
    }
    const { status } = response;
    if (status >= 200 && status < 300) return { status, headers: response.headers, value: jsonOf(text, where) };
    if (expected.includes(status)) return { status, headers: response.headers, value: undefined };
    throw refusal(response, text, where, clock());
  }
}

/** The address that the input `api-url` names, else the system's own, which a variable may name. Throws OperationalError. */
export function apiOf({ api }: Pick<CiJob, 'api'>, own: string, variable = ''): string {
  return api === undefined ? serviceAddress(own, variable) : serviceAddress(api, 'api-url');
}

/** The address of a service from a variable, without a slash at its end. The token goes over a connection that nobody reads, or to this machine. */
export function serviceAddress(text: string, variable: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname));
  if (!url || !isSafe) throw new OperationalError({ where: variable, message: 'expected an https:// address' });
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function jsonOf(text: string, where: string): unknown {
  try {
    return text === '' ? undefined : parseJson(text, where);
  } catch (cause) {
    throw new OperationalError({ where, message: 'the answer is no JSON', cause });
  }
}

async function textOf({ body }: HttpResponse, where: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new OperationalError({ where, message: 'the answer is too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** With the service's own words, where it has some. A limit of requests (403 with Retry-After) may pass as 429 does. */
function refusal(response: HttpResponse, text: string, where: string, now: number): OperationalError {
  const limited = response.status === 403 && response.headers['retry-after'] !== undefined;
  const error = statusError(limited ? { ...response, status: 429 } : response, where, now);
  if (error.name === 'TransientError') return error;
  const [, said] = /"(?:message|error|title)"\s*:\s*"((?:[^"\\]|\\.){1,200})/.exec(text) ?? [];
  return new OperationalError({ where, message: `status ${response.status}${said === undefined ? '' : `, ${safeText(said)}`}` });
}

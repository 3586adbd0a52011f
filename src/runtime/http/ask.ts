import { OperationalError } from '../../support/errors.js';
import type { Http, HttpRequest, HttpResponse } from '../../system/http.js';

/** A remote server: where it is, and what every request to it carries. */
export interface RemoteServer {
  url: URL;
  /** Names in lower case. Values may be secret: they go to this server alone. */
  headers: Readonly<Record<string, string>>;
  http: Http;
  /** Bytes of one frame. */
  maxBytes: number;
}

export type Question = Pick<HttpRequest, 'method' | 'headers' | 'body' | 'signal'> & {
  /** Another address of the same origin. */
  url?: URL;
};

const MAX_REDIRECTS = 5;
/** Bytes of an answer's body that nobody wants which are read, so that its connection can be used again. */
const MAX_DRAINED = 64 * 1024;

/**
 * Asks a remote server, for as long as it takes. Redirects within its origin are followed, others are returned: what the request carries goes
 * nowhere else. Rejects with OperationalError where there is no answer, or one that is compressed: nothing was asked for that could unpack to
 * more than was sent.
 */
export async function ask({ url, headers, http }: RemoteServer, question: Question): Promise<HttpResponse> {
  let at = question.url ?? url;
  for (let hop = 0; ; hop++) {
    const { method, body, signal } = question;
    const response = await http.send({
      url: at.href,
      headers: { ...question.headers, ...headers },
      redirects: 'return',
      idleTimeoutMs: 0,
      ...(method && { method }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const next = hop < MAX_REDIRECTS ? redirectOf(response, at, method) : undefined;
    if (!next) return plain(response, at);
    await drain(response.body);
    at = next;
  }
}

/** Reads what nobody wants, as far as it is short. */
export async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_DRAINED) break;
    }
  } catch {
    // It is lost: so much the better.
  }
}

export const JSON_TYPE = 'application/json';
export const EVENTS_TYPE = 'text/event-stream';

/** The request that carries a message; `sent` is called once its bytes are on their way. */
export function carrying(body: Buffer, sent: () => void): Pick<Question, 'method' | 'headers' | 'body'> {
  const headers = { 'content-type': JSON_TYPE, 'content-length': String(body.length) };
  return {
    method: 'POST',
    headers,
    body: async function* () {
      yield body;
      sent();
    },
  };
}

/** The media type of an answer, without parameters. */
export function mediaType({ headers }: Pick<HttpResponse, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function redirectOf({ status, headers }: HttpResponse, from: URL, method: string | undefined): URL | undefined {
  const keepsMethod = status === 307 || status === 308 || ((status === 301 || status === 302 || status === 303) && method === 'GET');
  const { location } = headers;
  if (!keepsMethod || location === undefined || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return next.origin === from.origin ? next : undefined;
}

async function plain(response: HttpResponse, at: URL): Promise<HttpResponse> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return response;
  await drain(response.body);
  throw new OperationalError({ where: `${at.origin}${at.pathname}`, message: 'the answer is compressed, though that was not asked for' });
}

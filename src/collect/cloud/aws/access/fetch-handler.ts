import { type HttpHandler, type HttpRequest, HttpResponse } from '@smithy/core/protocols';
import type { CloudAccess } from '../../contract/provider.js';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** An answer that is no answer of AWS: a page of a proxy, half a document, nothing at all. */
export class UnreadableAnswer extends Error {}

/** Sends the requests of AWS's clients through the access that a run was given. */
export function handlerOver(access: CloudAccess): HttpHandler<object> {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request, { abortSignal } = {}) {
      const signals = [access.signal, AbortSignal.timeout(TIMEOUT_MS), ...(abortSignal instanceof AbortSignal ? [abortSignal] : [])];
      const { host: _host, 'content-length': _length, expect: _expect, ...headers } = request.headers;
      const answer = await access.fetch(addressOf(request), {
        method: request.method,
        headers,
        ...(request.body !== undefined && request.body !== '' && { body: request.body }),
        signal: AbortSignal.any(signals),
        redirect: 'manual',
      });
      const body = await bytesOf(answer);
      requireWhole(answer, body);
      return { response: new HttpResponse({ statusCode: answer.status, headers: Object.fromEntries(answer.headers), body }) };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

function addressOf({ protocol, hostname, port, path, query }: HttpRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [encoded(name)] : [value].flat().map((one) => `${encoded(name)}=${encoded(one)}`),
  );
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** As in a canonical request, so that a server that compares text sees the same. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new UnreadableAnswer(`its answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The clients take an HTML page or half of an XML document for an empty list, which would count as "nothing there". */
function requireWhole(answer: Response, body: Uint8Array): void {
  if (answer.status >= 300) return;
  const text = Buffer.from(body).toString('utf8').trim();
  if (text === '') throw new UnreadableAnswer('its answer is empty');
  // Not by its content type: imitations of AWS call their JSON HTML.
  if (/^<(!doctype\s+)?html/i.test(text)) throw new UnreadableAnswer('it answered with HTML');
  const root = /^(?:<\?[^>]*>\s*)?<([\w:.-]+)/.exec(text)?.[1];
  if (root !== undefined && !text.endsWith(`</${root}>`) && !/^(?:<\?[^>]*>\s*)?<[^>]*\/>$/.test(text))
    throw new UnreadableAnswer('its answer ended too early');
}

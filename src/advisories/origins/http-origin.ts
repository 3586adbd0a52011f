import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { InputError, OperationalError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import type { Http, HttpResponse } from '../../system/http.js';
import { PartialFile } from '../../system/partial-file.js';
import { type RetryPolicy, retrying, statusError, TransientError, transient } from '../../system/retry.js';
import type { Fetched, FetchRequest, Origin, Validators } from './origin.js';

export interface HttpOriginOptions {
  base: string;
  http: Http;
  /** Folder for unfinished downloads. */
  folder: string;
  policy: RetryPolicy;
  clock(): number;
  idleTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * A web server that serves feed files: conditional requests, retries with backoff, downloads that continue where they broke off
 * (Range with If-Range, so never two versions in one file).
 */
export class HttpOrigin implements Origin {
  readonly name: string;
  received = 0;

  constructor(private readonly options: HttpOriginOptions) {
    this.name = withoutUserInfo(options.base);
  }

  fetch<T>(request: FetchRequest<T>): Promise<Fetched<T>> {
    const url = this.urlOf(request.path);
    const partial = new PartialFile(join(this.options.folder, createHash('sha256').update(url).digest('hex').slice(0, 32)));
    return retrying(this.options.policy, this.options.signal, () => this.fetchOnce(request, url, partial));
  }

  private async fetchOnce<T>(request: FetchRequest<T>, url: string, partial: PartialFile): Promise<Fetched<T>> {
    const rest = partial.resumable();
    const response = await this.send(url, rest ? rangeHeaders(rest) : conditionalHeaders(request.known));
    const exported = exportedAt(response.headers);
    switch (response.status) {
      case 200:
        return { status: 'fetched', ...(await this.take(request, response, { url, partial, from: 0 })), ...exported };
      case 206:
        return {
          status: 'fetched',
          ...(await this.take(request, response, { url, partial, from: startOf(response, rest?.size ?? 0) })),
          ...exported,
        };
      default:
        await leave(response);
        return this.judge(response, url, { partial, exported });
    }
  }

  private judge<T>(response: HttpResponse, url: string, state: { partial: PartialFile; exported: { exported_at?: string } }): Fetched<T> {
    const where = withoutUserInfo(url);
    const { status } = response;
    if (status === 304) return { status: 'unchanged', ...state.exported };
    if (status === 404 || status === 410) return { status: 'missing' };
    if (status === 416) {
      state.partial.discard();
      throw new TransientError({ where, message: 'the file changed while it was downloaded' });
    }
    throw statusError(response, where, this.options.clock());
  }

  private async send(url: string, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const { http, idleTimeoutMs, signal } = this.options;
    try {
      return await http.send({ url, headers, ...(idleTimeoutMs !== undefined && { idleTimeoutMs }), ...(signal && { signal }) });
    } catch (cause) {
      throw transient(cause, withoutUserInfo(url));
    }
  }

  private async take<T>(
    request: FetchRequest<T>,
    response: HttpResponse,
    target: { url: string; partial: PartialFile; from: number },
  ): Promise<{ content: T; validators: Validators }> {
    const validators = validatorsOf(response.headers);
    await this.download(request, response, target);
    try {
      const content = await request.read(target.partial.path);
      target.partial.discard();
      return { content, validators };
    } catch (cause) {
      // Complete by its length, but with wrong content: a captive portal, a proxy's error page, a damaged copy.
      target.partial.discard();
      throw wrongContent(cause, target.url);
    }
  }

  private async download(
    request: FetchRequest<unknown>,
    response: HttpResponse,
    { url, partial, from }: { url: string; partial: PartialFile; from: number },
  ): Promise<void> {
    const { etag, last_modified } = validatorsOf(response.headers);
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    const total = Number.isNaN(length) ? undefined : from + length;
    let done = from;
    partial.begin(from, strong(etag) ?? last_modified ?? '');
    try {
      for await (const chunk of response.body) {
        partial.append(chunk);
        done += chunk.length;
        this.received += chunk.length;
        if (done > limits.maxArchiveBytes)
          throw new OperationalError({ where: withoutUserInfo(url), message: 'the download is larger than the ceiling' });
        request.onBytes?.(done, total);
      }
    } catch (cause) {
      throw transient(cause, withoutUserInfo(url));
    } finally {
      partial.end();
    }
    if (total !== undefined && done !== total)
      throw new TransientError({ where: withoutUserInfo(url), message: `cut off: ${done} of ${total} bytes` });
  }

  private urlOf(path: readonly string[]): string {
    const tail = path.map(encodeURIComponent).join('/');
    return tail === '' ? this.options.base : `${this.options.base.replace(/\/$/, '')}/${tail}`;
  }
}

/** A weak etag does not promise equal bytes, so two halves cannot be joined by it. */
function strong(etag: string | undefined): string | undefined {
  return etag?.startsWith('W/') ? undefined : etag;
}

function conditionalHeaders(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known?.last_modified !== undefined && { 'if-modified-since': known.last_modified }),
  };
}

function rangeHeaders({ size, validator }: { size: number; validator: string }): Record<string, string> {
  return { range: `bytes=${size}-`, 'if-range': validator };
}

/** The offset at which a 206 continues. Any other offset than the requested one is a wrong answer. */
function startOf(response: HttpResponse, expected: number): number {
  const start = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1];
  if (Number(start) === expected) return expected;
  throw new OperationalError({ message: 'the origin sent another part of the file than it was asked for' });
}

function validatorsOf(headers: HttpResponse['headers']): Validators {
  const etag = headers['etag'];
  const modified = headers['last-modified'];
  return { ...(etag !== undefined && { etag }), ...(modified !== undefined && { last_modified: modified }) };
}

/**
 * The OSV bucket names the moment an object was made in microseconds (`x-goog-generation`). Without it a feed in which
 * nothing was published for weeks would look stale although it is complete. A mirror's `last-modified` proves nothing: it
 * is the time of the copy.
 */
function exportedAt(headers: HttpResponse['headers']): { exported_at?: string } {
  const generation = headers['x-goog-generation'];
  if (generation === undefined || !/^\d{16}$/.test(generation)) return {};
  return { exported_at: new Date(Number(generation) / 1000).toISOString() };
}

/** Reads a short answer to its end, so that its connection can serve the next request. */
async function leave(response: HttpResponse): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > 16 * 1024) return;
    }
  } catch {
    return;
  }
}

function wrongContent(cause: unknown, url: string): Error {
  if (!(cause instanceof InputError) && !(cause instanceof OperationalError))
    return cause instanceof Error ? cause : new Error(String(cause));
  return new TransientError({ where: withoutUserInfo(url), message: `wrong content: ${cause.message}`, cause });
}

/** An address as it may be shown: no user info, no query. */
export function withoutUserInfo(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/$/, '');
}

import { createHash } from 'node:crypto';
import { OperationalError } from '../support/errors.js';
import { isObject, type JsonObject } from '../support/json.js';
import type { Http, HttpRequest, HttpResponse } from '../system/http.js';
import { type RetryPolicy, retryAfterMs, retrying, TransientError, transient } from '../system/retry.js';
import { below } from './address.js';
import { type Answered, type PushAnswer, readOutcome } from './answer.js';
import { type Content, type Encoded, isLarge, packed, unpacked } from './content.js';
import type { Credential } from './credential.js';
import { intakes } from './intakes.js';
import { idempotencyKey, type PushRequest } from './push.js';

/** Everything needed to push. */
export interface ClientOptions {
  base: URL;
  credential: Credential;
  http: Http;
  /** How a push is retried after temporary failures. */
  policy: RetryPolicy;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** Milliseconds without a byte of an answer after which a push fails; absent: as long as the service may work on it. */
  patienceMs?: number;
  signal?: AbortSignal;
}

/** The largest answer to a push, and the largest document, that is read. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** A document is there or is not: nothing has to be worked on. */
const QUICK_MS = 15_000;

/** What is asked for, and the entity tag of what is known of it. */
export interface Question {
  path: string;
  query: Readonly<Record<string, string>>;
  etag?: string | undefined;
}

/** Text and entity tag; no text: what is known holds. */
export interface Document {
  text: string | undefined;
  etag: string | undefined;
}

export interface Refused {
  refused: PushAnswer;
}

/** The service works on a large document for up to a minute; we wait that much longer for its answer. */
const PATIENCE_MS = 120_000;

/** Shortest wait, also when the service asks for none; otherwise we would retry without a pause. */
const SHORTEST_WAIT_MS = 500;

/** Slowest connection, in bytes a second, on which a push still succeeds. */
const SLOWEST = 16 * 1024;

/** An answer with the object that it holds; without one it is a refusal. */
export interface Told extends PushAnswer {
  value?: JsonObject;
}

/** The service as its clients see it. */
export class ControlPlaneClient {
  constructor(private readonly options: ClientOptions) {}

  /**
   * Sends a push and retries while that may help; an idempotency key makes it count once. Returns the service's answer. Throws
   * OperationalError with the address and the reason when there was no answer.
   */
  async send(push: PushRequest): Promise<PushAnswer> {
    const { content } = push;
    const outcome = await this.persist(push, isLarge(content) ? packed(content) : unpacked(content));
    return outcome.status === 415 && isLarge(content) ? this.persist(push, unpacked(content)) : outcome;
  }

  /**
   * Asks for a document, and retries as a push does. A document that is known already by its entity tag (304) has neither text nor outcome; a
   * refusal has its outcome. Throws OperationalError as `send` does.
   */
  async ask(question: Question): Promise<Document | Refused> {
    let document: Document | undefined;
    const answer = await this.retried(async () => {
      const { url, where } = this.placeOf(question.path, question.query);
      const headers = { accept: 'application/json', ...(question.etag !== undefined && { 'if-none-match': question.etag }) };
      const answered = await this.exchange({ url, headers, idleTimeoutMs: QUICK_MS }, where, MAX_DOCUMENT_BYTES);
      const isKnown = answered.status === 304 && question.etag !== undefined;
      const outcome = isKnown ? { status: 304 } : this.outcomeOf(answered, where);
      if (isKnown || outcome.accepted) document = { text: isKnown ? undefined : answered.text, etag: answered.headers.etag };
      return outcome;
    });
    return document ?? { refused: answer };
  }

  /**
   * Posts a small document and retries as a push does. An accepted one has the object of the answer. Throws OperationalError as `send`
   * does.
   */
  async tell({ path, body }: { path: string; body: object }): Promise<Told> {
    let value: JsonObject | undefined;
    const text = JSON.stringify(body);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': createHash('sha256').update(`${path}\n${text}\n${this.options.clock()}`).digest('hex'),
    };
    const answer = await this.retried(async () => {
      const { url, where } = this.placeOf(path, {});
      const request = { url, method: 'POST', headers, body: Buffer.from(text), idleTimeoutMs: PATIENCE_MS } as const;
      const answered = await this.exchange(request, where, MAX_ANSWER_BYTES);
      const outcome = this.outcomeOf(answered, where);
      if (outcome.accepted) value = objectIn(answered.text);
      return outcome;
    });
    return { ...answer, ...(value && { value }) };
  }

  private persist(push: PushRequest, encoded: Encoded): Promise<PushAnswer> {
    return this.retried(() => this.attempt(push, encoded));
  }

  private async retried(work: () => Promise<PushAnswer>): Promise<PushAnswer> {
    const { policy, signal } = this.options;
    let tries = 0;
    try {
      return await retrying(policy, signal, () => {
        tries += 1;
        return work();
      });
    } catch (error) {
      if (!(error instanceof OperationalError) || !(error.cause instanceof RefusedForNow)) throw error;
      const { outcome, waitMs } = error.cause;
      return { ...outcome, tries, ...(waitMs !== undefined && { waitMs }) };
    }
  }

  private async attempt(push: PushRequest, encoded: Encoded): Promise<PushAnswer> {
    const { url, where } = this.placeOf(intakes[push.intake], push.query);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': idempotencyKey(push, this.options.credential),
      ...encoded.headers,
    };
    const request = {
      url,
      method: 'POST',
      headers,
      body: encoded.body,
      idleTimeoutMs: this.options.patienceMs ?? patienceFor(push.content),
    } as const;
    return this.outcomeOf(await this.exchange(request, where, MAX_ANSWER_BYTES), where);
  }

  private placeOf(path: string, query: Readonly<Record<string, string>>): { url: string; where: string } {
    const url = below(this.options.base, path, query);
    return { url, where: `${this.options.base.origin}${new URL(url).pathname}` };
  }

  /** Throws what may pass. */
  private outcomeOf(answered: Answered, where: string): PushAnswer {
    const outcome = readOutcome(answered, this.options, where);
    const waitMs = retryAfterMs(answered.headers['retry-after'], this.options.clock());
    if (!mayPass(outcome.status, waitMs)) return outcome;
    throw new RefusedForNow(outcome, where, waitMs === undefined ? undefined : Math.max(waitMs, SHORTEST_WAIT_MS));
  }

  private async exchange(request: HttpRequest, where: string, maxBytes: number): Promise<Answered> {
    const { credential, http, signal } = this.options;
    const headers = { authorization: `Bearer ${credential.secret.reveal()}`, ...request.headers };
    try {
      // A redirect: we send neither the key nor the document to the new address.
      const response = await http.send({ ...request, headers, redirects: 'return', ...(signal && { signal }) });
      return { status: response.status, headers: response.headers, text: await textOf(response, where, maxBytes) };
    } catch (cause) {
      throw isOfCertificate(cause) ? cause : transient(cause, where);
    }
  }
}

function objectIn(text: string): JsonObject {
  const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
}

/** An answer after which a retry may succeed. It is returned if no try gets a better one. */
class RefusedForNow extends TransientError {
  constructor(
    readonly outcome: PushAnswer,
    where: string,
    waitMs: number | undefined,
  ) {
    super({ message: `answered with status ${outcome.status}`, where, waitMs });
  }
}

/** 409 with Retry-After: the server still works on the same push, sent by a program that ended before the answer came. */
function mayPass(status: number, waitMs: number | undefined): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 425 || (status === 409 && waitMs !== undefined);
}

function patienceFor({ size }: Content): number {
  return PATIENCE_MS + Math.ceil(size / SLOWEST) * 1000;
}

async function textOf({ body }: HttpResponse, where: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new OperationalError({ where, message: 'the answer is larger than any of a control plane' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A certificate that is not trusted now will not be trusted a second later. */
const OF_CERTIFICATE = /^CERT_|CERT_|_CERT$|SIGNATURE$|^ERR_TLS_|^ERR_SSL_/;

function isOfCertificate(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ('code' in at && OF_CERTIFICATE.test(String(at.code))) return true;
  }
  return false;
}

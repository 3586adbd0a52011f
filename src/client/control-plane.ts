import { OperationalError } from '../support/errors.js';
import type { Http, HttpResponse } from '../system/http.js';
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
  signal?: AbortSignal;
}

/** The largest answer that is read. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The service works on a large document for up to a minute; we wait that much longer for its answer. */
const PATIENCE_MS = 120_000;

/** Shortest wait, also when the service asks for none; otherwise we would retry without a pause. */
const SHORTEST_WAIT_MS = 500;

/** Slowest connection, in bytes a second, on which a push still succeeds. */
const SLOWEST = 16 * 1024;

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

  private async persist(push: PushRequest, encoded: Encoded): Promise<PushAnswer> {
    const { policy, signal } = this.options;
    let tries = 0;
    try {
      return await retrying(policy, signal, () => {
        tries += 1;
        return this.attempt(push, encoded);
      });
    } catch (error) {
      if (!(error instanceof OperationalError) || !(error.cause instanceof RefusedForNow)) throw error;
      const { outcome, waitMs } = error.cause;
      return { ...outcome, tries, ...(waitMs !== undefined && { waitMs }) };
    }
  }

  private async attempt(push: PushRequest, encoded: Encoded): Promise<PushAnswer> {
    const { clock } = this.options;
    const url = below(this.options.base, intakes[push.intake], push.query);
    const where = `${this.options.base.origin}${new URL(url).pathname}`;
    const answered = await this.exchange(push, encoded, { url, where });
    const outcome = readOutcome(answered, this.options, where);
    const waitMs = retryAfterMs(answered.headers['retry-after'], clock());
    if (!mayPass(outcome.status, waitMs)) return outcome;
    throw new RefusedForNow(outcome, where, waitMs === undefined ? undefined : Math.max(waitMs, SHORTEST_WAIT_MS));
  }

  private async exchange(push: PushRequest, { headers, body }: Encoded, { url, where }: { url: string; where: string }): Promise<Answered> {
    const { credential, http, signal } = this.options;
    try {
      const response = await http.send({
        url,
        method: 'POST',
        headers: {
          authorization: `Bearer ${credential.secret.reveal()}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': idempotencyKey(push, credential),
          ...headers,
        },
        body,
        // A redirect: we send neither the key nor the document to the new address.
        redirects: 'return',
        idleTimeoutMs: patienceFor(push.content),
        ...(signal && { signal }),
      });
      return { status: response.status, headers: response.headers, text: await textOf(response, where) };
    } catch (cause) {
      throw isOfCertificate(cause) ? cause : transient(cause, where);
    }
  }
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

async function textOf({ body }: HttpResponse, where: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new OperationalError({ where, message: 'the answer is larger than any of a control plane' });
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

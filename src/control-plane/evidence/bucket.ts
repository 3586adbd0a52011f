import type { AwsKeys } from '../../collect/cloud/aws/access/keys.js';
import type { BucketPlace, ServeOptions } from '../../config/serve-options.js';
import { MINUTE_MS } from '../../support/durations.js';
import { InputError, OperationalError, UsageError } from '../../support/errors.js';
import { sha256 } from '../../support/sha256.js';
import { createFetch, type Fetch } from '../../system/fetch.js';
import { OutboundPolicy } from '../../system/outbound-policy.js';
import { awsKeys, awsRegion } from '../identity/aws.js';
import { awsAuthorization } from '../identity/aws-signature.js';
import { Unreachable } from '../outbound/outbound.js';
import { StoreUnavailable } from '../store/engines/failures.js';

/**
 * Objects of one bucket by key, over the protocol of Amazon S3 (API reference: PutObject, GetObject, DeleteObject,
 * ListObjectsV2).
 */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  remove(key: string): Promise<void>;
  /** At most 1000 keys with this prefix, in order, after the key `after`. */
  list(beginning: string, after: string): Promise<readonly string[]>;
}

/** Place, clock and access keys of a bucket. */
export interface BucketOptions {
  place: BucketPlace;
  options: ServeOptions;
  clock(): number;
}

/** One request; `query` is sorted and encoded. */
interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  query?: string;
  body?: Uint8Array;
}

const TIMEOUT_MS = MINUTE_MS;
/** Temporary keys expire: they are looked up again after this time, and when the bucket refuses them. */
const KEYS_MS = 4 * MINUTE_MS;
const TRIES = 3;
const MAX_OBJECT = 2 ** 30;

/**
 * A bucket with path-style addresses, which every implementation supports. Requests reject with StoreUnavailable or
 * OperationalError.
 */
export function s3Bucket(options: BucketOptions): Bucket {
  return new S3Bucket(options);
}

class S3Bucket implements Bucket {
  private readonly root: string;
  private readonly region: string;
  private readonly keys: CachedKeys;
  private readonly fetch: Fetch;

  constructor(private readonly terms: BucketOptions) {
    const { options, place, clock } = terms;
    const { environment } = options;
    this.region = awsRegion(options);
    const endpoint = environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'] ?? `https://s3.${this.region}.amazonaws.com`;
    if (!URL.canParse(endpoint))
      throw new UsageError({ where: 'AWS_ENDPOINT_URL_S3', message: 'expected an address such as https://host' });
    this.root = `${endpoint.replace(/\/+$/, '')}/${place.bucket}`;
    this.keys = cachedKeys(() => awsKeys({ options, clock }), clock);
    // The operator chose the host, so it may be internal.
    this.fetch = createFetch(environment, new OutboundPolicy(options.outboundAllow).trusting(new URL(endpoint).hostname));
  }

  async put(key: string, body: Uint8Array): Promise<void> {
    const { found } = await this.send({ method: 'PUT', key, body });
    if (!found) throw this.refusal('it answered 404');
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const { found, bytes } = await this.send({ method: 'GET', key });
    return found ? bytes : undefined;
  }

  async remove(key: string): Promise<void> {
    await this.send({ method: 'DELETE', key });
  }

  async list(beginning: string, after: string): Promise<readonly string[]> {
    const pairs = { 'list-type': '2', prefix: beginning, ...(after !== '' && { 'start-after': after }) };
    const query = Object.entries(pairs).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const { found, bytes } = await this.send({ method: 'GET', key: '', query: query.sort().join('&') });
    if (!found) throw this.refusal('it answered 404');
    return this.keysOf(Buffer.from(bytes).toString('utf8'));
  }

  /** The keys in an answer to ListObjectsV2. */
  private async keysOf(answer: string): Promise<string[]> {
    const { parseXml } = await import('../../support/xml.js');
    try {
      const objects = parseXml(answer, this.name).children.filter(({ name }) => name === 'Contents');
      return objects.flatMap(({ children }) => children.filter(({ name }) => name === 'Key').map(({ text }) => text));
    } catch (error) {
      throw error instanceof InputError ? this.refusal('its list of objects cannot be read') : error;
    }
  }

  /** An answer below 300, or 404 for an object. Temporary failures are retried; all requests are idempotent. */
  private async send(request: BucketRequest): Promise<{ found: boolean; bytes: Uint8Array }> {
    for (let tries = 1; ; tries++) {
      const answer = await answered(() => this.once(request));
      const retryReason = answer instanceof Error ? answer.message : this.retryReason(answer);
      if (retryReason === undefined && !(answer instanceof Error)) return { found: answer.status < 300, bytes: answer.bytes };
      if (tries >= TRIES) throw new StoreUnavailable({ where: this.name, message: `the evidence bucket is not available: ${retryReason}` });
      await new Promise((done) => setTimeout(done, 200 * tries ** 2));
    }
  }

  /** Why the request is to be retried; undefined when it succeeded. Throws for permanent failures. */
  private retryReason({ status, bytes }: BucketAnswer): string | undefined {
    const code = status < 300 ? undefined : codeOf(bytes);
    if (status < 300 || (status === 404 && code !== 'NoSuchBucket')) return undefined;
    const reason = `it answered ${status}${code === undefined ? '' : ` (${code})`}`;
    if (status === 403) this.keys.forget();
    if (status >= 500 || status === 429 || code === 'ExpiredToken' || code === 'RequestTimeTooSkewed') return reason;
    throw this.refusal(reason);
  }

  private async once({ method, key, query = '', body = new Uint8Array() }: BucketRequest): Promise<Response> {
    const url = new URL(key === '' ? this.root : `${this.root}/${key}`);
    const accessKeys = await this.keys.get();
    if (!accessKeys) throw this.refusal('there are no keys for it');
    const headers = {
      host: url.host,
      'x-amz-content-sha256': sha256(body),
      'x-amz-date': new Date(this.terms.clock()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
      ...(accessKeys.sessionToken !== undefined && { 'x-amz-security-token': accessKeys.sessionToken }),
    };
    const signable = { method, path: url.pathname, query, headers, body };
    const { host, ...sent } = headers;
    return this.fetch(`${url.href}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...sent, authorization: awsAuthorization(signable, accessKeys, { region: this.region, service: 's3' }) },
      ...(method === 'PUT' && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  private refusal(reason: string): OperationalError {
    return new OperationalError({ where: this.name, message: `the evidence bucket cannot be used: ${reason}` });
  }

  private get name(): string {
    return `s3://${this.terms.place.bucket}`;
  }
}

interface BucketAnswer {
  status: number;
  bytes: Uint8Array;
}

async function answered(once: () => Promise<Response>): Promise<Error | BucketAnswer> {
  try {
    const response = await once();
    return { status: response.status, bytes: await bytesOf(response) };
  } catch (error) {
    if (error instanceof OperationalError || !(error instanceof Error)) throw error;
    return error instanceof Unreachable ? error : new Error('it does not answer', { cause: error });
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_OBJECT) throw new OperationalError({ message: 'an object of the evidence bucket is too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Amazon S3 API reference, "Error responses". */
function codeOf(bytes: Uint8Array): string | undefined {
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(Buffer.from(bytes.subarray(0, 4096)).toString('utf8'))?.[1];
}

interface CachedKeys {
  get(): Promise<AwsKeys | undefined>;
  forget(): void;
}

function cachedKeys(find: () => Promise<AwsKeys | undefined>, clock: () => number): CachedKeys {
  let kept: { keys: Promise<AwsKeys | undefined>; until: number } | undefined;
  return {
    get() {
      if (!kept || kept.until <= clock()) kept = { keys: find(), until: clock() + KEYS_MS };
      return kept.keys.catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
    },
    forget() {
      kept = undefined;
    },
  };
}

import { CastellanError } from '../../../../support/errors.js';
import { type RetryPolicy, retrying, TransientError } from '../../../../system/retry.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../contract/cloud-errors.js';
import type { CloudAccess } from '../../contract/provider.js';
import { UnreadableAnswer } from './fetch-handler.js';

const PATIENCE: RetryPolicy = { attempts: 8, baseMs: 500, maxWaitMs: 60_000, withinMs: 120_000, spread: true };

/** `call` of what, for errors: `lambda:ListFunctions in eu-west-1`. */
export type AwsCall<T> = () => Promise<T>;

/**
 * Asks until there is an answer. Rejects with CloudRefused, CloudThrottled (asked to slow down until the end) or CloudUnreachable, with AWS's code and
 * our own words: AWS's messages repeat requests, tokens included. Errors whose code is in `expected` are passed on as AwsAnswered.
 */
export async function ask<T>(access: CloudAccess, what: string, call: AwsCall<T>, expected: readonly string[] = []): Promise<T> {
  let last: Failure | undefined;
  try {
    return await retrying(access.patience ?? PATIENCE, access.signal, async () => {
      try {
        return await call();
      } catch (error) {
        access.signal.throwIfAborted();
        // The keys for the call came of a call of their own.
        if (isCloudError(error)) throw error;
        last = failureOf(error);
        if (expected.includes(last.code)) throw new AwsAnswered(last.code);
        if (last.kind === 'refused') throw new CloudRefused({ where: `AWS: ${what}`, message: last.message });
        if (!last.passes) throw new CloudUnreachable({ where: `AWS: ${what}`, message: last.message, cause: error });
        throw new TransientError({ where: `AWS: ${what}`, message: last.message, cause: error });
      }
    });
  } catch (error) {
    if (access.signal.aborted || isCloudError(error) || !(error instanceof CastellanError)) throw error;
    const Kind = last?.kind === 'throttled' ? CloudThrottled : CloudUnreachable;
    throw new Kind({ where: `AWS: ${what}`, message: error.message, cause: error });
  }
}

function isCloudError(error: unknown): boolean {
  return error instanceof CloudRefused || error instanceof CloudUnreachable || error instanceof CloudThrottled;
}

/** A negative answer that the caller knows what to do with: `NoSuchBucketPolicy`. */
export class AwsAnswered extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** `otherwise` where AWS answers with one of these codes. */
export async function unless<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AwsAnswered) return otherwise;
    throw error;
  }
}

interface Failure {
  kind: 'refused' | 'throttled' | 'unreachable';
  code: string;
  message: string;
  /** Another try may succeed. */
  passes: boolean;
}

/** By codes without the ending that some services put: `ExpiredToken`, `ExpiredTokenException`. */
const REFUSALS: Readonly<Record<string, string>> = {
  ExpiredToken: 'the token has expired',
  RequestExpired: 'the token has expired',
  InvalidClientTokenId: 'AWS does not know these keys, or the token is cut off',
  UnrecognizedClient: 'AWS does not know these keys, or the token is cut off',
  InvalidAccessKeyId: 'AWS does not know these keys',
  InvalidToken: 'the session token is cut off or not of these keys',
  AuthFailure: 'AWS does not know these keys',
  MissingAuthenticationToken: 'the signature did not arrive',
  SignatureDoesNotMatch: 'the secret key is not that of the access key',
  InvalidSignature: 'the secret key is not that of the access key, or this clock is wrong',
  IncompleteSignature: 'the signature did not arrive whole',
  InvalidIdentityToken: 'the web identity token is cut off, or meant for another audience',
  IDPRejectedClaim: 'the identity provider rejected the web identity token',
  RequestTimeTooSkewed: 'the clock of this machine differs too much from that of AWS',
  OptInRequired: 'the account is not signed up for this service',
  SubscriptionRequired: 'the account is not signed up for this service',
  RegionDisabled: 'the region is not enabled for tokens of this account',
  AccessDenied: 'the permission is missing',
  Authorization: 'the permission is missing',
  UnauthorizedOperation: 'the permission is missing',
  Unauthorized: 'the permission is missing',
};

function refusalOf(code: string): string | undefined {
  return REFUSALS[code.replace(/(Exception|Error)$/, '')];
}

const THROTTLING =
  /^(Throttl\w*|TooManyRequests\w*|RequestLimitExceeded|BandwidthLimitExceeded|SlowDown|PriorRequestNotComplete|LimitExceededException|EC2ThrottledException|RequestThrottled\w*|TransactionInProgressException|ProvisionedThroughputExceededException)$/;

function failureOf(error: unknown): Failure {
  const { code, status, isCorrected } = factsOf(error);
  if (error instanceof UnreadableAnswer) return { kind: 'unreachable', code: '', message: error.message, passes: false };
  if (error instanceof CastellanError) return { kind: 'unreachable', code: '', message: error.message, passes: false };
  if (isCorrected) return { kind: 'unreachable', code, message: clause(code, status), passes: true };
  if (THROTTLING.test(code) || status === 429)
    return { kind: 'throttled', code, message: `it asks us to slow down (${code})`, passes: true };
  if (refusalOf(code) !== undefined || status === 401 || status === 403)
    return { kind: 'refused', code, message: clause(code, status), passes: false };
  if (status !== undefined && status >= 500) return { kind: 'unreachable', code, message: clause(code, status), passes: true };
  if (status !== undefined && status >= 300) return { kind: 'unreachable', code, message: clause(code, status), passes: false };
  if (status !== undefined || error instanceof SyntaxError)
    return { kind: 'unreachable', code, message: 'its answer cannot be read', passes: false };
  return {
    kind: 'unreachable',
    code,
    message: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'it cannot be reached',
    passes: true,
  };
}

function clause(code: string, status: number | undefined): string {
  const said = refusalOf(code);
  return said === undefined ? `it answered ${status ?? ''}${code === '' ? '' : ` (${code})`}` : `${said} (${code})`;
}

/** Code and status as AWS's clients attach them. */
function factsOf(error: unknown): { code: string; status: number | undefined; isCorrected: boolean } {
  if (!(error instanceof Error)) return { code: '', status: undefined, isCorrected: false };
  const code = /^[A-Za-z0-9.]{1,80}$/.test(error.name) && !['Error', 'SyntaxError', 'TypeError'].includes(error.name) ? error.name : '';
  const metadata = '$metadata' in error ? error.$metadata : undefined;
  const has = (name: string) =>
    typeof metadata === 'object' && metadata !== null && name in metadata ? Reflect.get(metadata, name) : undefined;
  const status: unknown = has('httpStatusCode');
  return { code, status: typeof status === 'number' ? status : undefined, isCorrected: has('clockSkewCorrected') === true };
}

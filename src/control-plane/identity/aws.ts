import { callerKeys } from '../../collect/cloud/aws/access/caller.js';
import type { AwsKeys } from '../../collect/cloud/aws/access/keys.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../collect/cloud/contract/cloud-errors.js';
import { diskFiles } from '../../system/files.js';
import type { Ground } from '../ground/ground.js';
import { askOutside, outsideFetch, Unreachable } from '../outbound/outbound.js';
import { awsAuthorization } from './aws-signature.js';
import type { IdentityCheck } from './identity-check.js';

type OfService = Pick<Ground, 'options' | 'clock'>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const VERSION = '2011-06-15';

/** One try in a few seconds: whoever asks for keys waits for them. */
const ONCE = { attempts: 1, baseMs: 0, maxWaitMs: 0 };
const TIMEOUT_MS = 10_000;

/** The keys of the service's own identity; undefined where AWS gives it none. Rejects with Unreachable. */
export async function awsKeys({ options, clock }: OfService): Promise<AwsKeys | undefined> {
  const { environment } = options;
  const [fetch, directFetch] = [outsideFetch(options), outsideFetch(options, { direct: true })];
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await callerKeys({ fetch, directFetch, files: diskFiles, environment, clock, signal, identity: 'service', patience: ONCE })();
  } catch (error) {
    if (error instanceof CloudRefused) return undefined;
    if (error instanceof CloudUnreachable || error instanceof CloudThrottled) throw new Unreachable(error.message);
    throw signal.aborted ? new Unreachable('no answer in time') : error;
  }
}

/** The region, from the variables that AWS's own libraries use. */
export function awsRegion({ environment }: OfService['options']): string {
  return environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
}

/** Calls STS GetCallerIdentity with the keys of this service. */
export async function awsIdentity(ground: OfService): Promise<IdentityCheck> {
  const keys = await awsKeys(ground);
  if (!keys) return { health: 'degraded', message: 'AWS gave this service no credentials of its own' };
  const { status } = await callSts(ground, { Action: 'GetCallerIdentity' }, keys);
  if (status === 200) return { health: 'healthy', message: 'AWS STS knows the default identity of this service' };
  const refused = status === 401 || status === 403;
  return { health: 'degraded', message: refused ? 'AWS STS refused the default identity' : `AWS STS answered ${status}` };
}

function callSts({ options, clock }: OfService, parameters: Readonly<Record<string, string>>, keys: AwsKeys) {
  const { environment } = options;
  const region = awsRegion(options);
  const endpoint = environment['AWS_ENDPOINT_URL_STS'] ?? environment['AWS_ENDPOINT_URL'] ?? `https://sts.${region}.amazonaws.com`;
  const url = new URL('/', endpoint);
  const body = new URLSearchParams({ ...parameters, Version: VERSION }).toString();
  const time = new Date(clock()).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const token = keys.sessionToken;
  const headers = { ...FORM, host: url.host, 'x-amz-date': time, ...(token !== undefined && { 'x-amz-security-token': token }) };
  const signable = { method: 'POST', path: '/', query: '', headers, body };
  const authorization = awsAuthorization(signable, keys, { region, service: 'sts' });
  const { host, ...sent } = headers;
  return askOutside(options, { url: url.href, method: 'POST', headers: { ...sent, authorization }, body });
}

import { isObject } from '../../support/json.js';
import type { Ground } from '../ground/ground.js';
import { askOutside } from '../outbound/outbound.js';
import { textOfFile } from '../outbound/setting.js';
import { type AwsKeys, awsAuthorization } from './aws-signature.js';
import type { IdentityCheck } from './identity-check.js';

type OfService = Pick<Ground, 'options' | 'clock'>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const VERSION = '2011-06-15';

/**
 * AWS keys from the environment, a web identity token, a file, the container or the instance, in the order of AWS's own
 * libraries (AWS SDKs reference guide, "Standardized credential providers"). Rejects with Unreachable.
 */
export async function awsKeys(ground: OfService): Promise<AwsKeys | undefined> {
  const near = keysOfEnvironment(ground) ?? (await keysOfWebIdentity(ground)) ?? keysOfFile(ground);
  return near ?? (await keysOfContainer(ground)) ?? (await keysOfInstance(ground));
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

function keysOfEnvironment({ options: { environment } }: OfService): AwsKeys | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined;
}

async function keysOfWebIdentity(ground: OfService): Promise<AwsKeys | undefined> {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role } = ground.options.environment;
  const token = file && role ? textOfFile(file) : undefined;
  if (!role || !token) return undefined;
  const parameters = { Action: 'AssumeRoleWithWebIdentity', RoleArn: role, RoleSessionName: 'castellan', WebIdentityToken: token };
  const { status, text } = await callSts(ground, parameters);
  const element = (name: string) => new RegExp(`<${name}>([^<]{1,4096})</${name}>`).exec(text)?.[1];
  const [accessKeyId, secretAccessKey] = [element('AccessKeyId'), element('SecretAccessKey')];
  const sessionToken = element('SessionToken');
  if (status !== 200 || !accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** The profile `AWS_PROFILE` in the file that `AWS_SHARED_CREDENTIALS_FILE` names; the home folder is not read. */
function keysOfFile({ options: { environment } }: OfService): AwsKeys | undefined {
  const file = environment['AWS_SHARED_CREDENTIALS_FILE'];
  const lines = (file ? textOfFile(file) : undefined)?.split('\n').map((line) => line.trim()) ?? [];
  const start = lines.indexOf(`[${environment['AWS_PROFILE'] ?? 'default'}]`);
  if (start < 0) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('['));
  const pairs = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.split(/\s*=\s*(.*)/, 2));
  const {
    aws_access_key_id: accessKeyId,
    aws_secret_access_key: secretAccessKey,
    aws_session_token: sessionToken,
  } = Object.fromEntries(pairs);
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined;
}

async function keysOfContainer({ options }: OfService): Promise<AwsKeys | undefined> {
  const { environment } = options;
  const relative = environment['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const url = relative ? `http://169.254.170.2${relative}` : environment['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  if (!url) return undefined;
  const file = environment['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const token = (file ? textOfFile(file) : undefined) ?? environment['AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  const { status, text } = await askOutside(options, { url, direct: true, ...(token && { headers: { authorization: token } }) });
  return status === 200 ? keysOfJson(text) : undefined;
}

/** Instance metadata, version 2: a session token first. */
async function keysOfInstance({ options }: OfService): Promise<AwsKeys | undefined> {
  const base = (options.environment['AWS_EC2_METADATA_SERVICE_ENDPOINT'] ?? 'http://169.254.169.254').replace(/\/$/, '');
  const direct = { direct: true, timeoutMs: 2_000 };
  const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': '60' };
  const session = await askOutside(options, { url: `${base}/latest/api/token`, method: 'PUT', headers, ...direct });
  const get = (path: string) =>
    askOutside(options, { url: `${base}/latest/meta-data/${path}`, headers: { 'x-aws-ec2-metadata-token': session.text }, ...direct });
  const roles = await get('iam/security-credentials/');
  const role = roles.status === 200 ? roles.text.split('\n')[0]?.trim() : undefined;
  if (session.status !== 200 || !role) return undefined;
  const { status, text } = await get(`iam/security-credentials/${encodeURIComponent(role)}`);
  return status === 200 ? keysOfJson(text) : undefined;
}

function keysOfJson(text: string): AwsKeys | undefined {
  const found = parsed(text);
  if (!isObject(found)) return undefined;
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = found;
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') return undefined;
  return { accessKeyId, secretAccessKey, ...(typeof sessionToken === 'string' && { sessionToken }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Signed when there are keys; the exchange of a web identity needs none. */
function callSts({ options, clock }: OfService, parameters: Readonly<Record<string, string>>, keys?: AwsKeys) {
  const { environment } = options;
  const region = awsRegion(options);
  const endpoint = environment['AWS_ENDPOINT_URL_STS'] ?? environment['AWS_ENDPOINT_URL'] ?? `https://sts.${region}.amazonaws.com`;
  const url = new URL('/', endpoint);
  const body = new URLSearchParams({ ...parameters, Version: VERSION }).toString();
  const time = new Date(clock()).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const token = keys?.sessionToken;
  const headers = { ...FORM, host: url.host, 'x-amz-date': time, ...(token !== undefined && { 'x-amz-security-token': token }) };
  const signable = { method: 'POST', path: '/', query: '', headers, body };
  const authorization = keys && awsAuthorization(signable, keys, { region, service: 'sts' });
  const { host, ...sent } = headers;
  return askOutside(options, { url: url.href, method: 'POST', headers: { ...sent, ...(authorization && { authorization }) }, body });
}

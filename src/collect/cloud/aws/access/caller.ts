import { isObject, type JsonObject } from '../../../../support/json.js';
import { CloudRefused, CloudUnreachable } from '../../contract/cloud-errors.js';
import type { CloudAccess } from '../../contract/provider.js';
import { type AwsKeySource, type AwsKeys, keptKeys } from './keys.js';
import { keysOfProfile } from './profile.js';
import { smallText } from './text-file.js';

const METADATA_MS = 2_000;
const NEEDED = 'give the service a role, or mount a web identity token';
/** Hosts that may be told a container's token without TLS (AWS SDKs reference guide, "Container credential provider"). */
const CONTAINER_HOSTS = new Set(['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '127.0.0.1', '[::1]']);

/**
 * The identity that the machine or the person has of its own, in the order of AWS's own libraries (AWS SDKs reference guide, "Standardized
 * credential providers"). Their chain opens files and sockets by itself; here all of it passes through the access. AWS's clients are loaded
 * only where keys are exchanged.
 */
export function callerKeys(access: CloudAccess): AwsKeySource {
  return keptKeys(async () => {
    const own =
      keysOfEnvironment(access) ?? (await keysOfWebIdentity(access)) ?? (await keysOfProfile(access)) ?? (await keysOfContainer(access));
    if (own) return own;
    const isPerson = access.identity === 'developer';
    const lent = await keysOfInstance(access).catch((error: unknown) => {
      // Most machines of people have no metadata; a service may only have asked too early.
      if (isPerson && error instanceof CloudUnreachable) return undefined;
      throw error;
    });
    if (lent) return lent;
    throw new CloudRefused({
      where: 'AWS',
      message: 'there are no credentials: none in the environment, no web identity, no role of a container or instance',
      hint: isPerson ? 'aws sso login, or set AWS_PROFILE' : NEEDED,
    });
  }, access.clock);
}

function keysOfEnvironment({ environment }: CloudAccess): AwsKeys | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined;
}

async function keysOfWebIdentity(access: CloudAccess): Promise<AwsKeys | undefined> {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: roleArn, AWS_ROLE_SESSION_NAME: name } = access.environment;
  if (!file || !roleArn) return undefined;
  const token = smallText(access, file);
  if (token === undefined) throw new CloudRefused({ where: 'AWS_WEB_IDENTITY_TOKEN_FILE', message: 'the file is not there' });
  const { keysOfToken } = await import('./exchange.js');
  return keysOfToken(access, { roleArn, sessionName: name ?? 'castellan', token });
}

async function keysOfContainer(access: CloudAccess): Promise<AwsKeys | undefined> {
  const { environment } = access;
  const relative = environment['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const url = relative ? `http://169.254.170.2${relative}` : environment['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  if (!url) return undefined;
  const isSafe = URL.canParse(url) && (new URL(url).protocol === 'https:' || CONTAINER_HOSTS.has(new URL(url).hostname));
  if (!isSafe)
    throw new CloudRefused({ where: 'AWS_CONTAINER_CREDENTIALS_FULL_URI', message: 'the address is neither of this machine nor https' });
  const file = environment['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const token = (file ? smallText(access, file) : undefined) ?? environment['AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  const text = await near(access, url, { ...(token !== undefined && { headers: { authorization: token } }) });
  if (text === undefined)
    throw new CloudUnreachable({ where: 'AWS', message: 'the container has an address for credentials that does not answer' });
  return keysOfJson(text);
}

/** Instance metadata, version 2: a session token first. */
async function keysOfInstance(access: CloudAccess): Promise<AwsKeys | undefined> {
  const { environment } = access;
  if (environment['AWS_EC2_METADATA_DISABLED'] === 'true') return undefined;
  const base = (environment['AWS_EC2_METADATA_SERVICE_ENDPOINT'] ?? 'http://169.254.169.254').replace(/\/$/, '');
  const session = await near(access, `${base}/latest/api/token`, {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' },
  });
  if (session === undefined) return undefined;
  const get = (path: string) =>
    near(access, `${base}/latest/meta-data/iam/security-credentials/${path}`, { headers: { 'x-aws-ec2-metadata-token': session } });
  const role = (await get(''))?.split('\n')[0]?.trim();
  const text = role ? await get(encodeURIComponent(role)) : undefined;
  return text === undefined ? undefined : keysOfJson(text);
}

/** A text of the machine itself; undefined for a refusal. Rejects with CloudUnreachable where nothing answers. */
async function near({ directFetch, signal }: CloudAccess, url: string, init: RequestInit): Promise<string | undefined> {
  try {
    const answer = await directFetch(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(METADATA_MS)]),
      redirect: 'manual',
    });
    const text = await answer.text();
    return answer.status === 200 ? text : undefined;
  } catch (cause) {
    signal.throwIfAborted();
    const message = 'there are no credentials in environment and files, and the metadata of this machine do not answer';
    throw new CloudUnreachable({ where: 'AWS', message, hint: NEEDED, cause });
  }
}

function keysOfJson(text: string): AwsKeys {
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration: expires } = parsed(text);
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string')
    throw new CloudUnreachable({ where: 'AWS', message: 'the credentials of this machine cannot be read' });
  return {
    accessKeyId,
    secretAccessKey,
    ...(typeof sessionToken === 'string' && { sessionToken }),
    ...(typeof expires === 'string' && !Number.isNaN(Date.parse(expires)) && { expiration: new Date(expires) }),
  };
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

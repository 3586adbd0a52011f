import { createSign } from 'node:crypto';
import { isObject, own } from '../../support/json.js';
import type { Ground } from '../ground/ground.js';
import { askOutside, type OutsideAnswer } from '../outbound/outbound.js';
import { textOfFile } from '../outbound/setting.js';
import type { IdentityCheck } from './identity-check.js';

type OfService = Pick<Ground, 'options' | 'clock'>;

const FLAVOR = 'metadata-flavor';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform.read-only';
const HEALTHY = { health: 'healthy', message: 'Google Cloud knows the default identity of this service' } as const;

/**
 * Requests a token with the key file that the environment names, else from the metadata server for the service account
 * of this machine, in the order of Google's own libraries ("Application Default Credentials"). The token is discarded.
 */
export function gcpIdentity(ground: OfService): Promise<IdentityCheck> {
  const file = ground.options.environment['GOOGLE_APPLICATION_CREDENTIALS'];
  return file ? byKeyFile(ground, file) : byMetadata(ground);
}

async function byKeyFile(ground: OfService, file: string): Promise<IdentityCheck> {
  const key = keyOf(textOfFile(file));
  if (!key) return { health: 'degraded', message: 'the credentials file is not the key of a service account that can be read' };
  const assertion = assertionOf(key, ground.clock());
  if (assertion === undefined) return { health: 'degraded', message: 'the key in the credentials file cannot be used' };
  const fields = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(fields).toString();
  const answer = await askOutside(ground.options, { url: key.tokenUri, method: 'POST', headers, body });
  if (hasToken(answer)) return HEALTHY;
  const refused = answer.status === 400 || answer.status === 401 || answer.status === 403;
  return {
    health: 'degraded',
    message: refused ? 'Google Cloud refused the default identity' : `Google Cloud answered ${answer.status} and no token`,
  };
}

interface AccountKey {
  email: string;
  id: string | undefined;
  pem: string;
  tokenUri: string;
}

function keyOf(text: string | undefined): AccountKey | undefined {
  const file = parsed(text ?? '');
  if (!isObject(file) || own(file, 'type') !== 'service_account') return undefined;
  const [email, pem, id, tokenUri = TOKEN_URI] = ['client_email', 'private_key', 'private_key_id', 'token_uri'].map((name) =>
    own(file, name),
  );
  if (typeof email !== 'string' || typeof pem !== 'string' || typeof tokenUri !== 'string' || !URL.canParse(tokenUri)) return undefined;
  return { email, pem, tokenUri, id: typeof id === 'string' ? id : undefined };
}

/** A signed JWT instead of a password (RFC 7523); undefined for an invalid key. */
function assertionOf({ email, id, pem, tokenUri }: AccountKey, now: number): string | undefined {
  const iat = Math.floor(now / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT', ...(id !== undefined && { kid: id }) },
    { iss: email, scope: SCOPE, aud: tokenUri, iat, exp: iat + 600 },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(pem, 'base64url')}`;
  } catch {
    return undefined;
  }
}

async function byMetadata({ options }: OfService): Promise<IdentityCheck> {
  const host = options.environment['GCE_METADATA_HOST'] ?? 'metadata.google.internal';
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  const answer = await askOutside(options, { url, headers: { [FLAVOR]: 'Google' }, direct: true, timeoutMs: 2_000 });
  if (answer.headers.get(FLAVOR) !== 'Google')
    return { health: 'degraded', message: 'what answered is not the metadata server of Google Cloud' };
  if (hasToken(answer)) return HEALTHY;
  const none = answer.status === 404;
  return {
    health: 'degraded',
    message: none ? 'this machine has no service account' : `the metadata server answered ${answer.status} and no token`,
  };
}

function hasToken({ status, text }: OutsideAnswer): boolean {
  return status === 200 && /"access_token"\s*:\s*"[^"]/.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { HOUR_MS, MINUTE_MS } from '../../../support/durations.js';
import { CloudRefused } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';

const MAX_KEY_BYTES = 64 * 1024;
const LIFE_MS = HOUR_MS;

/** The headers that prove who asks. */
export type Signer = () => Promise<Readonly<Record<string, string>>>;

/** Where Snowflake mounts the token of a container service, which acts as the role that owns the service. */
const SESSION_TOKEN = '/snowflake/session/token';

/**
 * Signs with the key of the file that `SNOWFLAKE_PRIVATE_KEY_FILE` names, or, inside Snowflake's own containers, sends the mounted
 * token (SQL API reference, "Authenticating to the server"). Throws CloudRefused.
 */
export async function signerOf(account: string, user: string | undefined, access: CloudAccess): Promise<Signer> {
  const path = access.environment['SNOWFLAKE_PRIVATE_KEY_FILE'];
  if (path) return keyPairSigner(account, userOf(user), keyOf(path, access), access);
  if (!access.files.info(SESSION_TOKEN))
    throw new CloudRefused({
      where: 'Snowflake',
      message: 'there is no key to sign with',
      hint: 'name the file of the private key: SNOWFLAKE_PRIVATE_KEY_FILE or --private-key-file',
    });
  return async () => ({
    authorization: `Bearer ${textOf(SESSION_TOKEN, access)}`,
    'x-snowflake-authorization-token-type': 'OAUTH',
  });
}

function userOf(user: string | undefined): string {
  if (user !== undefined) return user;
  throw new CloudRefused({ where: 'Snowflake', message: 'there is no user to sign in as', hint: 'name it: SNOWFLAKE_USER or --user' });
}

/** The account's name without region, and the user, both in capitals, with the fingerprint of the public key. */
async function keyPairSigner(account: string, user: string, key: KeyObject, { clock }: CloudAccess): Promise<Signer> {
  const locator = account.toUpperCase().split('.')[0] ?? '';
  const subject = `${locator}.${user.toUpperCase()}`;
  const fingerprint = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const signing = await importPKCS8(key.export({ type: 'pkcs8', format: 'pem' }).toString(), 'RS256');
  let kept: { token: string; until: number } | undefined;
  return async () => {
    const now = clock();
    if (kept === undefined || kept.until <= now) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(`${subject}.SHA256:${fingerprint}`)
        .setSubject(subject)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor((now + LIFE_MS) / 1000))
        .sign(signing);
      kept = { token, until: now + LIFE_MS - MINUTE_MS };
    }
    return { authorization: `Bearer ${kept.token}`, 'x-snowflake-authorization-token-type': 'KEYPAIR_JWT' };
  };
}

function keyOf(path: string, access: CloudAccess): KeyObject {
  const { SNOWFLAKE_PRIVATE_KEY_PASSPHRASE: passphrase } = access.environment;
  const text = textOf(path, access);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, ...(passphrase && { passphrase }) });
  } catch {
    // The library's own words may quote the key.
    const message = 'not a private key in PEM form, or its passphrase (SNOWFLAKE_PRIVATE_KEY_PASSPHRASE) is wrong';
    throw new CloudRefused({ where: path, message });
  }
  if (key.asymmetricKeyType === 'rsa') return key;
  throw new CloudRefused({ where: path, message: 'Snowflake takes RSA keys only' });
}

function textOf(path: string, { files }: CloudAccess): string {
  return Buffer.from(files.read(path, MAX_KEY_BYTES)).toString('utf8').trim();
}

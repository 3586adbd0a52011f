import { join } from 'node:path';
import { GoogleAuth } from 'google-auth-library';
import { MINUTE_MS } from '../../../support/durations.js';
import { isObject, type JsonObject } from '../../../support/json.js';
import { quote } from '../../../support/quote.js';
import { CloudRefused } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';
import { askRest } from '../contract/rest.js';

/** A token of Google Cloud, and whose it is. */
export interface GcpIdentity {
  name: string;
  token(): Promise<string>;
}

const SCOPES = ['https://www.googleapis.com/auth/cloud-platform'];
const MAX_FILE_BYTES = 64 * 1024;
const WHERE = 'Google Cloud';

/**
 * The service account of the connection, impersonated by whoever we are: the credentials file that `GOOGLE_APPLICATION_CREDENTIALS` names
 * (workload identity federation or a mounted key), for a person also the session of the command line, else the metadata server.
 * Rejects with CloudRefused or CloudUnreachable.
 */
export async function gcpIdentityOf(account: string | undefined, access: CloudAccess): Promise<GcpIdentity> {
  const file = credentialsFile(access);
  const own = file === undefined ? metadataIdentity(access) : fileIdentity(file, access);
  return account === undefined ? own : impersonated(account, own, access);
}

function credentialsFile({ environment, files, identity }: CloudAccess): string | undefined {
  const { GOOGLE_APPLICATION_CREDENTIALS: named, CLOUDSDK_CONFIG: folder, HOME: home } = environment;
  if (named) return named;
  const base = folder ?? (home === undefined ? undefined : join(home, '.config', 'gcloud'));
  if (identity === 'service' || base === undefined) return undefined;
  const path = join(base, 'application_default_credentials.json');
  return files.info(path) ? path : undefined;
}

function fileIdentity(path: string, access: CloudAccess): GcpIdentity {
  const content = jsonOf(path, access);
  const auth = new GoogleAuth({ scopes: SCOPES });
  const transporterOptions = { fetchImplementation: doorOf(access), retry: false };
  const client = made(() => auth.fromJSON({ ...content }, { transporterOptions }), path);
  const named = [content['client_email'], content['service_account_impersonation_url'], content['account']].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  const name = /serviceAccounts\/([^:]+):/.exec(named ?? '')?.[1] ?? named ?? String(content['type'] ?? 'unknown');
  return { name, token: () => asked(async () => (await client.getAccessToken()).token) };
}

/** The library's requests by our own door. */
function doorOf({ fetch }: CloudAccess): typeof globalThis.fetch {
  return (input, init = {}) => {
    const { body } = init;
    return fetch(input instanceof Request ? input.url : input, {
      ...init,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    });
  };
}

function jsonOf(path: string, { files }: CloudAccess): JsonObject {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(files.read(path, MAX_FILE_BYTES)).toString('utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  if (isObject(content)) return content;
  // The parser's own words would quote the file.
  throw new CloudRefused({ where: path, message: 'not a credentials file of Google Cloud: no JSON object' });
}

function made<T>(make: () => T, path: string): T {
  try {
    return make();
  } catch {
    throw new CloudRefused({ where: path, message: 'not a credentials file of Google Cloud: its type or a field of it is unknown' });
  }
}

/** The service account of the machine, by the metadata server ("Application Default Credentials"). */
function metadataIdentity(access: CloudAccess): GcpIdentity {
  const host = access.environment['GCE_METADATA_HOST'] ?? 'metadata.google.internal';
  const base = `http://${host}/computeMetadata/v1/instance/service-accounts/default`;
  let kept: { token: string; until: number } | undefined;
  return {
    name: 'the service account of this machine',
    async token() {
      if (kept && kept.until > access.clock()) return kept.token;
      const headers = { 'metadata-flavor': 'Google' };
      const { status, body } = await askRest(access, { url: `${base}/token`, headers, direct: true, what: `${WHERE}: metadata server` });
      const { access_token: token, expires_in: seconds } = body;
      if (status !== 200 || typeof token !== 'string')
        throw new CloudRefused({ where: WHERE, message: 'this machine has no service account' });
      kept = { token, until: access.clock() + (Number(seconds) || 0) * 1000 - MINUTE_MS };
      return token;
    },
  };
}

/** A token of the account, for an hour at most (IAM Service Account Credentials API, `generateAccessToken`). */
function impersonated(account: string, own: GcpIdentity, access: CloudAccess): GcpIdentity {
  const url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${encodeURIComponent(account)}:generateAccessToken`;
  const what = `${WHERE}: acting as ${account}`;
  let kept: { token: string; until: number } | undefined;
  return {
    name: account,
    async token() {
      if (kept && kept.until > access.clock()) return kept.token;
      const headers = { authorization: `Bearer ${await own.token()}` };
      const { body } = await askRest(access, { url, method: 'POST', body: { scope: SCOPES, lifetime: '3600s' }, headers, what });
      const { accessToken: token, expireTime } = body;
      if (typeof token !== 'string') throw new CloudRefused({ where: what, message: 'it answered without a token' });
      kept = { token, until: Date.parse(String(expireTime)) - MINUTE_MS };
      return token;
    },
  };
}

async function asked(work: () => Promise<string | null | undefined>): Promise<string> {
  let token: string | null | undefined;
  try {
    token = await work();
  } catch (error) {
    if (error instanceof CloudRefused) throw error;
    const words = error instanceof Error ? error.message.split('\n', 1)[0] : '';
    throw new CloudRefused({ where: WHERE, message: `the sign-in failed: ${quote(words ?? '', 200)}`, hint: HINT, cause: error });
  }
  if (token) return token;
  throw new CloudRefused({ where: WHERE, message: 'the sign-in failed', hint: HINT });
}

const HINT = 'sign in with `gcloud auth application-default login`, or give the service workload identity or a mounted credentials file';

import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, jwtVerify } from 'jose';
import { createFetch, type Fetch } from '../../src/system/fetch.js';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

const PROJECT = 'acme-prod';
const EMAIL = `scanner@${PROJECT}.iam.gserviceaccount.com`;

export interface GcpAnswers {
  /** Resources by type of asset. */
  assets?: Readonly<Record<string, object[]>>;
  /** Policies by type of asset. */
  policies?: Readonly<Record<string, object[]>>;
  /** Answers by host and path. */
  paths?: Readonly<Record<string, Told>>;
  /** Permissions that the project's test says are there. */
  granted?: string[];
  pageSize?: number;
}

export interface GcpServer extends Loopback {
  project: string;
  environment: Record<string, string>;
  fetch: Fetch;
}

/** Google Cloud as documented: signed assertions for tokens, impersonation, the Asset Inventory in pages, tests of permissions. */
export async function gcpServer({ assets = {}, policies = {}, paths = {}, granted = [], pageSize = 500 }: GcpAnswers): Promise<GcpServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const checks: Promise<unknown>[] = [];
  const server = await loopback(answer);
  const file = join(mkdtempSync(join(tmpdir(), 'gcp-')), 'key.json');
  const key = {
    type: 'service_account',
    project_id: PROJECT,
    client_email: EMAIL,
    private_key_id: 'k1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  writeFileSync(file, JSON.stringify(key));
  const real = createFetch({});
  const fetch: Fetch = (url, init) => {
    const { host, pathname, search } = new URL(url);
    return real(`${server.url}${pathname}${search}`, { ...init, headers: [...new Headers(init?.headers), ['x-meant-for', host]] });
  };
  return {
    ...server,
    project: PROJECT,
    fetch,
    environment: { GOOGLE_APPLICATION_CREDENTIALS: file },
    async close() {
      await server.close();
      await Promise.all(checks);
    },
  };

  function answer(asked: Asked): Told {
    const { pathname, searchParams } = new URL(asked.url, server.url);
    const host = String(asked.headers['x-meant-for']);
    if (pathname === '/token') return token(asked.body);
    if (asked.headers['authorization'] !== 'Bearer impersonated' && asked.headers['authorization'] !== 'Bearer own')
      return {
        status: 401,
        body: { error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' } },
      };
    if (host === 'iamcredentials.googleapis.com')
      return { body: { accessToken: 'impersonated', expireTime: new Date(Date.now() + 3_600_000).toISOString() } };
    if (pathname.endsWith(':testIamPermissions')) {
      const { permissions } = JSON.parse(asked.body) as { permissions: string[] };
      return { body: { permissions: permissions.filter((one) => granted.includes(one)) } };
    }
    const told = paths[`${host}${pathname}`];
    if (told) return told;
    if (host === 'cloudasset.googleapis.com') return inventory(searchParams);
    return { status: 404, body: { error: { code: 404, message: 'not found', status: 'NOT_FOUND' } } };
  }

  /** RFC 7523: the assertion is signed with the key of the file. */
  function token(body: string): Told {
    const assertion = new URLSearchParams(body).get('assertion') ?? '';
    const { exp = 0 } = decodeJwt(assertion);
    if (exp * 1000 < Date.now())
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT: Token must be short-lived' } };
    checks.push(jwtVerify(assertion, createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), { issuer: EMAIL }));
    return { body: { access_token: 'own', expires_in: 3600, token_type: 'Bearer' } };
  }

  function inventory(query: URLSearchParams): Told {
    const type = query.get('assetTypes') ?? '';
    const all = (query.get('contentType') === 'IAM_POLICY' ? policies : assets)[type] ?? [];
    const from = Number(query.get('pageToken') ?? 0);
    const more = from + pageSize < all.length;
    return { body: { assets: all.slice(from, from + pageSize), ...(more && { nextPageToken: String(from + pageSize) }) } };
  }
}

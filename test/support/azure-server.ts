import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch } from '../../src/system/fetch.js';
import { createFetch } from '../../src/system/fetch.js';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

const DIRECTORY = '11111111-2222-4333-8444-555555555555';
const CLIENT = '99999999-8888-4777-8666-555555555555';
const FEDERATED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ3b3JrbG9hZCJ9.x';

export interface AzureAnswers {
  /** Rows of the Resource Graph by type, lower case. */
  rows?: Readonly<Record<string, object[]>>;
  /** Answers of Resource Manager and data planes by path without query. */
  paths?: Readonly<Record<string, object[] | Told>>;
  /** Rows of one page. */
  pageSize?: number;
}

export interface AzureServer extends Loopback {
  environment: Record<string, string>;
  /** Sends what is meant for Azure's hosts to the loopback. */
  fetch: Fetch;
  directory: string;
}

/** Azure as documented: tokens for a federated assertion, the Resource Graph in pages, Resource Manager's lists with links. */
export async function azureServer({ rows = {}, paths = {}, pageSize = 1000 }: AzureAnswers): Promise<AzureServer> {
  const server = await loopback(answer);
  const tokenFile = join(mkdtempSync(join(tmpdir(), 'azure-')), 'token');
  writeFileSync(tokenFile, FEDERATED);
  const real = createFetch({});
  const fetch: Fetch = (url, init) => {
    const { host, pathname, search } = new URL(url);
    return real(`${server.url}${pathname}${search}`, { ...init, headers: [...new Headers(init?.headers), ['x-meant-for', host]] });
  };
  return {
    ...server,
    fetch,
    directory: DIRECTORY,
    environment: { AZURE_CLIENT_ID: CLIENT, AZURE_FEDERATED_TOKEN_FILE: tokenFile },
  };

  function answer(asked: Asked): Told {
    const { pathname, searchParams } = new URL(asked.url, server.url);
    if (asked.headers['x-meant-for'] === 'login.microsoftonline.com') return signIn(pathname, asked.body);
    const audience = audienceOf(asked);
    if (audience === undefined) return { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'no token' } } };
    if (
      audience !== `https://${asked.headers['x-meant-for']}` &&
      !(audience === 'https://ai.azure.com' && pathname.startsWith('/api/projects/'))
    )
      return { status: 401, body: { error: { code: 'InvalidAuthenticationTokenAudience', message: `a token for ${audience}` } } };
    if (pathname === '/providers/Microsoft.ResourceGraph/resources') return graph(asked.body);
    const told = paths[pathname];
    if (told === undefined) return { status: 404, body: { error: { code: 'ResourceNotFound', message: 'not found' } } };
    return Array.isArray(told) ? listed(told, pathname, searchParams) : told;
  }

  function graph(body: string): Told {
    const { query, options } = JSON.parse(body) as { query: string; options: { $skipToken?: string } };
    const all = rows[/type =~ '([^']+)'/.exec(query)?.[1]?.toLowerCase() ?? ''] ?? [];
    const from = Number(options.$skipToken ?? 0);
    const data = all.slice(from, from + pageSize);
    const next = from + pageSize < all.length ? String(from + pageSize) : undefined;
    return { body: { totalRecords: all.length, count: data.length, resultTruncated: 'false', data, ...(next && { $skipToken: next }) } };
  }

  function listed(all: object[], pathname: string, query: URLSearchParams): Told {
    const from = Number(query.get('$skip') ?? 0);
    const value = all.slice(from, from + pageSize);
    const more = from + pageSize < all.length;
    const nextLink = `https://management.azure.com${pathname}?api-version=${query.get('api-version')}&$skip=${from + pageSize}`;
    return { body: { value, ...(more && { nextLink }) } };
  }
}

function signIn(pathname: string, body: string): Told {
  const base = `https://login.microsoftonline.com/${DIRECTORY}`;
  if (pathname.endsWith('/.well-known/openid-configuration'))
    return {
      body: {
        token_endpoint: `${base}/oauth2/v2.0/token`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        issuer: `${base}/v2.0`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
      },
    };
  const form = new URLSearchParams(body);
  const isRight =
    form.get('grant_type') === 'client_credentials' && form.get('client_assertion') === FEDERATED && form.get('client_id') === CLIENT;
  if (!isRight)
    return {
      status: 400,
      body: {
        error: 'invalid_client',
        error_description: 'AADSTS700024: Client assertion is not within its valid time range. Trace ID: 1',
      },
    };
  const audience = (form.get('scope') ?? '').split(' ')[0]?.replace(/\/\.default$/, '');
  return { body: { token_type: 'Bearer', expires_in: 3600, access_token: tokenFor(audience ?? '') } };
}

function tokenFor(aud: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ aud, oid: 'b5f0', appid: CLIENT })}.x`;
}

function audienceOf(asked: Asked): string | undefined {
  const claims = /^Bearer [^.]+\.([^.]+)\./.exec(String(asked.headers['authorization']))?.[1];
  return claims === undefined ? undefined : (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }).aud;
}

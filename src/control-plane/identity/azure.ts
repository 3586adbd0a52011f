import type { Ground } from '../ground/ground.js';
import { askOutside, type OutsideAnswer } from '../outbound/outbound.js';
import { textOfFile } from '../outbound/setting.js';
import type { IdentityCheck } from './identity-check.js';

type Options = Ground['options'];

const RESOURCE = 'https://management.azure.com/';

/**
 * Requests a token of Azure's management API with workload identity, a service principal of the environment, or the
 * managed identity of the app service or machine, in the order of Azure's own libraries. The token is discarded.
 */
export async function azureIdentity({ options }: Pick<Ground, 'options'>): Promise<IdentityCheck> {
  const { status, text } = (await tokenOfApplication(options)) ?? (await tokenOfManagedIdentity(options));
  if (status === 200 && /"access_token"\s*:\s*"[^"]/.test(text))
    return { health: 'healthy', message: 'Azure knows the default identity of this service' };
  const refused = status === 400 || status === 401 || status === 403;
  return { health: 'degraded', message: refused ? 'Azure refused the default identity' : `Azure answered ${status} and no token` };
}

async function tokenOfApplication(options: Options): Promise<OutsideAnswer | undefined> {
  const { AZURE_TENANT_ID: tenant, AZURE_CLIENT_ID: client, AZURE_AUTHORITY_HOST: authority } = options.environment;
  const proof = proofOf(options);
  if (!tenant || !client || !proof) return undefined;
  const url = new URL(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, authority ?? 'https://login.microsoftonline.com');
  const fields = { grant_type: 'client_credentials', client_id: client, scope: `${RESOURCE}.default`, ...proof };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return askOutside(options, { url: url.href, method: 'POST', headers, body: new URLSearchParams(fields).toString() });
}

/** The application's proof of identity: a mounted assertion (RFC 7523), else its secret. */
function proofOf({ environment }: Options): Record<string, string> | undefined {
  const { AZURE_FEDERATED_TOKEN_FILE: file, AZURE_CLIENT_SECRET: secret } = environment;
  const assertion = file ? textOfFile(file) : undefined;
  if (assertion) {
    return { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', client_assertion: assertion };
  }
  return secret ? { client_secret: secret } : undefined;
}

function tokenOfManagedIdentity(options: Options): Promise<OutsideAnswer> {
  const {
    IDENTITY_ENDPOINT: endpoint,
    IDENTITY_HEADER: header,
    AZURE_CLIENT_ID: client,
    AZURE_POD_IDENTITY_AUTHORITY_HOST: host,
  } = options.environment;
  const inApp = endpoint !== undefined && header !== undefined;
  const url = new URL(inApp ? endpoint : `${(host ?? 'http://169.254.169.254').replace(/\/$/, '')}/metadata/identity/oauth2/token`);
  url.searchParams.set('api-version', inApp ? '2019-08-01' : '2018-02-01');
  url.searchParams.set('resource', RESOURCE);
  if (client) url.searchParams.set('client_id', client);
  const headers: Record<string, string> = inApp ? { 'x-identity-header': header } : { metadata: 'true' };
  return askOutside(options, { url: url.href, headers, direct: true, timeoutMs: 2_000 });
}

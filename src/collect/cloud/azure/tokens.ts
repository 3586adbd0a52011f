import { createHttpHeaders, type HttpClient, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import {
  AzureCliCredential,
  ClientCertificateCredential,
  ManagedIdentityCredential,
  type TokenCredential,
  WorkloadIdentityCredential,
} from '@azure/identity';
import { MINUTE_MS } from '../../../support/durations.js';
import { quote } from '../../../support/quote.js';
import { CloudRefused, CloudUnreachable } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';

/** A token for an audience: `https://management.azure.com/.default`. */
export type Tokens = (scope: string) => Promise<string>;

/** The application that a connection signs in as. */
export interface Application {
  directory: string;
  client: string | undefined;
}

/** Tokens of the first way in that this machine has, kept until they end. Rejects with CloudRefused or CloudUnreachable. */
export function azureTokens(application: Application, access: CloudAccess): Tokens {
  const credential = credentialOf(application, access);
  const kept = new Map<string, { token: string; until: number }>();
  return async (scope) => {
    const known = kept.get(scope);
    if (known && known.until > access.clock()) return known.token;
    const got = await asked(() => credential.getToken(scope, { abortSignal: access.signal }));
    kept.set(scope, { token: got.token, until: got.expiresOnTimestamp - 5 * MINUTE_MS });
    return got.token;
  };
}

/**
 * A federated token, a certificate, the session of the command line (only of a person), or the managed identity of the machine. A client
 * secret is no way in: it would be a key that somebody has to keep.
 */
function credentialOf({ directory: tenantId, client }: Application, access: CloudAccess): TokenCredential {
  const { environment } = access;
  const clientId = client ?? environment['AZURE_CLIENT_ID'];
  const authorityHost = environment['AZURE_AUTHORITY_HOST'];
  const shared = { httpClient: httpClientOf(access), ...(authorityHost && { authorityHost }), retryOptions: { maxRetries: 2 } };
  const { AZURE_FEDERATED_TOKEN_FILE: tokenFilePath, AZURE_CLIENT_CERTIFICATE_PATH: certificatePath } = environment;
  if (tokenFilePath && clientId)
    return new WorkloadIdentityCredential({ tenantId, clientId, tokenFilePath, disableInstanceDiscovery: true, ...shared });
  if (certificatePath && clientId)
    return new ClientCertificateCredential(tenantId, clientId, { certificatePath }, { disableInstanceDiscovery: true, ...shared });
  if (access.identity === 'developer' && !environment['IDENTITY_ENDPOINT']) return new AzureCliCredential({ tenantId });
  return clientId ? new ManagedIdentityCredential({ clientId, ...shared }) : new ManagedIdentityCredential(shared);
}

async function asked<T>(work: () => Promise<T | null>): Promise<T> {
  let got: T | null;
  try {
    got = await work();
  } catch (error) {
    throw failureOf(error);
  }
  if (got) return got;
  throw new CloudRefused({ where: 'Azure', message: 'the sign-in failed', hint: HINT });
}

const HINT = 'sign in with `az login`, or give the service a federated token, a certificate or a managed identity';

/** Only the first line of the library's words: what follows are ids of the request. */
function failureOf(error: unknown): Error {
  if (!(error instanceof Error) || error.name === 'AbortError') return error instanceof Error ? error : new Error(String(error));
  const message = quote(error.message.split(/\r?\n| Trace ID:/, 1)[0] ?? '', 240);
  if (error.cause instanceof CloudUnreachable) return error.cause;
  return new CloudRefused({ where: 'Azure', message: `the sign-in failed: ${message}`, hint: HINT, cause: error });
}

/** The library's requests by our own door. Addresses without TLS are those of the machine itself. */
function httpClientOf(access: CloudAccess): HttpClient {
  return {
    async sendRequest(request: PipelineRequest): Promise<PipelineResponse> {
      const door = request.url.startsWith('http:') ? access.directFetch : access.fetch;
      const { method, body, abortSignal } = request;
      const response = await door(request.url, {
        method,
        headers: request.headers.toJSON(),
        ...(typeof body === 'string' && { body }),
        signal: abortSignal instanceof AbortSignal ? AbortSignal.any([access.signal, abortSignal]) : access.signal,
      });
      const headers = createHttpHeaders(Object.fromEntries(response.headers));
      return { request, status: response.status, headers, bodyAsText: await response.text() };
    },
  };
}

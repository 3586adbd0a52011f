import { type ErrorFacts, OperationalError } from '../support/errors.js';
import { proxyFor } from './proxies.js';

/** No connection came about, or none that can be trusted. `isLasting`: another try would end in the same way. */
export class ConnectionError extends OperationalError {
  constructor(
    facts: ErrorFacts,
    readonly isLasting = false,
  ) {
    super(facts);
  }
}

/** By code of undici, Node or OpenSSL, of the way to a server or a proxy. */
const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 15 s',
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
};

const BROKEN: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than announced',
  UND_ERR_ABORTED: 'the connection was closed before the answer was whole',
  ECONNRESET: 'connection reset',
};

/** What is wrong with a certificate. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet, or this clock is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  UND_ERR_PRX_TLS: 'the certificate of the proxy is for another host',
};
const UNKNOWN_AUTHORITY: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'a certificate of the chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate is of an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is of an authority that is not known here',
};
const TRUST = 'NODE_EXTRA_CA_CERTS=FILE names authorities to believe';

/** What an error of undici says, for people; undefined where it is not about the connection. */
export function connectionError(
  cause: unknown,
  url: URL,
  environment: Readonly<Record<string, string | undefined>>,
  where?: string,
): ConnectionError | undefined {
  const errors = chainOf(cause);
  const made = (message: string, isLasting: boolean) =>
    new ConnectionError({ message, ...(where !== undefined && { where }), cause }, isLasting);
  const proxy = proxyFor(url, environment);
  const status = errors
    .map(({ message }) => /^Proxy response \((\d+)\)|Proxy Authentication Required \((407)\)/.exec(message))
    .find(Boolean);
  if (proxy !== undefined && status) return made(...refusalOf(new URL(proxy), Number(status[1] ?? status[2]), url));
  for (const error of errors) {
    const code = 'code' in error ? String(error.code) : '';
    const own = UNKNOWN_AUTHORITY[code];
    if (own !== undefined) return made(`${own}; ${TRUST}`, true);
    if (CERTIFICATES[code] !== undefined) return made(CERTIFICATES[code], true);
    const reason = REASONS[code];
    // Who uses a proxy connects to nobody else.
    if (reason !== undefined) return made(proxy === undefined ? reason : `the proxy ${new URL(proxy).host}: ${reason}`, false);
    if (BROKEN[code] !== undefined) return made(BROKEN[code], false);
  }
  return undefined;
}

/** The words of a proxy that opens no way, and whether they are its last. */
export function refusalOf(proxy: URL, status: number, url: URL): [string, boolean] {
  const named = `the proxy ${proxy.host}`;
  if (status !== 407) return [`${named} does not connect to ${url.host} (status ${status})`, status < 500];
  if (proxy.username === '') return [`${named} wants a user and a password in its address (status 407)`, true];
  return [`${named} does not take this user and password (status 407)`, true];
}

/** The first of our own words about a connection in an error and its causes. */
export function connectionErrorIn(error: unknown): ConnectionError | undefined {
  return chainOf(error).find((one) => one instanceof ConnectionError);
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 6; at = at.cause) chain.push(at);
  return chain;
}

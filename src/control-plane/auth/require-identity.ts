import type { ServeOptions } from '../../config/serve-options.js';
import { describe, OperationalError, UsageError } from '../../support/errors.js';
import { addressList, isLoopback } from '../../system/address-list.js';

const MIN_SECRET = 32;

/**
 * Checks the sign-in options before the service listens. A service that listens beyond this machine needs some way of
 * authentication: an identity provider, or a key created with `--bootstrap-admin` (`hasKeys`); without any,
 * OperationalError says what to configure. Throws UsageError, naming the setting, for invalid options.
 */
export function requireIdentity(options: ServeOptions, hasKeys: boolean): void {
  checkProxy(options);
  checkFederation(options);
  if (isLoopback(options.host) || hasKeys || options.trustedProxy || options.oidc || options.saml) return;
  throw new OperationalError({
    where: options.host,
    message: 'will not listen beyond this machine while nobody can sign in',
    hint: 'make a key first (castellan serve --bootstrap-admin <tenant>), or set up a trusted proxy, OIDC or SAML',
  });
}

function checkProxy({ trustedProxy }: ServeOptions): void {
  if (!trustedProxy) return;
  try {
    addressList(trustedProxy.peers);
  } catch (cause) {
    throw new UsageError({ where: 'SERVICE_PROXY_PEERS', message: describe(cause), cause });
  }
  if (Buffer.byteLength(trustedProxy.secret) < MIN_SECRET) {
    throw new UsageError({ where: 'SERVICE_PROXY_SECRET', message: `must have at least ${MIN_SECRET} bytes` });
  }
}

function checkFederation({ oidc, saml, publicUrl }: ServeOptions): void {
  if (oidc) requireSecure('SERVICE_OIDC_ISSUER', oidc.issuer);
  if (saml) requireSecure('SERVICE_SAML_ENTRY_POINT', saml.entryPoint);
  if (publicUrl !== undefined) requireSecure('SERVICE_PUBLIC_URL', publicUrl);
  if (publicUrl === undefined && (oidc?.clientId !== undefined || saml)) {
    throw new UsageError({ where: 'SERVICE_PUBLIC_URL', message: 'is needed where browsers sign in (OIDC with a client, SAML)' });
  }
}

/** Plain http can be modified on the network; on this machine there is no network in between. */
function requireSecure(where: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const local = url?.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (url?.protocol !== 'https:' && !local) throw new UsageError({ where, message: 'must be an https:// address' });
}

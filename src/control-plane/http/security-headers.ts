/** Policy of the pages of the web application: everything comes from this service, and nothing is inline. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** For assets whose names contain a hash of their content. All other answers are `no-store`. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/**
 * Headers that the contract demands of every answer. No preload by default: that is for domains that will always use
 * HTTPS.
 */
export function securityHeaders(hstsPreload: boolean): Readonly<Record<string, string>> {
  return {
    'strict-transport-security': `max-age=31536000; includeSubDomains${hstsPreload ? '; preload' : ''}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

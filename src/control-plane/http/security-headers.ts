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

import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { NotAllowed, type OutboundPolicy } from './outbound-policy.js';
import { proxiesOf, proxyFor } from './proxies.js';

/** Connects only to addresses that the policy has checked. The operator's own proxy may be anywhere. */
export function guardedConnector(policy: OutboundPolicy, environment: Readonly<Record<string, string | undefined>>, timeout: number) {
  const { httpProxy, httpsProxy } = proxiesOf(environment);
  const known = [httpProxy, httpsProxy].flatMap((proxy) => (URL.canParse(proxy) ? [new URL(proxy).hostname] : []));
  const trusted = policy.trusting(...known);
  const connect = buildConnector({ timeout, lookup: trusted.lookup });
  return (options: buildConnector.Options, callback: buildConnector.Callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !trusted.allows(host, host)) {
      callback(new NotAllowed('the address is not one this service may connect to'), null);
      return;
    }
    connect(options, callback);
  };
}

/** Behind a proxy we cannot see the address of a name, but we can check a host that is itself an address. */
export function requireOutside(url: URL, policy: OutboundPolicy, environment: Readonly<Record<string, string | undefined>>): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (proxyFor(url, environment) === undefined) return;
  const isInside = isIP(host) === 0 ? /(?:^|\.)(?:localhost|internal|local)\.?$/i.test(host) : true;
  if (isInside && !policy.allows(host, isIP(host) === 0 ? '127.0.0.1' : host)) {
    throw new TypeError('fetch failed', { cause: new NotAllowed('the address is not one this service may connect to') });
  }
}

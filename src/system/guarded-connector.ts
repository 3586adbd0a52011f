import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { NotAllowed, type OutboundPolicy } from './outbound-policy.js';
import { proxiesOf, proxyFor } from './proxies.js';

/** Certificates (PEM) of the authorities that are believed for a host with its port; undefined for those that Node believes. */
export type AuthoritiesOf = (host: string) => string[] | undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** Connects as policy and authorities say, where there are any. */
export function connectorOf(
  environment: Environment,
  timeout: number,
  { policy, believed }: { policy?: OutboundPolicy | undefined; believed?: AuthoritiesOf | undefined },
): buildConnector.connector {
  const made = new Map<string | undefined, buildConnector.connector>();
  return (options, callback) => {
    const ca = options.protocol === 'https:' ? believed?.(options.host ?? options.hostname) : undefined;
    const key = ca?.join('');
    const connector =
      made.get(key) ?? (policy ? guardedConnector(policy, environment, timeout, ca) : buildConnector({ timeout, ...(ca && { ca }) }));
    made.set(key, connector);
    connector(options, callback);
  };
}

/** Connects only to addresses that the policy has checked. The operator's own proxy may be anywhere. */
export function guardedConnector(
  policy: OutboundPolicy,
  environment: Environment,
  timeout: number,
  ca?: string[],
): buildConnector.connector {
  const { httpProxy, httpsProxy } = proxiesOf(environment);
  const known = [httpProxy, httpsProxy].flatMap((proxy) => (URL.canParse(proxy) ? [new URL(proxy).hostname] : []));
  const trusted = policy.trusting(...known);
  const connect = buildConnector({ timeout, lookup: trusted.lookup, ...(ca && { ca }) });
  return (options, callback) => {
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

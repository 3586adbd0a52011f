/** True for this machine itself, or the host of the container. */
export function isThisMachine(host: string): boolean {
  return (
    /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$|^0\.0\.0\.0$/.test(host) ||
    ['::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'host.docker.internal', 'host.containers.internal'].includes(host)
  );
}

/**
 * True for addresses that are not routed on the internet (RFC 1918, RFC 4193, link-local), and for names of a local
 * network.
 */
export function isPrivate(host: string): boolean {
  return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^f[cd][0-9a-f]{2}:|^fe80:|\.(?:local|lan|internal|intranet|home\.arpa)$|^[a-z0-9-]+$/.test(
    host,
  );
}

/** True when the host is one of the domains or a subdomain of one. */
export function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

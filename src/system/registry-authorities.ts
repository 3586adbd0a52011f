import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { AuthoritiesOf } from './guarded-connector.js';

/**
 * The authorities for registries besides those that Node believes: `SSL_CERT_FILE` for all of them, and the `*.crt` files that docker and
 * podman keep for one host in `certs.d`. What cannot be read adds none, so that connections fail instead of being believed.
 */
export function registryAuthorities(environment: Readonly<Record<string, string | undefined>>, home: string): AuthoritiesOf {
  const known = new Map<string, string[] | undefined>();
  return (host) => {
    if (!known.has(host)) known.set(host, authoritiesOf(host, environment, home));
    return known.get(host);
  };
}

function authoritiesOf(host: string, environment: Readonly<Record<string, string | undefined>>, home: string): string[] | undefined {
  const { SSL_CERT_FILE: common, NODE_EXTRA_CA_CERTS: extra } = environment;
  const folders = isHost(host)
    ? [`${home}/.config/containers`, '/etc/containers', '/etc/docker'].map((one) => join(one, 'certs.d', host))
    : [];
  const own = [...(common ? [textOf(common)] : []), ...folders.flatMap(certificatesIn)].filter((text) => text !== '');
  return own.length === 0 ? undefined : [...rootCertificates, ...(extra ? [textOf(extra)] : []), ...own];
}

/** Part of a path; never one that leads elsewhere. */
function isHost(host: string): boolean {
  return /^[\w-][\w.:[\]-]*$/.test(host);
}

function certificatesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.crt'))
      .sort()
      .map((name) => textOf(join(folder, name)));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    return text.includes('-----BEGIN CERTIFICATE-----') ? text : '';
  } catch {
    return '';
  }
}

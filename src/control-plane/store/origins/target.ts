import { imageReference } from '../../../collect/images/registry/reference.js';

type Scope = Readonly<Record<string, unknown>>;

/**
 * What a source reads: a repository, a folder, an image or an account, however its address is spelled. Undefined for what is pushed. Paths
 * in a fingerprint are relative, so that equal fingerprints of different targets are different findings.
 */
export function targetOf({ kind, scope }: { kind: string; scope: Scope }): string | undefined {
  if (kind === 'scan.image') return targetOfImage(scope);
  const { url, repo_url, path, ref, connection_id } = scope;
  const address = url ?? repo_url;
  if (typeof address === 'string') return `repository ${repositoryOf(address)} ${typeof ref === 'string' ? ref : ''}`;
  if (typeof path === 'string') return `path ${path.replace(/(?<=.)\/+$/, '')}`;
  return typeof connection_id === 'string' ? `connection ${connection_id}` : undefined;
}

/** A tag beside a digest says nothing; without either it is `latest`. */
function targetOfImage({ ref, platform }: Scope): string | undefined {
  if (typeof ref !== 'string') return undefined;
  const named = imageReference(ref);
  const version = named?.digest ?? named?.tag ?? 'latest';
  const image = named ? `${named.host}/${named.repository} ${version}` : ref;
  return `image ${image} ${typeof platform === 'string' ? platform : ''}`;
}

const USUAL_PORTS: Readonly<Record<string, string>> = { ssh: '22' };

/** `git@host:path` is ssh; case of a host, usual ports and the ending `.git` say nothing. */
function repositoryOf(address: string): string {
  const short = /^([^@/:]+@[^:/]+):(.+)$/.exec(address);
  const whole = short ? `ssh://${short[1]}/${short[2]}` : address;
  const { protocol, username, host, port, pathname } = new URL(whole);
  const scheme = protocol.slice(0, -1);
  const usual = port !== '' && USUAL_PORTS[scheme] === port;
  const place = usual ? host.slice(0, -port.length - 1) : host;
  const name = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return `${scheme}://${username === '' ? '' : `${username}@`}${place.toLowerCase()}${name}`;
}

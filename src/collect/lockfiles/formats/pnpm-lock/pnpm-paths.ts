import { isExactVersion, splitDescriptor } from '../../entries/npm/npm-names.js';

/** The parts of a dependency path; that of a git, tarball or folder dependency has no version and maybe no name. */
export interface DependencyPath {
  name?: string;
  version?: string;
  /** Registry host that versions up to 6 write before the name when it is not the configured one. */
  host?: string;
  /** The text in place of a version: an address, or `file:` and a path. */
  reference?: string;
}

/** How a generation of pnpm writes dependency paths: `/name/1.0.0_peer`, `/name@1.0.0(peer)`, `name@1.0.0(peer)`. */
export interface PathStyle {
  /** The path without peers and patch hash, which identifies one version of a package. */
  bare(path: string): string;
  parse(path: string): DependencyPath;
  /** Dependency path for `reference` under the declared name; undefined for links to folders. */
  resolve(name: string, reference: string): string | undefined;
}

/** Style of a lockfile's major version; undefined for unknown versions. */
export function pathStyle(lockfileVersion: string): PathStyle | undefined {
  const major = /^(\d+)(?:\.\d+)?(?:-inlineSpecifiers)?$/.exec(lockfileVersion)?.[1];
  if (major === '5') return withSlashes;
  if (major === '6') return withHosts;
  return major === '7' || major === '9' ? withNames : undefined;
}

/** Removes `(peer@1.0.0)` suffixes, which exist from version 6 on. */
function withoutPeers(path: string): string {
  const paren = path.indexOf('(');
  return paren === -1 ? path : path.slice(0, paren);
}

const withSlashes: PathStyle = {
  bare: (path) => path,
  parse(path) {
    const parts = path.split('/');
    const host = parts.shift() ?? '';
    const first = parts.shift() ?? '';
    const name = first.startsWith('@') ? `${first}/${parts.shift() ?? ''}` : first;
    const version = parts.shift()?.split('_', 1)[0] ?? '';
    return named({ name, version, host, isRelative: host === '', path });
  },
  resolve(name, reference) {
    if (reference.startsWith('link:')) return undefined;
    return reference.includes('/') || reference.startsWith('file:') ? reference : `/${name}/${reference}`;
  },
};

const withHosts: PathStyle = {
  bare: withoutPeers,
  parse(path) {
    const bare = withoutPeers(path);
    const slash = bare.startsWith('@') ? -1 : bare.indexOf('/');
    const host = slash === -1 ? '' : bare.slice(0, slash);
    const { name, rest } = splitDescriptor(bare.slice(slash + 1));
    return named({ name, version: rest, host, isRelative: bare.startsWith('/'), path: bare });
  },
  resolve(name, reference) {
    if (reference.startsWith('link:')) return undefined;
    const isPath = withoutPeers(reference).includes('/') || reference.startsWith('file:');
    return isPath ? reference : `/${name}@${reference}`;
  },
};

const withNames: PathStyle = {
  bare: withoutPeers,
  parse(path) {
    const { name, rest } = splitDescriptor(withoutPeers(path));
    if (rest === '') return { reference: path };
    return isExactVersion(rest) ? { name, version: rest } : { name, reference: rest };
  },
  resolve(name, reference) {
    if (reference.startsWith('link:')) return undefined;
    if (reference.startsWith('@')) return reference;
    const at = withoutPeers(reference).indexOf('@');
    const colon = reference.indexOf(':');
    return at !== -1 && (colon === -1 || at < colon) ? reference : `${name}@${reference}`;
  },
};

function named(found: { name: string; version: string; host: string; isRelative: boolean; path: string }): DependencyPath {
  const { name, version, host, path } = found;
  if (isExactVersion(version)) return { name, version, ...(host !== '' && { host }) };
  return found.isRelative ? { name, reference: version } : { reference: path };
}

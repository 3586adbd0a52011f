import type { Ecosystem } from './ecosystem.js';

/** How a name is split for a purl and put together again. */
type PurlNames = Pick<Ecosystem, 'purlParts' | 'nameOfPurl'>;

/** Names without a namespace: PyPI, crates.io. If somebody wrote a namespace anyway, it becomes part of the name. */
export const flatNames: PurlNames = {
  purlParts: (name) => ({ name }),
  nameOfPurl: (namespace, name) => (namespace === undefined ? name : `${namespace}/${name}`),
};

/** Names that are paths, whose last segment is the purl's name: `@scope/x`, `vendor/package`, `github.com/owner/module`. */
export const pathNames: PurlNames = {
  purlParts: (name) => splitAtLast(name, '/'),
  nameOfPurl: flatNames.nameOfPurl,
};

/** Maven coordinates, `group:artifact`. */
export const coordinateNames: PurlNames = {
  purlParts: (name) => splitAtLast(name, ':'),
  nameOfPurl: (namespace, name) => (namespace === undefined ? name : `${namespace}:${name}`),
};

/** Packages of a distribution: the purl's namespace names the distribution and is no part of the name. */
export const distributionNames: PurlNames = {
  purlParts: (name) => ({ name }),
  nameOfPurl: (_namespace, name) => name,
};

function splitAtLast(name: string, mark: string): { namespace?: string; name: string } {
  const at = name.lastIndexOf(mark);
  return at <= 0 || at === name.length - 1 ? { name } : { namespace: name.slice(0, at), name: name.slice(at + 1) };
}

/** For ecosystems in which every spelling is a package of its own. */
export function unchanged(name: string): string {
  return name;
}

/** For ecosystems in which case does not count. */
export function lowerCase(name: string): string {
  return name.toLowerCase();
}

import { ecosystemOf } from '../../ecosystems/registry.js';
import type { PackageRecord } from '../reader.js';
import type { ImageTree } from './contract/image-tree.js';
import type { InstalledReader } from './contract/installed-reader.js';
import type { OwnedPaths, Owner } from './owned-paths.js';
import { isKnownDistribution } from './system/image-system.js';

/** The packages that one reader found at one path. */
interface Found {
  reader: Pick<InstalledReader, 'kind' | 'ecosystem'>;
  path: string;
  packages: PackageRecord[];
}

/**
 * Leaves out what is the same package again: language packages that a package of the system brought, since its distribution maintains
 * them, and what a list of materials says of packages that are there by themselves. Nothing is left out of a distribution without
 * advisories, because nobody would look at it then.
 */
export function withoutCopies<F extends Found>(found: readonly F[], owned: OwnedPaths, tree: ImageTree): F[] {
  const isMaintained = isKnownDistribution(tree);
  const versions = new Map(
    found
      .filter(({ reader }) => reader.kind === 'system')
      .flatMap(({ packages }) => packages.map(({ name, version }) => [name, version ?? ''])),
  );
  const ownerAt = (path: string) => {
    const file = isMaintained ? tree.file(path) : undefined;
    return file && owned.ownerOf(file);
  };
  const own = found.map((result) => {
    if (result.reader.kind === 'system' || result.reader.kind === 'sbom') return result;
    const owner = result.packages.length > 0 ? ownerAt(result.path) : undefined;
    if (!owner) return result;
    return { ...result, packages: result.packages.filter((record) => !isOwners(record, result.path, owner, versions.get(owner.by))) };
  });
  const seen = new Set(
    own.filter(({ reader }) => reader.kind !== 'sbom').flatMap(({ reader, packages }) => packages.map((record) => keyOf(reader, record))),
  );
  return own.map((result) => {
    if (result.reader.kind !== 'sbom') return result;
    return { ...result, packages: result.packages.filter((record) => !seen.has(keyOf(result.reader, record))) };
  });
}

function keyOf(reader: Found['reader'], { ecosystem = reader.ecosystem, name, version }: PackageRecord): string {
  const definition = ecosystemOf(ecosystem);
  return `${definition?.purlType ?? ecosystem}\n${definition?.normaliseName(name) ?? name}\n${version ?? ''}`;
}

/** False where another tool, `pip` say, put another version in the place of the one that the owner ships. */
function isOwners({ name, version }: PackageRecord, path: string, { by, isUnchanged }: Owner, shipped: string | undefined): boolean {
  if (isUnchanged || version === null) return true;
  const stated = /-(\d[^/-]*)(?:-py[\d.]+)?\.(?:dist|egg)-info(?:\/|$)/.exec(path)?.[1];
  if (stated !== undefined) return stated === version;
  if (shipped !== undefined && isNamedAfter(by, name)) return isUpstreamOf(version, shipped);
  return isUnchanged === undefined;
}

/** `python3-setuptools`, `py3-pip`, `rubygem-rack` and `npm` are named after the package that they ship. */
function isNamedAfter(owner: string, name: string): boolean {
  const plain = name.toLowerCase().replace(/^@[^/]+\//, '');
  return owner.toLowerCase().replace(/^(?:python3?(?:\.\d+)?|py3|ruby|rubygem|node|nodejs|php|perl)-/, '') === plain;
}

/** `53.0.0` is upstream of `53.0.0-12.el9_4.1`, `2.28.1` of `1:2.28.1+dfsg-1`. */
function isUpstreamOf(version: string, shipped: string): boolean {
  const upstream = shipped
    .replace(/^\d+:/, '')
    .replace(/-[^-]+$/, '')
    .replace(/[+~].*$/, '');
  return upstream === version.replace(/[+~].*$/, '');
}

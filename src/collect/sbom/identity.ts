import { ecosystemOfPurl } from '../../ecosystems/registry.js';
import type { ComponentSource, OriginPackage } from '../../model/component.js';
import { formatPurl, type Purl, parsePurl } from '../../model/purl.js';
import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { distributionOfQualifier, ecosystemOfDistribution, type PackageFamily } from '../os/distribution.js';
import { originOfSourceRpm } from '../os/origin.js';
import type { PackageRecord } from '../reader.js';

/** The identity of a package from its purl. */
export type Identity = Pick<PackageRecord, 'name' | 'version' | 'arch' | 'origin' | 'source'> & { purl: string; ecosystem: string };

/**
 * Reads a package's identity from its purl: ecosystem with release, name in the ecosystem's form, source and origin.
 * `version` is the component's own version, for purls without one. Throws InputError with the reason for an invalid
 * purl.
 */
export function identifyComponent(text: string, version: string | null): Identity {
  const purl = withVersion(parsePurl(text), version);
  const { name, ecosystem } = nameOf(purl);
  if (name.length > limits.maxNameLength || (purl.version?.length ?? 0) > limits.maxNameLength) {
    throw new InputError({ issue: 'invalid_entry', message: `a name or version of more than ${limits.maxNameLength} characters` });
  }
  const identity: Identity = { name, ecosystem, version: versionOf(purl), purl: formatPurl(purl) };
  const { arch, upstream } = purl.qualifiers ?? {};
  if (arch) identity.arch = arch;
  const origin = upstream ? originOf(upstream) : undefined;
  if (origin && (origin.name !== name || origin.version !== undefined)) identity.origin = origin;
  const source = sourceOf(purl);
  if (source) identity.source = source;
  return identity;
}

/** Removes the user info from addresses in qualifiers, because it may hold a token. */
function withVersion(purl: Purl, version: string | null): Purl {
  const result = { ...purl };
  if (!purl.version && version) result.version = version;
  if (purl.qualifiers)
    result.qualifiers = Object.fromEntries(Object.entries(purl.qualifiers).map(([key, value]) => [key, withoutUser(value)]));
  return result;
}

function withoutUser(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)(?!git@)[^/?#@\s]{1,1000}@/i, '$1');
}

const FAMILIES: ReadonlySet<string> = new Set<PackageFamily>(['deb', 'apk', 'rpm']);

function isFamily(type: string): type is PackageFamily {
  return FAMILIES.has(type);
}

function nameOf({ type, namespace, name, qualifiers }: Purl): { name: string; ecosystem: string } {
  if (isFamily(type)) {
    return { name, ecosystem: ecosystemOfDistribution(type, distributionOfQualifier(namespace ?? '', qualifiers?.['distro'])) };
  }
  const ecosystem = ecosystemOfPurl(type, namespace, qualifiers);
  if (ecosystem) return { name: ecosystem.nameOfPurl(namespace, name), ecosystem: ecosystem.name };
  return { name: namespace ? `${namespace}/${name}` : name, ecosystem: type };
}

/**
 * rpm's purls, and Trivy's for Debian, have the epoch in a qualifier; for comparison it is the first part of the
 * version.
 */
function versionOf({ type, version, qualifiers }: Purl): string | null {
  if (!version) return null;
  const epoch = qualifiers?.['epoch'];
  const isApart = epoch && epoch !== '0' && (type === 'rpm' || type === 'deb') && !version.includes(':');
  return isApart ? `${epoch}:${version}` : version;
}

/** `glibc`, `glibc@2.36-9` or the file name of a source rpm. */
function originOf(upstream: string): OriginPackage | undefined {
  if (upstream.endsWith('.rpm')) return originOfSourceRpm(upstream);
  const at = upstream.lastIndexOf('@');
  return at > 0 ? { name: upstream.slice(0, at), version: upstream.slice(at + 1) } : { name: upstream };
}

function sourceOf({ type, qualifiers }: Purl): ComponentSource | undefined {
  const { vcs_url: repository, repository_url: registry, download_url: download } = qualifiers ?? {};
  if (repository) return gitSource(repository);
  if (download) return { kind: 'url', url: download };
  // An image's registry is part of its name.
  return registry && type !== 'oci' && type !== 'docker' ? { kind: 'registry', url: registry } : undefined;
}

/** `git+https://host/path.git@commit`, the purl specification's form of version control addresses. */
function gitSource(text: string): ComponentSource {
  const match = /^(.*)@([0-9a-f]{7,64})$/i.exec(text);
  const url = match?.[1] ?? text;
  return { kind: 'git', ...(url !== 'git' && { url }), ...(match?.[2] && { commit: match[2] }) };
}

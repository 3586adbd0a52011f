import { ecosystemOf } from '../../../ecosystems/registry.js';
import type { ImageSystem } from '../../../model/image.js';
import { type Distribution, ecosystemOfDistribution, type PackageFamily } from '../../os/distribution.js';
import type { PurlVendor } from '../../record-purl.js';
import type { ImageTree } from '../contract/image-tree.js';
import { endOfSupport } from './end-of-support.js';
import { type Release, releaseOf } from './release-files.js';

const remembered = new WeakMap<ImageTree, Release | null>();

/** The release of an image's system; each tree is read once. */
function releaseIn(tree: ImageTree): Release | undefined {
  let release = remembered.get(tree);
  if (release === undefined) {
    release = releaseOf(tree) ?? null;
    remembered.set(tree, release);
  }
  return release ?? undefined;
}

/** The distribution in an image with its end of support; null where the image holds none. */
export function imageSystem(tree: ImageTree): ImageSystem | null {
  const release = releaseIn(tree);
  if (!release) return null;
  const { id, version, codename } = release;
  const end = endOfSupport(id, releaseKey(release));
  return {
    id,
    version,
    ...(codename !== undefined && { codename }),
    ...(end && { eol: end.until }),
    ...(end?.extended && { extended_support: end.extended }),
  };
}

/** OSV's ecosystem of an image's packages: `Debian:12`. Without advisories of its own it is the package format's name. */
export function systemEcosystemOf(tree: ImageTree, family: PackageFamily): string {
  const release = releaseIn(tree);
  return release ? ecosystemOfDistribution(family, candidatesOf(release)) : ecosystemOfDistribution(family, []);
}

/** A purl's namespace and `distro` for packages of the image's system; os-release(5) calls one without a name `linux`. */
export function purlVendor(tree: ImageTree): PurlVendor {
  const release = releaseIn(tree);
  if (!release) return { namespace: 'linux' };
  const namespace = NAMESPACES[release.id] ?? release.id;
  return { namespace, ...(release.version !== null && { distro: `${namespace}-${release.version}` }) };
}

/** Namespaces of the purl specification that differ from os-release's id. */
const NAMESPACES: Readonly<Record<string, string>> = {
  rhel: 'redhat',
  rocky: 'rocky-linux',
  'opensuse-leap': 'opensuse',
  'opensuse-tumbleweed': 'opensuse',
  sles: 'suse',
};

/** Why the advisories of no distribution are about the image's packages; undefined where some are. */
export function withoutAdvisories(tree: ImageTree, family: PackageFamily): string | undefined {
  const release = releaseIn(tree);
  if (!release) return 'the image does not say which distribution it is, so no advisories are known for its packages';
  const name = systemEcosystemOf(tree, family);
  const known = ecosystemOf(name)?.inOsv === true && belongs(release, name);
  if (known) return undefined;
  return `no advisories are known for ${release.id}${release.version === null ? '' : ` ${release.version}`}, so its packages are listed and not matched`;
}

/** True for distributions that publish advisories about their packages, whether the database has them or not. */
export function isKnownDistribution(tree: ImageTree): boolean {
  const release = releaseIn(tree);
  return release !== undefined && (release.parent !== undefined || WITH_ADVISORIES.has(release.id));
}

const WITH_ADVISORIES: ReadonlySet<string> = new Set(
  `debian ubuntu alpine wolfi chainguard rhel centos rocky almalinux ol amzn fedora sles sled sle-micro opensuse opensuse-leap
  opensuse-tumbleweed photon azurelinux mariner`.split(/\s+/),
);

/** A family's name without a release stands for every distribution that is not known. */
function belongs({ id, parent }: Release, ecosystem: string): boolean {
  return ecosystem.includes(':') || parent !== undefined || ['debian', 'ubuntu', 'alpine', 'wolfi', 'chainguard'].includes(id);
}

function candidatesOf({ id, version, codename, parent }: Release): Distribution[] {
  // Debian's testing and unstable have a codename and no release: they are never matched as the next stable one.
  const isUnreleased = version === null && id === 'debian';
  const own: Distribution = { id, version: version ?? undefined, ...(!isUnreleased && { codename }) };
  return [own, ...(parent ? [parent] : [])];
}

/** The part of a version that advisories and schedules go by. */
function releaseKey({ id, version, isStream }: Release): string {
  const [, major = '', minor] = /^v?(\d{1,4})(?:\.(\d{1,4}))?/.exec(version ?? '') ?? [];
  if (version?.includes('_alpha')) return '';
  if (BY_MAJOR.has(id)) return isStream ? `stream ${major}` : major;
  return minor === undefined ? `${major}${id === 'fedora' ? '' : '.0'}` : `${major}.${minor}`;
}

const BY_MAJOR: ReadonlySet<string> = new Set(['debian', 'rhel', 'centos', 'rocky', 'almalinux', 'ol', 'amzn']);

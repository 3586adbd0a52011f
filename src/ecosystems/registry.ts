import { almalinux } from './almalinux.js';
import { alpine } from './alpine.js';
import { bioconductor } from './bioconductor.js';
import { chainguard } from './chainguard.js';
import { cocoapods } from './cocoapods.js';
import { conanCenter } from './conan-center.js';
import { conda } from './conda.js';
import { cran } from './cran.js';
import { cratesIo } from './crates-io.js';
import { debian } from './debian.js';
import type { Ecosystem } from './ecosystem.js';
import { generic } from './generic.js';
import { githubActions } from './github-actions.js';
import { go } from './go.js';
import { hackage } from './hackage.js';
import { hex } from './hex.js';
import { jsr } from './jsr.js';
import { maven } from './maven.js';
import { npm } from './npm.js';
import { nuget } from './nuget.js';
import { opensuse } from './opensuse.js';
import { packagist } from './packagist.js';
import { pub } from './pub.js';
import { pypi } from './pypi.js';
import { redHat } from './red-hat.js';
import { rockyLinux } from './rocky-linux.js';
import { rpm } from './rpm.js';
import { rubygems } from './rubygems.js';
import { suse } from './suse.js';
import { swiftUrl } from './swift-url.js';
import { ubuntu } from './ubuntu.js';
import { wolfi } from './wolfi.js';

/** Every ecosystem whose packages we can name. To add one, write its file and a line here. */
export const ecosystems = [
  npm,
  pypi,
  go,
  cratesIo,
  maven,
  nuget,
  rubygems,
  packagist,
  pub,
  hex,
  swiftUrl,
  githubActions,
  hackage,
  cran,
  bioconductor,
  conanCenter,
  debian,
  ubuntu,
  alpine,
  wolfi,
  chainguard,
  redHat,
  rockyLinux,
  almalinux,
  suse,
  opensuse,
  cocoapods,
  conda,
  jsr,
  rpm,
  generic,
] as const satisfies readonly Ecosystem[];

const byName: ReadonlyMap<string, Ecosystem> = new Map<string, Ecosystem>([
  ...ecosystems.map((ecosystem) => [ecosystem.name, ecosystem] as const),
  // Spellings of tools that write the registry's own name for ecosystems that OSV lacks.
  ['CocoaPods', cocoapods],
  ['JSR', jsr],
]);

/** The ecosystem of a component or advisory, release suffix or not: `npm`, `Debian:12`, `Red Hat:enterprise_linux:8::baseos`. */
export function ecosystemOf(name: string): Ecosystem | undefined {
  const colon = name.indexOf(':');
  return byName.get(colon === -1 ? name : name.slice(0, colon));
}

/** Namespaces that tools use for a distribution besides OSV's. */
const NAMESPACE_ALIASES: Readonly<Record<string, string>> = {
  'rpm/alma': 'rpm/almalinux',
  'rpm/rhel': 'rpm/redhat',
  'rpm/rocky': 'rpm/rocky-linux',
  'rpm/rockylinux': 'rpm/rocky-linux',
  'rpm/sles': 'rpm/suse',
};

/** Types that have another name in the purl specification, or a package format's own ecosystem when the distribution is unknown. */
const byType: ReadonlyMap<string, Ecosystem> = new Map<string, Ecosystem>([
  ...ecosystems.filter((ecosystem) => !('purlNamespace' in ecosystem)).map((ecosystem) => [ecosystem.purlType, ecosystem] as const),
  ...ecosystems.flatMap((ecosystem) =>
    'purlNamespace' in ecosystem ? [[`${ecosystem.purlType}/${ecosystem.purlNamespace}`, ecosystem] as const] : [],
  ),
  ['githubactions', githubActions],
  ['bioc', bioconductor],
]);

/**
 * The ecosystem of a package URL, from its type, for distributions also from its namespace or, where that says nothing, from the
 * `distro` qualifier (`ubuntu-22.04`). The release is not part of the answer. Undefined for types that are no packages of ours.
 */
export function ecosystemOfPurl(type: string, namespace?: string, qualifiers?: Readonly<Record<string, string>>): Ecosystem | undefined {
  const lower = type.toLowerCase();
  for (const vendor of [namespace, qualifiers?.['distro']?.replace(/[-@:]v?[0-9].*$/, '')]) {
    const key = `${lower}/${vendor?.toLowerCase()}`;
    const found = byType.get(NAMESPACE_ALIASES[key] ?? key);
    if (found) return found;
  }
  return byType.get(lower);
}

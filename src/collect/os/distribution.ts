/** The package format of a distribution; also used as the name of a system that does not identify itself. */
export type PackageFamily = 'deb' | 'apk' | 'rpm';

/** The name of a system: os-release's `ID`, `VERSION_ID` and codename, or a purl's namespace and `distro`. */
export interface Distribution {
  id: string;
  version?: string | undefined;
  codename?: string | undefined;
}

const FALLBACK: Readonly<Record<PackageFamily, string>> = { deb: 'Debian', apk: 'Alpine', rpm: 'RPM' };

/**
 * Debian and Ubuntu releases by the first word of their codename, which sources lists and purls use instead of numbers.
 */
const CODENAMES: ReadonlyMap<string, string> = new Map([
  ['woody', '3.0'],
  ['sarge', '3.1'],
  ['etch', '4.0'],
  ['lenny', '5.0'],
  ['squeeze', '6.0'],
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
  ['trusty', '14.04'],
  ['xenial', '16.04'],
  ['bionic', '18.04'],
  ['focal', '20.04'],
  ['jammy', '22.04'],
  ['noble', '24.04'],
  ['mantic', '23.10'],
  ['oracular', '24.10'],
  ['plucky', '25.04'],
  ['questing', '25.10'],
]);

type Namer = (version: string) => string;

const major: Namer = (version) => /^\d{1,4}/.exec(version)?.[0] ?? '';

/**
 * Up to 6.0 (squeeze) Debian's releases had two numbers, and a third for updates; from 7 on the first number is the
 * release.
 */
const debianRelease: Namer = (version) => /^[1-6]\.\d/.exec(version)?.[0] ?? major(version);

/** Releases of Ubuntu Pro and long-term ones are written in OSV's form: `Pro:14.04:LTS`. */
const ubuntuRelease: Namer = (version) => /^(?:Pro:)?\d{1,4}\.\d{2}(?:(?::LTS)$)?/.exec(version)?.[0] ?? '';

/** SUSE names service packs: `15.5` is `15 SP5`. */
const servicePack: Namer = (version) => version.replace(/^(\d{1,3})\.([1-9]\d?)$/, '$1 SP$2');

const numbered =
  (name: string, release: Namer): Namer =>
  (version) =>
    release(version) ? `${name}:${release(version)}` : name;
const suse = (product: string): Namer => numbered('SUSE', (version) => version && `${product} ${servicePack(version)}`);
const leap = numbered('openSUSE', (version) => version && `Leap ${version}`);
const redHat = numbered('Red Hat', major);

const NAMERS: ReadonlyMap<string, Namer> = new Map<string, Namer>([
  ['debian', numbered('Debian', debianRelease)],
  ['ubuntu', numbered('Ubuntu', ubuntuRelease)],
  ['alpine', numbered('Alpine', alpineBranch)],
  ['wolfi', () => 'Wolfi'],
  ['chainguard', () => 'Chainguard'],
  ['rhel', redHat],
  ['redhat', redHat],
  // CentOS rebuilds RHEL's packages with the same versions; OSV has no data for CentOS itself.
  ['centos', redHat],
  ['rocky', numbered('Rocky Linux', major)],
  ['rockylinux', numbered('Rocky Linux', major)],
  ['rocky-linux', numbered('Rocky Linux', major)],
  ['almalinux', numbered('AlmaLinux', major)],
  ['alma', numbered('AlmaLinux', major)],
  ['sles', suse('Linux Enterprise Server')],
  ['sled', suse('Linux Enterprise Desktop')],
  ['sles_sap', suse('Linux Enterprise Server for SAP Applications')],
  ['sle-micro', suse('Linux Enterprise Micro')],
  ['suse', numbered('SUSE', (version) => version && (/^\d/.test(version) ? `Linux Enterprise Server ${servicePack(version)}` : version))],
  ['opensuse-leap', leap],
  ['opensuse.leap', leap],
  ['opensuse-tumbleweed', () => 'openSUSE:Tumbleweed'],
  ['opensuse.tumbleweed', () => 'openSUSE:Tumbleweed'],
  ['opensuse', numbered('openSUSE', (version) => (/^\d/.test(version) ? `Leap ${version}` : version))],
]);

const FAMILY_OF: Readonly<Record<PackageFamily, RegExp>> = {
  deb: /^(?:Debian|Ubuntu)\b/,
  apk: /^(?:Alpine|Wolfi|Chainguard)\b/,
  rpm: /^(?:Red Hat|Rocky Linux|AlmaLinux|SUSE|openSUSE)\b/,
};

/**
 * OSV's ecosystem of a distribution, with its release if known: `Debian:12`, `Alpine:v3.18`. It is that of the first
 * candidate that is known and uses the family's packages; without one it is the family's name without a release, which
 * matches nothing.
 */
export function ecosystemOfDistribution(family: PackageFamily, candidates: readonly Distribution[]): string {
  for (const { id, version, codename } of candidates) {
    const release = version || CODENAMES.get(codename?.toLowerCase() ?? '') || '';
    const name = NAMERS.get(id.toLowerCase())?.(CODENAMES.get(release.toLowerCase()) ?? release);
    if (name !== undefined && FAMILY_OF[family].test(name)) return name;
  }
  return FALLBACK[family];
}

/**
 * The distribution that a purl's `distro` qualifier names: `debian-12`, `opensuse-leap-15.5`, `alpine-v3.18`,
 * `rhel-8.4`, or a bare codename, which then belongs to the purl's namespace.
 */
export function distributionOfQualifier(namespace: string, distro: string | undefined): Distribution[] {
  if (!distro) return [{ id: namespace }];
  const parts = splitQualifier(distro.slice(0, 100), namespace);
  return [...(parts ? [parts] : []), { id: namespace, version: distro.startsWith(namespace) ? undefined : distro }];
}

function splitQualifier(distro: string, namespace: string): Distribution | undefined {
  if (NAMERS.has(distro)) return { id: distro };
  for (let dash = distro.lastIndexOf('-'); dash > 0; dash = distro.lastIndexOf('-', dash - 1)) {
    const id = distro.slice(0, dash);
    if (id === namespace || NAMERS.has(id.toLowerCase())) return { id, version: distro.slice(dash + 1) };
  }
  return undefined;
}

/** Pre-releases of the next branch (`3.19_alpha20230901`) belong to edge. */
function alpineBranch(version: string): string {
  if (version === 'edge' || version.includes('_alpha')) return 'edge';
  const branch = /^v?(\d{1,3}\.\d{1,3})/.exec(version)?.[1];
  return branch ? `v${branch}` : '';
}

/** Kinds of builds of one rpm package that are patched apart: a version of one says nothing about another. */
export type RpmFlavour = 'plain' | 'module' | 'ksplice' | 'fips';

/** The flavour of an rpm version, by its release: `1.18.2-2.module+el8.9.0+21742`, `2.34-60.ksplice1.el9`, `3.0.7-27.0.1.el9_fips`. */
export function rpmFlavour(version: string): RpmFlavour {
  if (/\.module[+_]/.test(version)) return 'module';
  if (version.includes('.ksplice')) return 'ksplice';
  return version.includes('_fips') ? 'fips' : 'plain';
}

/** Marks of repositories in the releases of rpm packages, with who they are. */
const RPM_MARKS: readonly (readonly [RegExp, string])[] = [
  [/\.remi(?:\.|$)/, 'Remi'],
  [/\.epel(?:\.|$)/, 'EPEL'],
  [/\.elrepo(?:\.|$)/, 'ELRepo'],
  [/\.ius(?:\.|$)/, 'IUS'],
  [/\.rf(?:\.|$)/, 'RPMforge'],
  [/PGDG/, 'PostgreSQL'],
  [/nodesource/, 'NodeSource'],
];

/** Vendors' own names for themselves, by the ecosystem whose advisories are about their packages. */
const RPM_VENDORS: Readonly<Record<string, RegExp>> = {
  'Red Hat': /^(?:Red Hat|CentOS)/i,
  'Rocky Linux': /^(?:Rocky|RESF|Rocky Enterprise)/i,
  AlmaLinux: /^AlmaLinux/i,
  SUSE: /SUSE/i,
  openSUSE: /SUSE/i,
};

const DEB_MARKS: readonly (readonly [RegExp, string])[] = [
  [/~bpo\d/, 'backports'],
  [/\+deb\.sury|\bsury\b/, 'deb.sury.org'],
  [/ppa\d*(?:[~.+-]|$)/, 'a personal archive (PPA)'],
  [/\.pgdg\d/, 'PostgreSQL'],
  [/nodesource/, 'NodeSource'],
];

/** Why the advisories of the distribution are not about this build; undefined where they are. */
export function foreignRpm(ecosystem: string, version: string, vendor: string | undefined): string | undefined {
  const repository = markedBy(RPM_MARKS, version);
  if (repository !== undefined) return notOurs(repository, ecosystem);
  const own = RPM_VENDORS[ecosystem];
  return vendor !== undefined && own !== undefined && !own.test(vendor) ? notOurs(`"${vendor.slice(0, 80)}"`, ecosystem) : undefined;
}

/** The same for packages of Debian and its kin, whose versions name the archive. */
export function foreignDeb(ecosystem: string, version: string): string | undefined {
  const repository = markedBy(DEB_MARKS, version);
  return repository === undefined ? undefined : notOurs(repository, ecosystem);
}

function markedBy(marks: readonly (readonly [RegExp, string])[], version: string): string | undefined {
  return marks.find(([mark]) => mark.test(version))?.[1];
}

function notOurs(builder: string, ecosystem: string): string {
  return `built by ${builder}, whose packages the advisories of ${ecosystem} are not about`;
}

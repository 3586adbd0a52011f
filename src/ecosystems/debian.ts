import { foreignDeb } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { distributionNames } from './purl-names.js';
import { majorRelease, namesOfRelease } from './release-names.js';
import { shellWord } from './shell-word.js';
import { dpkgOrdering } from './versions/dpkg.js';

/** `12.5` belongs to `12`; releases before 7 have two numbers, and a bare `6` can only be `6.0`. */
function spellings(release: string): readonly string[] {
  const [major = '', minor = '0'] = release.split('.');
  return /^[1-6]$/.test(major) ? [`Debian:${major}.${minor}`] : [`Debian:${majorRelease(release)}`];
}

/** Debian, by source package and release (`Debian:12`, `Debian:3.0`). A name's architecture (`zlib1g:i386`) is no part of it. */
export const debian: Ecosystem = {
  name: 'Debian',
  inOsv: true,
  purlType: 'deb',
  purlNamespace: 'debian',
  foreignBuild: (version) => foreignDeb('Debian', version),
  ordering: dpkgOrdering,
  normaliseName: (name) => name.replace(/:[a-z0-9-]+$/, ''),
  ...distributionNames,
  publicHosts: [],
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, spellings),
  bySource: true,
  upgradeCommand: (name, version) => `apt-get install --only-upgrade ${shellWord(`${name}=${version}`)}`,
};

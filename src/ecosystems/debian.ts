import type { Ecosystem } from './ecosystem.js';
import { distributionNames } from './purl-names.js';
import { majorRelease, namesOfRelease } from './release-names.js';
import { shellWord } from './shell-word.js';
import { dpkg } from './versions/dpkg.js';

/** Debian, by source package and major release (`Debian:12`). A name's architecture (`zlib1g:i386`) is no part of it. */
export const debian: Ecosystem = {
  name: 'Debian',
  inOsv: true,
  purlType: 'deb',
  purlNamespace: 'debian',
  ordering: dpkg,
  normaliseName: (name) => name.replace(/:[a-z0-9-]+$/, ''),
  ...distributionNames,
  publicHosts: [],
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, (release) => [`Debian:${majorRelease(release)}`]),
  bySource: true,
  upgradeCommand: (name, version) => `apt-get install --only-upgrade ${shellWord(`${name}=${version}`)}`,
};

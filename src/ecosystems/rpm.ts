import { rpmFlavour } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { distributionNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { rpmOrdering as ordering } from './versions/rpm.js';

/** RPM packages of an unknown distribution, or of one that OSV lacks: they are not looked up. */
export const rpm: Ecosystem = {
  name: 'RPM',
  inOsv: false,
  purlType: 'rpm',
  ordering,
  normaliseName: unchanged,
  ...distributionNames,
  publicHosts: [],
  lookupNames: () => [],
  flavour: rpmFlavour,
  upgradeCommand: (name, version) => `dnf upgrade ${shellWord(`${name}-${version}`)}`,
};

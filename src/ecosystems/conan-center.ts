import type { Ecosystem } from './ecosystem.js';
import { flatNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { conanOrdering } from './versions/conan.js';

/** ConanCenter: a reference's version, user, channel and revision are no part of the name. */
export const conanCenter: Ecosystem = {
  name: 'ConanCenter',
  inOsv: true,
  purlType: 'conan',
  ordering: conanOrdering,
  normaliseName: (name) => name.replace(/[/@#].*$/s, ''),
  ...flatNames,
  nameOfPurl: (_user, name) => name,
  publicHosts: ['center.conan.io', 'center2.conan.io'],
  upgradeCommand: (name, version) => `conan lock add --requires ${shellWord(`${name}/${version}`)}`,
};

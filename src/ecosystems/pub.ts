import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { pubSemver } from './versions/semver.js';

/** Pub, of Dart and Flutter: names are lower-case identifiers. */
export const pub: Ecosystem = {
  name: 'Pub',
  inOsv: true,
  purlType: 'pub',
  ordering: pubSemver,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: ['pub.dartlang.org', 'pub.dev'],
  upgradeCommand: (name, version) => `dart pub add ${shellWord(`${name}:${version}`)}`,
};

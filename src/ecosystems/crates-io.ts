import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { cargoSemver } from './versions/semver.js';

/** crates.io: `-` and `_` are one name to the registry, but advisories and locks both use the published spelling. */
export const cratesIo: Ecosystem = {
  name: 'crates.io',
  inOsv: true,
  purlType: 'cargo',
  ordering: cargoSemver,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: ['crates.io', 'index.crates.io', 'static.crates.io'],
  upgradeCommand: (name, version) => `cargo update -p ${shellWord(name)} --precise ${shellWord(version)}`,
};

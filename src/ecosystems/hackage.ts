import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { hackageOrdering as ordering } from './versions/dotted.js';

/** Hackage: case-sensitive names. */
export const hackage: Ecosystem = {
  name: 'Hackage',
  inOsv: true,
  purlType: 'hackage',
  ordering,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: ['hackage.haskell.org'],
  // With Stack, people pin versions by hand in stack.yaml. Cabal freezes the version that the constraint selects.
  upgradeCommand: (name, version) => `cabal freeze --constraint ${shellWord(`${name} ==${version}`)}`,
};

import type { Ecosystem } from './ecosystem.js';
import { flatNames, lowerCase } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { hexSemver } from './versions/semver.js';

/** Hex, of Elixir and Erlang. Its purls may carry an organisation, which the public registry does not have. */
export const hex: Ecosystem = {
  name: 'Hex',
  inOsv: true,
  purlType: 'hex',
  ordering: hexSemver,
  normaliseName: lowerCase,
  ...flatNames,
  publicHosts: ['hex.pm', 'repo.hex.pm'],
  // Mix takes the version from mix.exs; the command updates the lock to the newest version allowed there.
  upgradeCommand: (name) => `mix deps.update ${shellWord(name)}`,
};

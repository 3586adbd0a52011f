import { dataFile } from './data-file.js';
import { pairsOf } from './data-table.js';

const prefixes = pairsOf(dataFile('provider-key-prefixes.tsv')).map(([prefix]) => prefix);

/** Shapes of keys that a provider's own prefix gives away; `data/provider-keys.tsv` names the source of each. */
export const providerKeys: readonly RegExp[] = [
  ...pairsOf(dataFile('provider-keys.tsv')).map(([pattern]) => new RegExp(pattern)),
  new RegExp(`\\b(?:${prefixes.join('|')})[-_][A-Za-z0-9_-]{24,}`, 'i'),
];

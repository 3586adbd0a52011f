import { dataFile } from './data-file.js';
import { pairsOf } from './data-table.js';

const BOUNDARY = '\\b';
const patterns = pairsOf(dataFile('provider-keys.tsv')).map(([pattern]) => pattern);
const prefixes = pairsOf(dataFile('provider-key-prefixes.tsv')).map(([prefix]) => prefix);
const bounded = patterns.filter((pattern) => pattern.startsWith(BOUNDARY));

/**
 * Shapes of keys that a provider's own prefix gives away; `data/provider-keys.tsv` names the source of each. Those that begin with a word
 * are one expression: each expression costs one way through a text.
 */
export const providerKeys: readonly RegExp[] = [
  new RegExp(`${BOUNDARY}(?:${bounded.map((pattern) => pattern.slice(BOUNDARY.length)).join('|')})`),
  ...patterns.filter((pattern) => !bounded.includes(pattern)).map((pattern) => new RegExp(pattern)),
  new RegExp(`${BOUNDARY}(?:${prefixes.join('|')})[-_][A-Za-z0-9_-]{24,}`, 'i'),
];

import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';

const known = dataFile('tensorflow-operators.txt');
const dangerous: ReadonlyMap<string, string> = new Map(pairsOf(dataFile('tensorflow-dangerous-operators.tsv')));
const exact = new Set(known.filter((word) => !word.endsWith('*')));
const prefixes = known.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));

/**
 * The danger of an operator of a TensorFlow graph: two grades of harm, none, or unknown because it is defined by a
 * library that is not present.
 */
export function judgeTensorflowOperator(name: string): 'high' | 'medium' | 'known' | 'unknown' {
  const harm = dangerous.get(name);
  if (harm !== undefined) return harm === 'medium' ? 'medium' : 'high';
  if (exact.has(name)) return 'known';
  return !name.includes('>') && prefixes.some((prefix) => name.startsWith(prefix)) ? 'known' : 'unknown';
}

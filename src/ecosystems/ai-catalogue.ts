import { dataFile } from '../support/data-file.js';
import { pairsOf } from '../support/data-table.js';

/** AI components by ecosystem; a `*` at the end covers every name that begins so. */
const CATALOGUE = new Map<string, string[]>();
for (const [ecosystem, name] of pairsOf(dataFile('ai-packages.tsv'))) CATALOGUE.set(ecosystem, [...(CATALOGUE.get(ecosystem) ?? []), name]);

/** True for a package of the catalogue. `ecosystem` is OSV's name, `name` normalised. */
export function isAiPackage(ecosystem: string, name: string): boolean {
  const entries = CATALOGUE.get(ecosystem) ?? [];
  const wanted = name.toLowerCase();
  return entries.some((entry) => (entry.endsWith('*') ? wanted.startsWith(entry.slice(0, -1)) : wanted === entry));
}

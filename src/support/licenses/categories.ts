import { dataFile } from '../data-file.js';
import { pairsOf } from '../data-table.js';
import { type Expression, isGroup, type Leaf, parseExpression } from './expression.js';

/** What a licence asks of those who pass the software on, from the least to the most; what nobody knows may ask for anything. */
export const licenseCategories = ['permissive', 'weak-copyleft', 'strong-copyleft', 'network-copyleft', 'proprietary', 'unknown'] as const;
export type LicenseCategory = (typeof licenseCategories)[number];

/** Names that say that no rights, or none of use to everybody, are granted. */
const PROPRIETARY =
  /^(?:unlicensed|(?:other\/)?proprietary(?: licen[cs]e)?|(?:other\/)?commercial(?: licen[cs]e)?|closed(?: source)?|private|all rights reserved\.?|(?:the )?commons clause.*|free for non-?commercial use|free to use but restricted|free for (?:educational|home) use)$/i;

interface Tables {
  exact: ReadonlyMap<string, LicenseCategory>;
  /** Heads of ids, longest first. */
  heads: readonly (readonly [head: string, category: LicenseCategory])[];
  linking: ReadonlySet<string>;
}

let tables: Tables | undefined;

function known(): Tables {
  tables ??= readTables();
  return tables;
}

function readTables(): Tables {
  const rows = pairsOf(dataFile('license-categories.tsv')).flatMap(([pattern, word]) => {
    const category = licenseCategories.find((one) => one === word);
    return category === undefined ? [] : [[pattern, category] as const];
  });
  const heads = rows.flatMap(([pattern, category]) => (pattern.endsWith('*') ? [[pattern.slice(0, -1), category] as const] : []));
  return {
    exact: new Map(rows),
    heads: heads.sort(([a], [b]) => b.length - a.length),
    linking: new Set(dataFile('license-linking-exceptions.txt')),
  };
}

/** The category of one licence, or of a name that is none. A strong licence with an exception for those who link counts as weak. */
export function leafCategory({ license, exception }: Leaf): LicenseCategory {
  const { exact, heads, linking } = known();
  const own = exact.get(license) ?? heads.find(([head]) => license.startsWith(head))?.[1];
  if (own === undefined) return PROPRIETARY.test(license) ? 'proprietary' : 'unknown';
  return own === 'strong-copyleft' && exception !== undefined && linking.has(exception) ? 'weak-copyleft' : own;
}

/** The category of an expression: of a choice the least demanding side, of what holds together the most demanding. */
export function expressionCategory(node: Expression): LicenseCategory {
  if (!isGroup(node)) return leafCategory(node);
  const ranks = node.parts.map((part) => licenseCategories.indexOf(expressionCategory(part)));
  return licenseCategories[node.operator === 'OR' ? Math.min(...ranks) : Math.max(...ranks)] ?? 'unknown';
}

/** How many components are of each category. Several words of one component are no expression: nobody knows what they say together. */
export function categoriesOf(components: readonly { licenses: readonly string[] }[]): Record<LicenseCategory, number> {
  const counts = Object.fromEntries(licenseCategories.map((category) => [category, 0])) as Record<LicenseCategory, number>;
  const seen = new Map<string | undefined, LicenseCategory>();
  for (const { licenses } of components) {
    const license = licenses.length === 1 ? licenses[0] : undefined;
    const category = seen.get(license) ?? categoryOf(license);
    seen.set(license, category);
    counts[category]++;
  }
  return counts;
}

/** The category of what a component says of its licence: an expression, a name, or nothing. */
export function categoryOf(license: string | undefined): LicenseCategory {
  if (license === undefined) return 'unknown';
  return expressionCategory(parseExpression(license) ?? { license: license.trim() });
}

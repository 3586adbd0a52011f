import { isObject } from '../json.js';
import { readAddress } from './addresses.js';
import { type Expression, formatExpression, joined, parseExpression } from './expression.js';
import { candidatesOf, readName, readWords } from './names.js';

/** Who wrote the licence down: each kind of package has its own way. */
export const licenseSources = [
  'spdx',
  'name',
  'npm',
  'cargo',
  'pypi',
  'maven',
  'rubygems',
  'composer',
  'nuget',
  'cran',
  'debian',
  'rpm',
  'apk',
] as const;
export type LicenseSource = (typeof licenseSources)[number];

/** What somebody wrote about a licence, read. */
export interface LicenseReading {
  /** In normal form. Absent: no single expression follows from what was written. */
  expression?: string;
  /** The same, parsed. */
  node?: Expression;
  /** What was written, in words; empty where nothing was said. */
  written: string;
  /** Ids that were probably meant, where no single expression follows. */
  candidates: string[];
}

/** Reads what a kind of package writes about its licence: a text, an object or a list, of any shape. */
export function readLicense(source: LicenseSource, value: unknown): LicenseReading {
  const written = wordsOf(value);
  const node = READERS[source](value);
  if (node !== undefined) return { expression: formatExpression(node), node, written, candidates: [] };
  return { written, candidates: [...new Set(partsOf(value).flatMap((part) => candidatesOf(wordsOf(part))))] };
}

type Reader = (value: unknown) => Expression | undefined;

const named: Reader = (value) => (typeof value === 'string' ? readName(value) : undefined);

const READERS: Readonly<Record<LicenseSource, Reader>> = {
  spdx: (value) => (typeof value === 'string' ? parseExpression(value) : undefined),
  name: named,
  npm: choiceOf(entryOf),
  cargo: named,
  pypi: pypi,
  maven: choiceOf(entryOf),
  rubygems: choiceOf(named),
  composer: choiceOf(named),
  nuget: nuget,
  cran: choiceOf(cran),
  debian: named,
  rpm: (value) => (typeof value === 'string' ? rpm(value) : undefined),
  apk: named,
};

/** Several licences in a list are a choice, if each of them can be read. */
function choiceOf(read: Reader): Reader {
  return (value) => {
    const parts = partsOf(value).map(read);
    return parts.every((part) => part !== undefined) ? joined('OR', parts) : undefined;
  };
}

function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** A licence of npm or Maven: a name, or name and address. The address decides where the name does not. */
function entryOf(value: unknown): Expression | undefined {
  if (!isObject(value)) return named(value);
  const byName = named(value['type'] ?? value['name']);
  return byName ?? (typeof value['url'] === 'string' ? readAddress(value['url']) : undefined);
}

/** PEP 639's expression, then the field if it names a licence, then the classifiers: several say neither AND nor OR. */
function pypi(value: unknown): Expression | undefined {
  if (!isObject(value)) return named(value);
  const field = named(value['license_expression']) ?? named(value['license']);
  if (field !== undefined) return field;
  const classifiers = partsOf(value['classifiers']).flatMap((text) => (typeof text === 'string' ? classifierName(text) : []));
  const [only, ...others] = [...new Set(classifiers)];
  return only === undefined || others.length > 0 ? undefined : readClassifier(only);
}

/** The last part of a licence's classifier; the classifiers that stand above others name no licence. */
function classifierName(text: string): string[] {
  const parts = text.split('::').map((part) => part.trim());
  const last = parts.at(-1) ?? '';
  return parts[0] === 'License' && parts.length > 1 && !/^(?:OSI|DFSG) Approved$/i.test(last) ? [last] : [];
}

/** A classifier may carry the id in parentheses where its name is not the licence's own. */
function readClassifier(name: string): Expression | undefined {
  const inner = /\(([^()]+)\)/.exec(name)?.[1];
  return named(name) ?? (inner === undefined ? undefined : named(inner));
}

function nuget(value: unknown): Expression | undefined {
  if (!isObject(value)) return typeof value === 'string' ? (readName(value) ?? readAddress(value)) : undefined;
  if (value['type'] === 'expression') return named(value['text']);
  return typeof value['url'] === 'string' ? readAddress(value['url']) : undefined;
}

/** R: `GPL-2 | GPL-3`, `MIT + file LICENSE`. The file of MIT and BSD only names years and holders. */
function cran(value: unknown): Expression | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = value.split('|').map((part) =>
    part
      .replace(/\s*\+\s*file\s+LICEN[CS]E\s*$/i, '')
      .replace('_clause', '-clause')
      .replaceAll('_', '-'),
  );
  const read = parts.map((part) => named(part.trim()) ?? named(part.replace(/\([<>=\s]*([\d.]+)\)/, '$1').trim()));
  return read.every((part) => part !== undefined) ? joined('OR', read) : undefined;
}

/** Short names of Fedora before it took SPDX's ids, where they say more than the same word elsewhere. */
const CALLAWAY: Readonly<Record<string, string>> = { cddl: 'CDDL-1.0', epl: 'EPL-1.0', zlib: 'Zlib', boost: 'BSL-1.0' };

function rpm(value: string): Expression | undefined {
  // Fedora's words for the terms of Perl.
  const text = value.replace(/\bGPL\+ or Artistic\b(?! (?:\d|clarified))/gi, '(GPL-1.0-or-later OR Artistic-1.0-Perl)');
  const leaf = (name: string) => parseExpression(CALLAWAY[name.toLowerCase()] ?? name) ?? readName(name);
  return parseExpression(text) ?? leaf(text) ?? readWords(text, leaf);
}

/** What was written, in words. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value))
    return value
      .map(wordsOf)
      .filter((word) => word !== '')
      .join(', ');
  if (!isObject(value)) return '';
  const field = value['license_expression'] ?? value['type'] ?? value['name'] ?? value['license'] ?? value['text'];
  const text = wordsOf(field);
  return text !== '' ? text : wordsOf(value['classifiers'] ?? value['url']);
}

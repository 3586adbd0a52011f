import { dataFile } from '../data-file.js';
import { pairsOf } from '../data-table.js';
import { type Expression, parseExpression } from './expression.js';
import { listedLicense } from './ids.js';

let listed: ReadonlyMap<string, string> | undefined;

/** Forms of addresses with the licence in them, each with what it says; the first that fits and is on the list counts. */
const FORMS: readonly [form: RegExp, expression: (...parts: string[]) => string | undefined][] = [
  [/^licenses\.nuget\.org\/(.+)$/, (expression) => expression],
  [/^(?:opensource\.org\/licenses?|spdx\.org\/licenses|choosealicense\.com\/licenses)\/([\w.+-]+)$/, (id = '') => idOf(id)],
  [/^creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)(?:\/(?:legalcode|deed)[\w.]*)?$/, (kind, version) => `CC-${kind}-${version}`],
  [/^creativecommons\.org\/publicdomain\/zero\/1\.0(?:\/.*)?$/, () => 'CC0-1.0'],
  [
    /^gnu\.org\/(?:licenses|licences|copyleft)\/(?:old-licenses\/)?(a?gpl|lgpl|fdl)-(\d\.\d)(?:-standalone)?$/,
    (kind, version) => gnu(kind, version),
  ],
];

/** The licence that a well-known address stands for. The address is not opened. */
export function readAddress(address: string): Expression | undefined {
  const [, rest] = /^https?:\/\/(?:www\.)?([^?#]+)/i.exec(address.trim()) ?? [];
  if (rest === undefined || rest.length > 500) return undefined;
  const plain = decoded(rest).replace(/\/+$/, '');
  const form = plain.toLowerCase().replace(/\.(?:html?|txt|php|md|pdf)$/, '');
  for (const [pattern, read] of FORMS) {
    const parts = pattern.exec(form.startsWith('licenses.nuget.org/') ? plain : form);
    const expression = parts ? read(...parts.slice(1)) : undefined;
    if (expression !== undefined) return parseExpression(expression);
  }
  listed ??= new Map(pairsOf(dataFile('license-addresses.tsv')));
  const expression = listed.get(form);
  return expression === undefined ? undefined : parseExpression(expression);
}

/** `mit-license` as MIT: the old addresses of opensource.org. */
function idOf(word: string): string | undefined {
  return listedLicense(word) ?? listedLicense(word.replace(/-license$/, ''));
}

function gnu(kind = '', version = ''): string {
  return `${kind === 'fdl' ? 'GFDL' : kind}-${version}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

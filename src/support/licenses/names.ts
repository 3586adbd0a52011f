import { dataFile } from '../data-file.js';
import { pairsOf } from '../data-table.js';
import { type Expression, isGroup, parseExpression, parseTokens } from './expression.js';
import { OR_LATER, readGnuName } from './gnu-names.js';
import { currentLicenses, listedLicense } from './ids.js';

/** Longer texts are no names. */
const MAX_NAME = 300;

interface Tables {
  /** By compared form: the expression. */
  names: ReadonlyMap<string, string>;
  /** By the words of a name without version: the head of the ids, `MPL`. */
  families: ReadonlyMap<string, string>;
}

let tables: Tables | undefined;

/** The tables of names, made when the first name is read. */
function known(): Tables {
  tables ??= {
    names: new Map([
      ...pairsOf(dataFile('license-names.tsv')).map(([id, name]) => [comparedForm(name), id] as const),
      ...pairsOf(dataFile('license-aliases.tsv')),
    ]),
    families: new Map(pairsOf(dataFile('license-families.tsv'))),
  };
  return tables;
}

/**
 * Reads a licence that is named in words: `The MIT License (MIT)`, `GPLv2+`, `Apache License, Version 2.0`, or several of these
 * with `and`, `or` and parentheses. Undefined where no single expression follows from the name: `BSD`, `Apache`, `Public Domain`.
 */
export function readName(text: string): Expression | undefined {
  if (text.length > MAX_NAME) return undefined;
  return readOneName(text) ?? readWords(text);
}

/** Ids that a name may stand for when it stands for no single one: of `BSD` those of the licences with two, three and four clauses. */
export function candidatesOf(text: string): string[] {
  const form = comparedForm(text);
  if (form === 'bsd') return ['BSD-2-Clause', 'BSD-3-Clause', 'BSD-4-Clause'];
  const gnu = /^(?:gnu )?([al]?gpl|gfdl)$/.exec(form)?.[1];
  const head = gnu?.toUpperCase() ?? known().families.get(form);
  if (head === undefined) return [];
  return currentLicenses().filter((id) => id.startsWith(`${head}-`) && /^\d+(?:\.\d+)*(?:-or-later)?$/.test(id.slice(head.length + 1)));
}

/** Reads a name of one licence. What is said in parentheses may repeat the name, not contradict it. */
function readOneName(text: string): Expression | undefined {
  const whole = readPlain(text);
  if (whole !== undefined) return whole;
  const [, outer, inner] = /^([^()]+)\(([^()]+)\)\s*$/.exec(text) ?? [];
  if (outer === undefined || inner === undefined) return undefined;
  const [one, other] = [readPlain(outer), readPlain(inner)];
  return one !== undefined && (other === undefined || sameLicense(one, other)) ? one : undefined;
}

function sameLicense(one: Expression, other: Expression): boolean {
  return !isGroup(one) && !isGroup(other) && one.license === other.license;
}

function readPlain(text: string): Expression | undefined {
  const form = comparedForm(text);
  const { names } = known();
  // `MIT/X11` is a name, though both its halves are ids.
  const named = names.get(form);
  if (named !== undefined && !isId(text)) return parseExpression(named);
  return parseExpression(text) ?? readGnuName(text) ?? readVersioned(form) ?? readVersioned(apart(form));
}

function isId(text: string): boolean {
  return listedLicense(text.trim()) !== undefined;
}

/** `mpl2` and `alv2` as `mpl 2` and `al 2`. */
function apart(form: string): string {
  return form.replace(/([a-z])v?(?=\d)/g, '$1 ');
}

/** Reads a family's name with a version: `mozilla public 2.0`, `creative commons zero 1.0 universal`. */
function readVersioned(form: string): Expression | undefined {
  const words = form.split(' ');
  const at = words.findIndex((word) => /^\d+(?:\.\d+)*[a-z]?$/.test(word));
  const version = words[at];
  const head = known().families.get(words.filter((_, index) => index !== at).join(' '));
  if (head === undefined || version === undefined) return undefined;
  const id = [version, `${version}.0`, `${version}.0.0`].map((one) => listedLicense(`${head}-${one}`)).find((one) => one !== undefined);
  return id === undefined ? undefined : parseExpression(id);
}

/** The date of a version, which a version number says already. */
const DATE = /[, ]+(?:\d{1,2} )?(?:january|february|march|april|may|june|july|august|september|october|november|december),? \d{4}$/;

/** A name as names are compared: in lower case, words parted by one blank, `license`, `the` and the word before a version left out. */
function comparedForm(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('licence', 'license')
    .replace(/\b(?:version|ver|v)[. ]*(?=\d)/g, ' ')
    .replace(DATE, ' ')
    .replace(/[^a-z0-9.+]+/g, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/\b(?:the|licensed?|licenses)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * Reads names joined by `and`, `or` and parentheses, as package databases write them: `(GPLv2+ or MIT) and ASL 2.0`. A comma before
 * an operator groups what stands on either side, as Debian's format says.
 */
export function readWords(text: string, readLeaf: (name: string) => Expression | undefined = readOneName): Expression | undefined {
  if (text.length > MAX_NAME * 10 || !/\b(?:and|or)\b/i.test(text)) return undefined;
  const later = text.replace(OR_LATER, '+ ');
  const tokens = later.split(/,\s+(and|or)\s+/i).flatMap((part, index, all) => {
    if (index % 2 === 1 || all.length === 1) return wordTokens(part);
    return ['(', ...wordTokens(part), ')'];
  });
  return parseTokens(tokens, readLeaf);
}

function wordTokens(text: string): string[] {
  const tokens: string[] = [];
  let name: string[] = [];
  const close = () => {
    if (name.length > 0) tokens.push(name.join(' '));
    name = [];
  };
  for (const word of text.split(/\s+|([()])/)) {
    if (word === undefined || word === '') continue;
    if (/^(?:and|or|[()])$/i.test(word)) {
      close();
      tokens.push(word);
    } else name.push(word);
  }
  close();
  return tokens;
}

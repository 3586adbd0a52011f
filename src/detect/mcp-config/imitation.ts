import { dataFile } from '../../support/data-file.js';
import { stepBetween } from '../../support/one-step.js';

/** The well-known server whose name is imitated, and in what way. */
export interface Imitated {
  name: string;
  how: 'scope' | 'unscoped' | 'separators' | 'slip';
}

interface Known {
  names: ReadonlySet<string>;
  targets: readonly string[];
  scopes: readonly string[];
  /** From names without scope and separators to the full names. */
  letters: ReadonlyMap<string, string>;
}

function knownOf(targets: readonly string[], others: readonly string[]): Known {
  const names = new Set([...targets, ...others]);
  const scopes = [...new Set([...names].flatMap((name) => scopeOf(name) ?? []))];
  return {
    names,
    targets: [...targets, ...others],
    scopes,
    letters: new Map([...others, ...targets].map((name) => [lettersOf(bareOf(name)), name])),
  };
}

/** Names of PyPI in their normal form (PEP 503). */
const pep503 = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-');

let tables: Readonly<Record<string, Known>> | undefined;

function tableOf(ecosystem: string): Known | undefined {
  tables ??= {
    npm: knownOf(dataFile('mcp-servers-npm.txt'), dataFile('mcp-packages-npm.txt')),
    pypi: knownOf(dataFile('mcp-servers-pypi.txt').map(pep503), dataFile('mcp-packages-pypi.txt').map(pep503)),
  };
  return Object.hasOwn(tables, ecosystem) ? tables[ecosystem] : undefined;
}

const scopeOf = (name: string) => (name.startsWith('@') && name.includes('/') ? name.slice(1, name.indexOf('/')) : undefined);
const bareOf = (name: string) => name.slice(name.indexOf('/') + 1);
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const MAX_LENGTH = 100;
/** Shorter names resemble too many others by chance. */
const MIN_LETTERS = 8;

/** The well-known server that a package's name imitates; undefined for a known name and for one without likeness. */
export function imitatedServer(ecosystem: string, written: string): Imitated | undefined {
  const known = tableOf(ecosystem);
  const name = ecosystem === 'pypi' ? pep503(written) : written;
  if (!known || name.length > MAX_LENGTH || known.names.has(name)) return undefined;
  const scope = scopeOf(name);
  if (scope !== undefined) return byScope(name, scope, known) ?? withinScope(name, scope, known);
  return bySeparators(name, known) ?? bySlip(name, known);
}

/** `@modelcontextprotocal/…`, `@model-context-protocol/…`: the owner's name is imitated, whatever the package. */
function byScope(name: string, scope: string, { scopes, names }: Known): Imitated | undefined {
  if (scopes.includes(scope)) return undefined;
  for (const owner of scopes) {
    if (!isScopeSlip(owner, scope)) continue;
    const same = `@${owner}/${bareOf(name)}`;
    if (names.has(same)) return { name: same, how: 'scope' };
    if (owner.length >= LONG_SCOPE) return { name: `@${owner}`, how: 'scope' };
  }
  return undefined;
}

/** Scopes of this length are not alike by chance. */
const LONG_SCOPE = 10;

function isScopeSlip(owner: string, scope: string): boolean {
  if (owner.length < 5) return false;
  const [a, b] = [lettersOf(owner), lettersOf(scope)];
  return a === b || stepBetween(a, b) !== undefined || (a.length >= LONG_SCOPE && isNear(a, b));
}

/** A misspelt name in the owner's own scope belongs to the owner; only a name in another scope imitates. */
function withinScope(name: string, scope: string, { scopes, names, targets }: Known): Imitated | undefined {
  const ofOwner = scopes.includes(scope) ? targets.filter((target) => scopeOf(target) === scope) : [];
  const slip = ofOwner.find((target) => isWordSlip(bareOf(target), bareOf(name)));
  if (slip !== undefined) return { name: slip, how: 'slip' };
  const official = `@modelcontextprotocol/${bareOf(name)}`;
  return names.has(official) && /mcp|modelcontext|official|anthropic/.test(lettersOf(scope)) && !scopes.includes(scope)
    ? { name: official, how: 'scope' }
    : undefined;
}

/** `mcpremote` for `mcp-remote`, `context7-mcp` for `@upstash/context7-mcp`. */
function bySeparators(name: string, { letters }: Known): Imitated | undefined {
  const plain = lettersOf(name);
  const target = plain.length >= MIN_LETTERS ? letters.get(plain) : undefined;
  if (target === undefined) return undefined;
  return { name: target, how: bareOf(target) === name ? 'unscoped' : 'separators' };
}

function bySlip(name: string, { targets }: Known): Imitated | undefined {
  const target = targets.find((known) => isWordSlip(bareOf(known), name));
  return target === undefined ? undefined : { name: target, how: 'slip' };
}

/** True when one word of the name has one typing error and all others are equal. */
function isWordSlip(known: string, name: string): boolean {
  if (lettersOf(known).length < MIN_LETTERS || Math.abs(known.length - name.length) > 1) return false;
  const [ours, theirs] = [known.split(/[-_./]/), name.split(/[-_./]/)];
  if (ours.length !== theirs.length) return false;
  const differing = ours.flatMap((word, at) => (word === theirs[at] ? [] : [[word, theirs[at] ?? ''] as const]));
  const [pair] = differing;
  return differing.length === 1 && pair !== undefined && isSlip(...pair);
}

const LOOK_ALIKE = new Set(['0o', 'o0', '1l', 'l1', '1i', 'i1', '3e', 'e3', '4a', 'a4', '5s', 's5']);

/**
 * True for a typing error rather than another word: short words differ by one letter honestly (`mysql`, `mssql`; `git`,
 * `gist`).
 */
function isSlip(word: string, written: string): boolean {
  const step = stepBetween(word, written);
  if (step === undefined || word === '') return false;
  if (step === 'swapped') return word.length >= 3;
  const at = [...word].findIndex((letter, index) => letter !== written[index]);
  if (step === 'replaced') return word.length >= 8 || LOOK_ALIKE.has(`${word[at]}${written[at]}`);
  const isPlural = step === 'added' && written === `${word}s`;
  const doubled = step === 'added' && at > 0 && written[at] === written[at - 1];
  return !isPlural && word.length >= (doubled ? 3 : 5);
}

/** True for an edit distance of at most two. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    before = now;
  }
  return (before[b.length] ?? 9) <= 2;
}

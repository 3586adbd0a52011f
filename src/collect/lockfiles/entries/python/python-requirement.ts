import { pypi } from '../../../../ecosystems/pypi.js';
import { limits } from '../../../../support/limits.js';

/** One dependency specifier (PEP 508), parsed but not evaluated. */
export interface Requirement {
  /** Normalised by PEP 503. */
  name: string;
  extras: string[];
  /** Version clauses as written, without parentheses; empty when there are none. */
  specifiers: string;
  /** The URL, VCS address or path after `@`. */
  address?: string;
}

/** Name and extras; a name begins and ends with a letter or digit (PEP 508). */
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*/;
/**
 * One version clause. A variable in place of a version is expanded at installation, a template's placeholder when the
 * project is created.
 */
const CLAUSE = /^(===|==|~=|!=|<=|>=|<|>)\s*([A-Za-z0-9.*+!_-]+|[^\s,;]*\$\{[A-Za-z0-9_]+\}[^\s,;]*|\{\{[^{},;]*\}\}[^\s,;]*)$/;

/** The normalised form, in which equal names are the same PyPI project (PEP 503). */
export function pypiName(name: string): string {
  return pypi.normaliseName(name);
}

/**
 * Parses a specifier without its line's options; undefined for other texts. Markers are cut off, because the package
 * may be installed under some of them.
 */
export function parseRequirement(text: string): Requirement | undefined {
  const head = NAME.exec(text);
  const name = head?.[1];
  if (!head || !name || name.length > limits.maxNameLength) return undefined;
  const extras = (head[2] ?? '')
    .split(',')
    .map((extra) => extra.trim())
    .filter((extra) => extra !== '');
  const rest = text.slice(head[0].length);
  const found = { name: pypiName(name), extras };
  if (rest.startsWith('@')) {
    const address = beforeMarker(rest.slice(1));
    return address === '' ? undefined : { ...found, specifiers: '', address };
  }
  const specifiers = withoutParentheses((rest.split(';', 1)[0] ?? '').trim());
  return clauses(specifiers) ? { ...found, specifiers } : undefined;
}

/** An address ends where white space and a semicolon begin its marker; a semicolon alone may be part of it. */
export function beforeMarker(address: string): string {
  const marker = address.search(/\s;/);
  return (marker === -1 ? address : address.slice(0, marker)).trim();
}

/**
 * The single version that the clauses allow: one `==` or `===` without wildcard or variable. Null when they leave a
 * choice.
 */
export function exactVersion(specifiers: string): string | null {
  const exact = new Set<string>();
  for (const [operator, version] of clauses(specifiers) ?? []) {
    if (operator.startsWith('==') && !/[*${]/.test(version)) exact.add(version);
  }
  const [version] = exact;
  return exact.size === 1 && version !== undefined && version.length <= limits.maxNameLength ? version : null;
}

/** True for a text that can only be a version; used for file names and refs. */
export function looksLikeVersion(text: string): boolean {
  return /^\d[A-Za-z0-9.+!_]*$/.test(text);
}

/** Parentheses are an older form that is still legal. */
function withoutParentheses(specifiers: string): string {
  return specifiers.startsWith('(') && specifiers.endsWith(')') ? specifiers.slice(1, -1).trim() : specifiers;
}

/** Undefined when any part is not a clause, because half a specifier would be a guess. */
function clauses(specifiers: string): [operator: string, version: string][] | undefined {
  const found: [string, string][] = [];
  for (const part of specifiers.split(',')) {
    if (part.trim() === '') continue;
    const match = CLAUSE.exec(part.trim());
    if (!match) return undefined;
    found.push([match[1] ?? '', match[2] ?? '']);
  }
  return found;
}

/** Key of a Python package in its lock, and of edges to it. */
export function pythonKey({ name, version }: { name: string; version: string | null }): string {
  return `${pypiName(name)}@${version ?? ''}`;
}

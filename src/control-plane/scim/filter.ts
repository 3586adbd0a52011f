import { isObject, own } from '../../support/json.js';
import { ScimFailure } from '../failures.js';

/** A filter of RFC 7644 section 3.4.2.2, as a tree. */
export type ScimFilter =
  | { op: 'and' | 'or'; left: ScimFilter; right: ScimFilter }
  | { op: 'not'; of: ScimFilter }
  | { op: 'pr'; path: string }
  | { op: Comparison; path: string; value: Literal }
  | { op: 'has'; path: string; of: ScimFilter };

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
type Comparison = (typeof comparisons)[number];
type Literal = string | number | boolean | null;

const MAX_LENGTH = 2000;
const MAX_DEPTH = 20;
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;

/** Parses a filter. Throws ScimFailure (invalidFilter) for invalid text. */
export function parseFilter(text: string): ScimFilter {
  return new Parser(tokensOf(text)).whole();
}

function tokensOf(text: string): string[] {
  if (text.length > MAX_LENGTH) throw invalid();
  const tokens: string[] = [];
  const source = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) throw invalid();
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  whole(): ScimFilter {
    const filter = this.either();
    if (this.at !== this.tokens.length) throw invalid();
    return filter;
  }

  private either(): ScimFilter {
    let left = this.both();
    while (this.takes('or')) left = { op: 'or', left, right: this.both() };
    return left;
  }

  private both(): ScimFilter {
    let left = this.one();
    while (this.takes('and')) left = { op: 'and', left, right: this.one() };
    return left;
  }

  private one(): ScimFilter {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw invalid();
    const negated = this.takes('not');
    const filter = this.takes('(') ? this.closed(')') : negated ? undefined : this.attribute();
    this.depth -= 1;
    if (!filter) throw invalid();
    return negated ? { op: 'not', of: filter } : filter;
  }

  private closed(end: string): ScimFilter {
    const filter = this.either();
    if (!this.takes(end)) throw invalid();
    return filter;
  }

  private attribute(): ScimFilter {
    const path = this.next();
    if (!/^(?:urn:[\w:.-]+:)?[A-Za-z$][\w$-]*(?:\.[\w$-]+)?$/.test(path)) throw invalid();
    if (this.takes('[')) return { op: 'has', path, of: this.closed(']') };
    const word = this.next().toLowerCase();
    if (word === 'pr') return { op: 'pr', path };
    const op = comparisons.find((known) => known === word);
    if (!op) throw invalid();
    return { op, path, value: literal(this.next()) };
  }

  private takes(word: string): boolean {
    const found = this.tokens[this.at]?.toLowerCase() === word;
    if (found) this.at += 1;
    return found;
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw invalid();
    this.at += 1;
    return token;
  }
}

function literal(token: string): Literal {
  try {
    const value: unknown = JSON.parse(token.startsWith('"') ? token : token.toLowerCase());
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  } catch {
    // Not JSON, so not a value of a filter.
  }
  throw invalid();
}

/** True when a resource matches the filter. */
export function passes(filter: ScimFilter, resource: unknown): boolean {
  switch (filter.op) {
    case 'and':
      return passes(filter.left, resource) && passes(filter.right, resource);
    case 'or':
      return passes(filter.left, resource) || passes(filter.right, resource);
    case 'not':
      return !passes(filter.of, resource);
    case 'has':
      return valuesAt(resource, filter.path).some((value) => passes(filter.of, value));
    case 'pr':
      return valuesAt(resource, filter.path).some((value) => value !== '' && !(isObject(value) && Object.keys(value).length === 0));
    case 'ne':
      return !compares('eq', filter.path, filter.value, resource);
    default:
      return compares(filter.op, filter.path, filter.value, resource);
  }
}

/** Attributes that are compared exactly; other texts are compared ignoring case (RFC 7643 section 2.2). */
const EXACT = new Set(['id', 'externalid', 'meta.version']);

function compares(op: Comparison, path: string, value: Literal, resource: unknown): boolean {
  const found = valuesAt(resource, path).map((one) => (isObject(one) ? own(one, 'value') : one));
  if (value === null) return op === 'eq' && found.length === 0;
  const fold = (one: unknown) => (typeof one === 'string' && !EXACT.has(path.toLowerCase()) ? one.toLowerCase() : one);
  return found.some((one) => holds(op, fold(one), fold(value)));
}

function holds(op: Comparison, left: unknown, right: unknown): boolean {
  if (op === 'eq') return left === right;
  if (typeof left === 'string' && typeof right === 'string') return textHolds(op, left, right);
  return typeof left === 'number' && typeof right === 'number' && ordered(op, left, right);
}

function textHolds(op: Comparison, left: string, right: string): boolean {
  if (op === 'co') return left.includes(right);
  if (op === 'sw') return left.startsWith(right);
  if (op === 'ew') return left.endsWith(right);
  return ordered(op, left, right);
}

function ordered<T extends string | number>(op: Comparison, left: T, right: T): boolean {
  return (op === 'gt' && left > right) || (op === 'ge' && left >= right) || (op === 'lt' && left < right) || (op === 'le' && left <= right);
}

/** The values at a path, with lists flattened. Names ignore case; the URN of a schema is removed first. */
export function valuesAt(resource: unknown, path: string): unknown[] {
  const urn = /^(urn:[\w:.-]+):([\w$.-]+)$/i.exec(path);
  const [holder, rest] =
    urn?.[1] !== undefined && isObject(resource) ? [entry(resource, urn[1]) ?? resource, urn[2] ?? ''] : [resource, path];
  let values: unknown[] = [holder];
  for (const name of rest.split('.')) {
    values = values.flatMap((value) => {
      const found = isObject(value) ? entry(value, name) : undefined;
      return found === undefined || found === null ? [] : Array.isArray(found) ? found : [found];
    });
  }
  return values;
}

/** A member by its name, ignoring case. */
export function entry(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = keyOf(object, name);
  return key === undefined ? undefined : own(object, key);
}

export function keyOf(object: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === wanted);
}

function invalid(): ScimFailure {
  return new ScimFailure('the filter cannot be read', 'invalidFilter');
}

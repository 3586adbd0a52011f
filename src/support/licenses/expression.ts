import { currentForm, listedException, listedLicense, orLaterForm } from './ids.js';

/** One licence with its exception. `license` is an id in the list's spelling, a reference as written, NONE or NOASSERTION. */
export interface Leaf {
  license: string;
  /** `+`, of a licence for which the list has no or-later form. */
  plus?: true;
  exception?: string;
}

export interface Group {
  operator: 'AND' | 'OR';
  /** Two or more, none twice, none a group of the same operator. */
  parts: Expression[];
}

export type Expression = Leaf | Group;

/** Longer texts are names: nobody writes such expressions, and reading is recursive in their parentheses. */
const MAX_LENGTH = 5_000;
const MAX_DEPTH = 50;

const REFERENCE = /^(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/;
const ADDITION = /^(?:DocumentRef-[A-Za-z0-9.-]+:)?AdditionRef-[A-Za-z0-9.-]+$/;
const TOKEN = /\s*([()/]|[^\s()/]+)/y;

export function isGroup(node: Expression): node is Group {
  return 'operator' in node;
}

/** Reads one licence without operators, in any case: an id, `id+`, a reference, NONE or NOASSERTION. */
export type ReadLeaf = (word: string) => Expression | undefined;

/**
 * Reads an SPDX expression; undefined for any other text. Ids are read in any case and deprecated ones become today's; operators
 * may be in lower case, and a `/` between ids is OR. Nothing else is repaired.
 */
export function parseExpression(text: string): Expression | undefined {
  const tokens = tokensOf(text);
  return tokens === undefined ? undefined : parseTokens(tokens, readId);
}

/** The normal form of an SPDX expression, or undefined for any other text. */
export function normalForm(text: string): string | undefined {
  const parsed = parseExpression(text);
  return parsed && formatExpression(parsed);
}

export function formatExpression(node: Expression): string {
  if (!isGroup(node)) return formatLeaf(node);
  return node.parts.map((part) => (isGroup(part) ? `(${formatExpression(part)})` : formatLeaf(part))).join(` ${node.operator} `);
}

export function formatLeaf({ license, plus, exception }: Leaf): string {
  return `${license}${plus ? '+' : ''}${exception === undefined ? '' : ` WITH ${exception}`}`;
}

/** The leaves in order of appearance, each once. */
export function leavesOf(node: Expression): Leaf[] {
  const found = new Map<string, Leaf>();
  const visit = (one: Expression): void => {
    if (isGroup(one)) one.parts.forEach(visit);
    else if (!found.has(formatLeaf(one))) found.set(formatLeaf(one), one);
  };
  visit(node);
  return [...found.values()];
}

/** Joins expressions: nested groups of the operator are flattened, equal parts kept once. Undefined for none. */
export function joined(operator: Group['operator'], nodes: readonly Expression[]): Expression | undefined {
  const parts = new Map<string, Expression>();
  for (const node of nodes)
    for (const part of isGroup(node) && node.operator === operator ? node.parts : [node]) {
      const key = formatExpression(part);
      if (!parts.has(key)) parts.set(key, part);
    }
  const [only] = parts.values();
  return parts.size > 1 ? { operator, parts: [...parts.values()] } : only;
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return [...text.trimEnd().matchAll(new RegExp(TOKEN, 'gy'))].map(([, token = '']) => token);
}

/** Reads tokens: parentheses, `/`, operators in any case, and words that `readLeaf` knows. */
export function parseTokens(tokens: readonly string[], readLeaf: ReadLeaf): Expression | undefined {
  const reader = new TokenReader(tokens, readLeaf);
  const node = reader.either(0);
  return reader.atEnd ? node : undefined;
}

class TokenReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly readLeaf: ReadLeaf,
  ) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  either(depth: number): Expression | undefined {
    return this.list('OR', () => this.list('AND', () => this.single(depth)));
  }

  private list(operator: Group['operator'], next: () => Expression | undefined): Expression | undefined {
    const parts: Expression[] = [];
    do {
      const part = next();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.take(operator) || (operator === 'OR' && this.take('/')));
    return joined(operator, parts);
  }

  private single(depth: number): Expression | undefined {
    if (this.take('(')) {
      const inner = depth < MAX_DEPTH ? this.either(depth + 1) : undefined;
      return this.take(')') ? inner : undefined;
    }
    const word = this.tokens[this.at];
    if (word === undefined) return undefined;
    this.at += 1;
    const leaf = this.readLeaf(word);
    return leaf !== undefined && this.take('WITH') ? withException(leaf, this.tokens[this.at++]) : leaf;
  }

  private take(word: string): boolean {
    if (this.tokens[this.at]?.toUpperCase() !== word) return false;
    this.at += 1;
    return true;
  }
}

function withException(node: Expression, word: string | undefined): Expression | undefined {
  if (word === undefined || isGroup(node) || node.exception !== undefined || isNothing(node)) return undefined;
  const exception = listedException(word) ?? (ADDITION.test(word) ? word : undefined);
  return exception === undefined ? undefined : { ...node, exception };
}

/** True for NONE and NOASSERTION: nobody grants anything, and nobody says what is granted. */
export function isNothing({ license }: Leaf): boolean {
  return license === 'NONE' || license === 'NOASSERTION';
}

/** True for a reference to a text outside of the list. */
export function isReference({ license }: Leaf): boolean {
  return license.includes('LicenseRef-');
}

/** Reads one id as `parseExpression` does. */
export function readId(word: string): Leaf | undefined {
  if (word === 'NONE' || word === 'NOASSERTION' || REFERENCE.test(word)) return { license: word };
  const plus = word.endsWith('+');
  const id = listedLicense(plus ? word.slice(0, -1) : word);
  if (id === undefined) return undefined;
  const [license = id, exception] = currentForm(id).split(' WITH ');
  const later = plus ? orLaterForm(license) : undefined;
  return {
    license: later ?? license,
    ...(plus && later === undefined && { plus: true as const }),
    ...(exception !== undefined && { exception }),
  };
}

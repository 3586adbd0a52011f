import type { SyntaxNode } from '@lezer/common';

/** A syntax tree's node with the text that it was parsed from. */
export interface ParsedText {
  text: string;
  /** Levels of recursion that are left, so that hostile nesting ends. */
  depth: number;
}

/** What a bracket does to the depth, by its code. */
const BRACKETS = Int8Array.from({ length: 128 }, (_, code) =>
  '([{'.includes(String.fromCharCode(code)) ? 1 : ')]}'.includes(String.fromCharCode(code)) ? -1 : 0,
);

/** Deepest nesting of brackets; grammars recurse, and a hostile file must not crash the program. */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128 || BRACKETS[code] === 0) continue;
    if (BRACKETS[code] === 1) deepest = Math.max(deepest, ++depth);
    else if (depth > 0) depth--;
  }
  return deepest;
}

/** Children in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

/** Operands of `a + b + c`, whose tree is as deep as the sum is long. */
export function operandsOf(node: SyntaxNode, isSum: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  let current = node;
  while (isSum(current) && current.firstChild && current.lastChild) {
    found.push(current.lastChild);
    current = current.firstChild;
  }
  return [...found, current].reverse();
}

/** Content of a quoted text with its escapes resolved. */
export function unescapeText(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-7]{1,3})|\r?\n|([\s\S]))/g,
    (_all, hex, unit, point, octal, char) => {
      const code = hex ?? unit ?? point;
      if (code !== undefined) return safePoint(Number.parseInt(String(code), 16));
      if (octal !== undefined) return safePoint(Number.parseInt(String(octal), 8));
      return char === undefined ? '' : (ESCAPES[String(char)] ?? String(char));
    },
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function safePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

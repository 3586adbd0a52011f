import { LineCursor } from '../../../support/line-index.js';

/** Positions of the members of a JSON object; mirrors the nesting of objects (lists are skipped). */
export interface KeyNode {
  /** 1-based line of the member's key. */
  line: number;
  members: Map<string, KeyNode>;
}

export interface KeyTree {
  root: KeyNode;
  /** Keys that an object has twice, with the line of the second; JSON.parse silently keeps the last. */
  repeated: { key: string; line: number }[];
}

const TOKEN = /["{}[\]]/g;

/** Positions of all keys of a text that JSON.parse accepts. One pass, no recursion. */
export function keyTree(text: string): KeyTree {
  const tree: KeyTree = { root: { line: 1, members: new Map() }, repeated: [] };
  const cursor = new LineCursor(text);
  /** Undefined for a list, or for an object in a list. */
  const open: (KeyNode | undefined)[] = [];
  let next: KeyNode | undefined = tree.root;
  TOKEN.lastIndex = 0;
  for (let hit = TOKEN.exec(text); hit !== null; hit = TOKEN.exec(text)) {
    if (hit[0] === '{' || hit[0] === '[') {
      open.push(hit[0] === '{' ? next : undefined);
      next = undefined;
    } else if (hit[0] !== '"') open.pop();
    else {
      const end = endOfString(text, hit.index);
      TOKEN.lastIndex = end;
      const owner = open.at(-1);
      if (owner && isKey(text, end)) next = addKey(tree, owner, { key: unescaped(text, hit.index, end), line: cursor.at(hit.index) });
    }
  }
  return tree;
}

/** Position just after the string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** True when the string that ends at `end` is followed by a colon. */
export function isKey(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return text[at] === ':';
}

/**
 * The text with comments and trailing commas replaced by blanks, so that it is JSON and every offset stays the same
 * (JSONC, the form of `bun.lock` and editors' settings).
 */
export function blankJsonc(text: string): string {
  const parts: string[] = [];
  const pattern = /"|\/\/[^\n]*|\/\*|,(?=[\s]*(?:\/\/|\/\*|[}\]]))/g;
  let from = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    if (hit[0] === '"') {
      pattern.lastIndex = endOfString(text, hit.index);
      continue;
    }
    if (hit[0] === ',' && !closesAfter(text, hit.index + 1)) continue;
    const end = hit[0] === '/*' ? endOfComment(text, hit.index) : hit.index + hit[0].length;
    parts.push(text.slice(from, hit.index), text.slice(hit.index, end).replace(/[^\n]/g, ' '));
    from = pattern.lastIndex = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

/** True when only blanks and comments separate `from` from a closing bracket. */
function closesAfter(text: string, from: number): boolean {
  let at = from;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    if (text.startsWith('//', at)) at = endOfLine(text, at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else return text[at] === '}' || text[at] === ']';
  }
}

function endOfComment(text: string, start: number): number {
  const end = text.indexOf('*/', start + 2);
  return end === -1 ? text.length : end + 2;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function unescaped(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end))) : raw;
}

function addKey(tree: KeyTree, owner: KeyNode, { key, line }: { key: string; line: number }): KeyNode {
  if (owner.members.has(key)) tree.repeated.push({ key, line });
  const node: KeyNode = { line, members: new Map() };
  owner.members.set(key, node);
  return node;
}

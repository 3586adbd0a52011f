import type { Budget } from '../../contract/budget.js';
import { type ByteSource, findBytes } from '../../contract/source.js';

const NEEDLE = Buffer.from('{"class_name"');
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_FOUND = 16;
/** Configurations are near the front, so a cut-off file of gigabytes is not searched to its end. */
const MAX_SEARCHED = 64 * 1024 * 1024;

/** Finds Keras configurations by their opening words, for files whose structure could not be followed. */
export function* configTexts(source: ByteSource, budget: Budget): Generator<string> {
  let at = 0;
  for (let found = 0; found < MAX_FOUND; found++) {
    const start = findBytes(source, NEEDLE, at, Math.min(source.size, MAX_SEARCHED));
    if (start < 0) return;
    budget.checkTime();
    const text = balanced(source.read(start, MAX_TEXT).toString('utf8'));
    if (text !== undefined) yield text;
    at = start + Math.max(NEEDLE.length, text?.length ?? 0);
  }
}

/** The text up to the bracket that closes its first one; undefined when none does. */
function balanced(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return text.slice(0, at + 1);
  }
  return undefined;
}

function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

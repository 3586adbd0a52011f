import { InputError } from './errors.js';
import { limits } from './limits.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * `JSON.parse` for evidence: names file and line of a syntax error, refuses nesting above the ceiling, and leaves
 * `__proto__` keys as plain own properties (JSON.parse never sets prototypes).
 */
export function parseJson(text: string, where: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw syntaxError(text, where, cause);
  }
  if (depthExceeds(text, limits.maxDepth)) {
    throw new InputError({ where, issue: 'too_deep', message: `nested deeper than ${limits.maxDepth} levels` });
  }
  return value;
}

/** The value of a text that may be no JSON; undefined then. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own member for a key that may come from outside; undefined for inherited members. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function syntaxError(text: string, where: string, cause: unknown): InputError {
  if (text.trim() === '') return new InputError({ where, message: 'empty file, expected JSON' });
  const reason = cause instanceof Error ? cause.message : String(cause);
  const offset = offsetOf(reason, text);
  const line = offset === undefined ? undefined : text.slice(0, offset).split('\n').length;
  const what = /^<{7} /m.test(text) ? 'merge-conflict markers in JSON' : offset === text.length ? 'JSON ends too early' : 'not valid JSON';
  return new InputError({ where, ...(line !== undefined && { line }), message: what, cause });
}

/** Where the engine stopped. It does not say for a token that may stand nowhere, which here is known at the beginning alone. */
function offsetOf(reason: string, text: string): number | undefined {
  if (/^Unexpected end/.test(reason)) return text.length;
  const position = /position (\d+)/.exec(reason)?.[1];
  if (position !== undefined) return Math.min(Number(position), text.length);
  const start = text.search(/\S/);
  return /[[{"\d-]/.test(text.charAt(start)) ? undefined : start;
}

const [QUOTE, SQUARE, CURLY] = [0x22, 0x5b, 0x7b] as const;

/** True when brackets outside strings are nested deeper than the limit. One pass, no recursion. */
export function depthExceeds(text: string, limit: number): boolean {
  if (!hasRun(text, limit)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at + 1) - 1;
    else if (char === SQUARE || char === CURLY) {
      if (++depth > limit) return true;
    } else if (char === SQUARE + 2 || char === CURLY + 2) depth--;
  }
  return false;
}

/** A text with fewer opening brackets than the limit cannot be too deep; counting stops there. */
function hasRun(text: string, limit: number): boolean {
  let count = 0;
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) if (++count > limit) return true;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) if (++count > limit) return true;
  return false;
}

function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

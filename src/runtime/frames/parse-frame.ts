import { isAscii, isUtf8 } from 'node:buffer';
import { idsIn } from './id-finder.js';
import type { Line, Parsed } from './line.js';
import { codes } from './message.js';

/** Nesting of one message. */
export const MAX_DEPTH = 64;

const CARRIAGE_RETURN = 13;
const [QUOTE, COLON, SQUARE, CURLY, BACKSLASH] = [0x22, 0x3a, 0x5b, 0x7b, 0x5c] as const;

/**
 * Parses one line strictly: what any two readers could understand differently is refused. Those are members that stand twice, lone
 * surrogates, invalid UTF-8, carriage returns (some readers end a line there) and nesting that some readers do not follow.
 */
export function parseFrame({ buffer, from, to, tooLong }: Line, maxBytes: number): Parsed {
  if (tooLong) return { fault: { code: codes.invalidRequest, reason: `longer than ${maxBytes} bytes`, ids: tooLong.ids } };
  const bytes = buffer.subarray(from, to > from && buffer[to - 1] === CARRIAGE_RETURN ? to - 1 : to);
  const refuse = (code: number, reason: string): Parsed => ({ fault: { code, reason, ids: idsIn(bytes) } });
  if (bytes.includes(CARRIAGE_RETURN)) return refuse(codes.invalidRequest, 'a carriage return within the message');
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) return refuse(codes.parseError, 'not valid UTF-8');
  const text = bytes.toString(ascii ? 'latin1' : 'utf8');
  const colons = countColons(text);
  if (colons === undefined) return refuse(codes.invalidRequest, `nested deeper than ${MAX_DEPTH} levels`);
  const value = parsed(text);
  if (value === undefined) return BLANK.test(text) ? undefined : refuse(codes.parseError, 'not valid JSON');
  if (countMembers(value) !== colons) return refuse(codes.invalidRequest, 'a member stands twice in one object');
  if (SURROGATE.test(text) && !isWellFormed(value)) return refuse(codes.invalidRequest, 'a lone surrogate');
  return { value };
}

/** White space of JSON (RFC 8259, section 2) that can stand within a line. */
const BLANK = /^[ \t]*$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Colons outside of texts: one for each member that is written. Undefined where the nesting is too deep. */
function countColons(text: string): number | undefined {
  let colons = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfText(text, at);
      // JSON.parse says what is wrong with it.
      if (at === -1) return colons;
    } else if (char === COLON) colons++;
    else if (char === SQUARE || char === CURLY) {
      if (++depth > MAX_DEPTH) return undefined;
    } else if (char === SQUARE + 2 || char === CURLY + 2) depth--;
  }
  return colons;
}

function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Members of all objects in a value; of a name that stood twice, one is left. The value is no deeper than MAX_DEPTH. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countMembers(item);
  else
    for (const member of Object.values(value)) {
      count += 1;
      if (typeof member === 'object') count += countMembers(member);
    }
  return count;
}

/** Valid UTF-8 holds no surrogates, so only an escape can write one. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !LONE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => !LONE.test(name) && isWellFormed(member));
}

const LONE = /\p{Cs}/u;

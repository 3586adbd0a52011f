import { parse, TomlError } from 'smol-toml';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject } from '../../../support/json.js';
import { limits } from '../../../support/limits.js';
import type { ReadIssue } from '../../reader.js';

/** Lines that may be left out of one file before it is given up: each costs another reading of the whole. */
const MAX_LEFT_OUT = 5;

/**
 * Parses TOML 1.0. Throws InputError naming line and reason, also for merge-conflict markers and nesting above the ceiling. Given
 * `issues`, a line that is no TOML (or a key that stands there twice) is named in them and left out, and the rest is read.
 */
export function parseToml(text: string, where: string, issues?: ReadIssue[]): JsonObject {
  const left: ReadIssue[] = [];
  let first: InputError | undefined;
  for (let rest = text; ; ) {
    const read = attempt(rest, where);
    if (!(read instanceof InputError)) {
      if (first && Object.keys(read).length === 0) throw first;
      issues?.push(...left);
      return read;
    }
    first ??= read;
    const shorter = issues && left.length < MAX_LEFT_OUT && !CONFLICT.test(text) ? withoutLine(rest, read.line ?? 0) : undefined;
    if (shorter === undefined) throw first;
    left.push({ kind: 'unparsable', reason: `left out: ${read.message}`, ...(read.line !== undefined && { line: read.line }) });
    rest = shorter;
  }
}

function attempt(text: string, where: string): JsonObject | InputError {
  try {
    const value: unknown = parse(text, { maxDepth: limits.maxDepth, integersAsBigInt: 'asNeeded' });
    return isObject(value) ? value : {};
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return new InputError({ where, line: error.line, message: reasonOf(text, error), cause: error });
  }
}

/**
 * The same text with a line (from 1) emptied; undefined where it is empty already, or not there. Where a whole header is what the
 * parser stumbles over, the list or table left open above it is emptied instead.
 */
function withoutLine(text: string, line: number): string | undefined {
  const lines = text.split('\n');
  const last = line - 1;
  let first = last;
  if (HEADER.test(lines[last] ?? '')) {
    do first--;
    while (first >= 0 && !OPEN.test(lines[first] ?? '') && !HEADER.test(lines[first] ?? ''));
    if (!OPEN.test(lines[first] ?? '')) return undefined;
    return lines.fill('', first, last).join('\n');
  }
  if ((lines[last] ?? '').trim() === '') return undefined;
  return lines.fill('', last, last + 1).join('\n');
}

const HEADER = /^\[{1,2}[^[\]]+\]{1,2}\s*$/;
const OPEN = /=\s*(?:\[[^\]]*|\{[^}]*)$/;
const CONFLICT = /^<{7} /m;

/** Only the first line of the library's message: what follows quotes the file. */
function reasonOf(text: string, error: TomlError): string {
  if (text.trim() === '') return 'empty file, expected TOML';
  if (CONFLICT.test(text)) return 'merge-conflict markers in TOML';
  return `not valid TOML: ${(error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document: /, '')}`;
}

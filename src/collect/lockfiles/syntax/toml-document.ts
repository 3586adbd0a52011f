import { parse, TomlError } from 'smol-toml';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject } from '../../../support/json.js';
import { limits } from '../../../support/limits.js';
import type { ReadIssue } from '../../reader.js';

/** Limit for the lines that may be skipped in one file; each one costs another parse of the whole. */
const MAX_LEFT_OUT = 5;

/**
 * Parses TOML 1.0. Throws InputError with line and reason, also for merge-conflict markers and nesting above the limit.
 * Given `issues`, an invalid line (or a key that occurs twice) is reported there and skipped, and the rest is parsed.
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
 * The text with a line (1-based) emptied; undefined when it is empty already, or missing. When the parser fails at a
 * complete header, the list or table left open above it is emptied instead.
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

/** Only the first line of the library's message, because the others quote the file. */
function reasonOf(text: string, error: TomlError): string {
  if (text.trim() === '') return 'empty file, expected TOML';
  if (CONFLICT.test(text)) return 'merge-conflict markers in TOML';
  return `not valid TOML: ${(error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document: /, '')}`;
}

import { parse, TomlError } from 'smol-toml';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject } from '../../support/json.js';
import { limits } from '../../support/limits.js';

/** Parses TOML 1.0. Throws InputError naming line and reason, also for merge-conflict markers and nesting above the ceiling. */
export function parseToml(text: string, where: string): JsonObject {
  try {
    const value: unknown = parse(text, { maxDepth: limits.maxDepth, integersAsBigInt: 'asNeeded' });
    return isObject(value) ? value : {};
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new InputError({ where, line: error.line, message: reasonOf(text, error), cause: error });
  }
}

/** Only the first line of the library's message: what follows quotes the file. */
function reasonOf(text: string, error: TomlError): string {
  if (text.trim() === '') return 'empty file, expected TOML';
  if (/^<{7} /m.test(text)) return 'merge-conflict markers in TOML';
  return `not valid TOML: ${(error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document: /, '')}`;
}

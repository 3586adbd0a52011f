import { decodeText } from '../../../support/decode.js';
import { InputError } from '../../../support/errors.js';
import { type ConfigDocument, ConfigSyntaxError } from './config-node.js';
import { readJsonConfig } from './json-config.js';
import { readTomlConfig } from './toml-config.js';
import { readYamlConfig } from './yaml-config.js';

/** Limit in bytes for one configuration file. It is large because some clients keep their history in the file. */
export const maxConfigBytes = 64 * 1024 * 1024;

export interface ReadOptions {
  /** True when the client reads JSON5. */
  json5?: boolean;
}

/** The languages of configuration files. */
export type ConfigLanguage = 'json' | 'toml' | 'yaml' | 'front-matter';

/** The language that the suffix of a file names: TOML, YAML, the front matter of Markdown, else JSON. */
export function languageOf(path: string): ConfigLanguage {
  if (path.endsWith('.toml')) return 'toml';
  if (/\.ya?ml$/.test(path)) return 'yaml';
  return path.endsWith('.md') ? 'front-matter' : 'json';
}

/**
 * Reads a configuration file in the language of its suffix. Throws InputError `unparsable` or `wrong_encoding` with file and line.
 */
export function readConfig(path: string, bytes: Uint8Array, options: ReadOptions = {}): ConfigDocument {
  return parseConfig(path, decodeText(bytes, path), options);
}

/** The same of decoded text. */
export function parseConfig(path: string, text: string, options: ReadOptions = {}): ConfigDocument {
  const language = languageOf(path);
  try {
    if (language === 'toml') return readTomlConfig(text);
    if (language === 'yaml') return readYamlConfig(text);
    return language === 'front-matter' ? readFrontMatter(text) : readJsonConfig(text, options);
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    throw new InputError({ where: path, ...(error.line !== undefined && { line: error.line }), message: error.message, cause: error });
  }
}

/** Reads YAML between two `---` lines at the start of a Markdown file; a file without them is an empty document. */
function readFrontMatter(text: string): ConfigDocument {
  const head = /^---[ \t]*\r?\n/.exec(text);
  const end = head ? /\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(head[0].length - 1)) : null;
  if (!head || !end) return { root: { kind: 'map', entries: new Map(), line: 1, pointer: '', start: 0, end: 0 }, duplicates: [] };
  // The opening mark is replaced by a comment of the same length, so that lines and offsets are those of the file.
  return readYamlConfig(`#${text.slice(1, head[0].length - 1 + end.index)}`);
}

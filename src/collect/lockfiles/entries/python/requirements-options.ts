import { dataFile } from '../../../../support/data-file.js';
/** An option of a requirements file with its long name: `--requirement`. */
export interface RequirementsOption {
  name: string;
  value: string;
}

/** Short forms that pip accepts on a line of their own. */
const SHORT: Readonly<Record<string, string>> = {
  i: '--index-url',
  c: '--constraint',
  r: '--requirement',
  e: '--editable',
  f: '--find-links',
  Z: '--always-unzip',
};

/**
 * Options that pip accepts on lines of their own (`pip install --help`, requirements file format), including those of
 * older releases.
 */
const KNOWN = new Set(dataFile('pip-options.txt'));

/** Options that may follow a requirement, and the short form of one. */
const PER_REQUIREMENT = new Set(['--hash', '--global-option', '--install-option', '--config-setting', '--config-settings', '-C']);

/**
 * Reads an option line; undefined when pip would not accept it. `--name=value`, `--name value`, `-n value` and
 * `-nvalue` are equivalent.
 */
export function readOption(text: string): RequirementsOption | undefined {
  const match = /^(?:(--[a-z][a-z-]*)|-([a-zA-Z]))\s*=?\s*(.*)$/.exec(text);
  const name = match?.[1] ?? (match?.[2] !== undefined && Object.hasOwn(SHORT, match[2]) ? SHORT[match[2]] : undefined);
  return name !== undefined && KNOWN.has(name) ? { name, value: unquoted(match?.[3] ?? '') } : undefined;
}

/** Splits a line into a requirement and its options: they begin at the first ` -` before a letter. */
export function splitOptions(text: string): { requirement: string; options: string } {
  const at = text.search(/\s--?[A-Za-z]/);
  return at === -1 ? { requirement: text, options: '' } : { requirement: text.slice(0, at).trim(), options: text.slice(at).trim() };
}

/** A word as a shell reads it; quoted text belongs to the word, including blanks. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g;

/** `algorithm:hex` of each `--hash`, and the options that pip does not accept after a requirement. */
export function readRequirementOptions(options: string): { hashes: string[]; unknown: string[] } {
  const hashes: string[] = [];
  const unknown: string[] = [];
  const words = options.match(WORD) ?? [];
  for (let at = 0; at < words.length; at++) {
    const [, name = '', attached] = /^(--[a-z][a-z-]*(?==|$)|-[A-Za-z])=?(.*)$/s.exec(words[at] ?? '') ?? [];
    if (!PER_REQUIREMENT.has(name)) unknown.push(words[at] ?? '');
    else {
      const value = attached || (words[++at] ?? '');
      if (name === '--hash' && value !== '') hashes.push(value);
    }
  }
  return { hashes, unknown };
}

/** Removes quotes, because pip splits option values like a shell. */
function unquoted(value: string): string {
  const text = value.trim();
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

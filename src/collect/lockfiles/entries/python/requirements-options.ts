import { dataFile } from '../../../../support/data-file.js';
/** An option of a requirements file, its name spelled out: `--requirement`. */
export interface RequirementsOption {
  name: string;
  value: string;
}

/** Short forms pip accepts on a line of their own. */
const SHORT: Readonly<Record<string, string>> = {
  i: '--index-url',
  c: '--constraint',
  r: '--requirement',
  e: '--editable',
  f: '--find-links',
  Z: '--always-unzip',
};

/** Options pip knows on lines of their own (`pip install --help`, requirements file format), with those of older releases. */
const KNOWN = new Set(dataFile('pip-options.txt'));

/** Options that may stand behind a requirement, and the short form of one. */
const PER_REQUIREMENT = new Set(['--hash', '--global-option', '--install-option', '--config-setting', '--config-settings', '-C']);

/** Reads an option line; undefined when pip would not know it. `--name=value`, `--name value`, `-n value` and `-nvalue` are the same. */
export function readOption(text: string): RequirementsOption | undefined {
  const match = /^(?:(--[a-z][a-z-]*)|-([a-zA-Z]))\s*=?\s*(.*)$/.exec(text);
  const name = match?.[1] ?? (match?.[2] !== undefined && Object.hasOwn(SHORT, match[2]) ? SHORT[match[2]] : undefined);
  return name !== undefined && KNOWN.has(name) ? { name, value: unquoted(match?.[3] ?? '') } : undefined;
}

/** A requirement and the options behind it: the first ` -` before a letter begins them, whatever follows. */
export function splitOptions(text: string): { requirement: string; options: string } {
  const at = text.search(/\s--?[A-Za-z]/);
  return at === -1 ? { requirement: text, options: '' } : { requirement: text.slice(0, at).trim(), options: text.slice(at).trim() };
}

/** A word as a shell takes it: what stands in quotes belongs to it, blanks too. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g;

/** `algorithm:hex` of each `--hash`, and the options that pip does not know behind a requirement. */
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

/** pip splits option values as a shell does. */
function unquoted(value: string): string {
  const text = value.trim();
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

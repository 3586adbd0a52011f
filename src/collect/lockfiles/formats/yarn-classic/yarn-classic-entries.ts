import { InputError } from '../../../../support/errors.js';

/** One entry of a Yarn 1 lock. */
export interface YarnEntry {
  /** All `name@range` that were resolved to this version. */
  patterns: string[];
  line: number;
  version?: string;
  resolved?: string;
  integrity?: string;
  dependencies: { name: string; range: string }[];
}

/** The entries of a file, and the lines that do not follow the grammar. */
export interface YarnEntries {
  entries: YarnEntry[];
  problems: { line: number; reason: string }[];
}

/** Blocks of an entry that list its dependencies. */
const DEPENDENCY_BLOCKS = new Set(['dependencies', 'optionalDependencies']);
/** An unquoted word (Yarn's tokeniser ends it at a colon, comma or blank) or a JSON string. */
const WORD = /"(?:[^"\\]|\\.)*"|[^\s",:][^\s",]*?(?=:?(?:\s|,|$))/y;
const FIELD_INDENT = 2;

/**
 * Reads the lock of Yarn 1: entries at the margin, `key value` lines with an indentation of two, the members of blocks
 * with four. Throws InputError for merge-conflict markers.
 */
export function readYarnEntries(text: string, where: string): YarnEntries {
  const reading = new Reading(where);
  let row = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    reading.line(text.slice(start, end).trimEnd(), ++row);
    start = end + 1;
  }
  return reading;
}

class Reading implements YarnEntries {
  readonly entries: YarnEntry[] = [];
  readonly problems: { line: number; reason: string }[] = [];
  private entry: YarnEntry | undefined;
  /** Name of the entry's open block. */
  private block: string | undefined;

  constructor(private readonly where: string) {}

  line(content: string, row: number): void {
    const first = content.search(/\S/);
    if (first === -1 || content[first] === '#') return;
    if (/^(?:<{7}|={7}|>{7})/.test(content)) throw new InputError({ where: this.where, line: row, message: 'merge-conflict markers' });
    const understood = first === 0 ? this.open(content, row) : this.inside(content, first);
    if (!understood)
      this.problems.push({ line: row, reason: `not a line of a Yarn lockfile: ${JSON.stringify(content.trim().slice(0, 40))}` });
  }

  /** `pattern, pattern:` */
  private open(content: string, line: number): boolean {
    this.entry = undefined;
    this.block = undefined;
    const patterns = wordsOf(content, 0, ',');
    if (patterns?.rest !== ':' || patterns.words.length === 0) return false;
    this.entry = { patterns: patterns.words, line, dependencies: [] };
    this.entries.push(this.entry);
    return true;
  }

  private inside(content: string, indent: number): boolean {
    const { entry } = this;
    const parsed = wordsOf(content, indent, '');
    if (!entry || !parsed) return false;
    const [key = '', value, ...more] = parsed.words;
    if (more.length > 0) return false;
    if (indent > FIELD_INDENT && this.block !== undefined) return this.member(entry, { key, value, rest: parsed.rest });
    if (indent !== FIELD_INDENT) return false;
    this.block = undefined;
    if (value === undefined) {
      this.block = key;
      return parsed.rest === ':';
    }
    if (key === 'version' || key === 'resolved' || key === 'integrity') entry[key] = value;
    return parsed.rest === '';
  }

  private member(entry: YarnEntry, { key, value, rest }: { key: string; value: string | undefined; rest: string }): boolean {
    if (value === undefined || rest !== '') return false;
    if (this.block !== undefined && DEPENDENCY_BLOCKS.has(this.block)) entry.dependencies.push({ name: key, range: value });
    return true;
  }
}

/** The words from `start` on, and the colon that may end the line; undefined when the line holds something else. */
function wordsOf(content: string, start: number, separator: string): { words: string[]; rest: string } | undefined {
  const words: string[] = [];
  let at = start;
  while (at < content.length) {
    WORD.lastIndex = at;
    const word = WORD.exec(content)?.[0];
    if (word === undefined) return undefined;
    words.push(word[0] === '"' ? textOfString(word) : word);
    at += word.length;
    if (content[at] === ':' && at === content.length - 1) return { words, rest: ':' };
    if (at === content.length) break;
    if (separator !== '' && content[at] === separator) at++;
    else if (separator !== '') return undefined;
    while (content[at] === ' ') at++;
  }
  return { words, rest: '' };
}

function textOfString(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

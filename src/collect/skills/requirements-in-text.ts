import { ecosystemOf } from '../../ecosystems/registry.js';
import { LineCursor } from '../../support/line-index.js';
import { ownText } from '../../support/own-text.js';
import { npmSource, pypiSource } from '../launch/package-source.js';
import type { PackageRecord, UnresolvedRecord } from '../reader.js';

/** Packages that one file of a skill installs or runs. */
export interface StatedPackages {
  path: string;
  ecosystem: string;
  records: PackageRecord[];
  unresolved: UnresolvedRecord[];
}

type Spec = (word: string) => { ecosystem: string; name: string; version: string | null } | undefined;

interface Installer {
  pattern: RegExp;
  spec: Spec;
  ecosystem: string;
  /** Only the first word is a package: the others are arguments of the program. */
  one?: true;
}

const END = '([^\\n;|&<>`#]{1,400})';
const INSTALLERS: readonly Installer[] = [
  { pattern: new RegExp(`\\b(?:pip3?|uv pip|python3? -m pip) install ${END}`, 'g'), spec: pypiSource, ecosystem: 'PyPI' },
  { pattern: new RegExp(`\\b(?:uv add|uv tool install|pipx install|poetry add|pdm add) ${END}`, 'g'), spec: pypiSource, ecosystem: 'PyPI' },
  { pattern: new RegExp(`\\b(?:uvx|pipx run|uv tool run) ${END}`, 'g'), spec: pypiSource, ecosystem: 'PyPI', one: true },
  {
    pattern: new RegExp(`\\b(?:npm (?:install|i|add)|pnpm (?:add|install|i)|yarn (?:global )?add|bun (?:add|install|i)) ${END}`, 'g'),
    spec: npmSource,
    ecosystem: 'npm',
  },
  { pattern: new RegExp(`\\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec) ${END}`, 'g'), spec: npmSource, ecosystem: 'npm', one: true },
];

/** Options whose value is the next word, which is therefore not a package name. */
const VALUED =
  /^(?:-r|-c|-e|-i|-t|--requirement|--constraint|--editable|--index-url|--extra-index-url|--trusted-host|--target|--prefix|--registry|--python|--group|-w|--workspace|-f|--find-links|--filter|-C)$/;
const NAME = /^(?:@[a-z0-9][\w.-]*\/)?[A-Za-z0-9][\w.-]{0,120}$/;

/**
 * Packages that command lines in a text install or run, one list for each ecosystem. Only code spans and fences count
 * as commands.
 */
export function statedPackages(text: string, path: string): StatedPackages[] {
  if (!/\b(?:pip3?|uvx?|pipx|poetry|pdm|npm|npx|pnpm|yarn|bunx?)\s/.test(text) && !text.includes('# /// script')) return [];
  const lists = new Map<string, StatedPackages>();
  for (const installer of INSTALLERS) {
    const lines = new LineCursor(text);
    const spans = new CodeSpans(text);
    for (const match of text.matchAll(installer.pattern)) {
      if (!spans.holds(match.index)) continue;
      const line = lines.at(match.index);
      for (const word of packageWords(match[1] ?? '', installer.one)) add(lists, { installer, word, path, line });
    }
  }
  inlineMetadata(text, path, lists);
  return [...lists.values()];
}

/**
 * How many characters before a command are searched for its code marks: a prompt, variables, the end of another
 * command.
 */
const MAX_BEFORE = 500;

/**
 * Tells which commands are in code: a sentence that mentions `pip install` without code marks does not reliably name a
 * package.
 */
class CodeSpans {
  private start = 0;
  private at = 0;
  private marks = 0;

  constructor(private readonly text: string) {}

  /** Offsets must be ascending, so that the marks of a long line are counted once. */
  holds(offset: number): boolean {
    for (; this.at < offset; this.at++) this.pass(this.text[this.at]);
    const before = this.text.slice(Math.max(this.start, offset - MAX_BEFORE), offset);
    return (
      this.marks % 2 === 1 ||
      (before.length === offset - this.start && /^\s*(?:[$>%#]\s*)?(?:sudo\s+)?(?:[A-Z_]+=\S+\s+)*$/.test(before)) ||
      /(?:&&|;|\|\||RUN)\s*$/.test(before)
    );
  }

  private pass(char: string | undefined): void {
    if (char === '`') this.marks++;
    if (char !== '\n') return;
    this.start = this.at + 1;
    this.marks = 0;
  }
}

function packageWords(line: string, one: true | undefined): string[] {
  const words: string[] = [];
  let skip = false;
  for (const raw of line.trim().split(/\s+/)) {
    const word = raw.replace(/^["']|["',.):]+$/g, '');
    if (skip || word === '') skip = false;
    else if (VALUED.test(word)) skip = true;
    else if (!word.startsWith('-')) {
      words.push(word);
      if (one) break;
    }
  }
  return words;
}

interface Stated {
  installer: Pick<Installer, 'spec' | 'ecosystem'>;
  word: string;
  path: string;
  line: number;
}

function add(lists: Map<string, StatedPackages>, { installer, word, path, line }: Stated): void {
  const { ecosystem, spec } = installer;
  const source = spec(word);
  if (source === undefined || !NAME.test(source.name) || !['npm', 'pypi'].includes(source.ecosystem)) return;
  const list = lists.get(ecosystem) ?? { path, ecosystem, records: [], unresolved: [] };
  lists.set(ecosystem, list);
  const { name: written, version } = source;
  const name = ownText(ecosystemOf(ecosystem)?.normaliseName(written) ?? written);
  if (version !== null) list.records.push({ name, version: ownText(version), line, direct: true, scope: 'unknown' });
  else list.unresolved.push({ name, requirement: ownText(word.slice(written.length).replace(/^@/, '')), line, direct: true });
}

/** Inline script metadata (PEP 723): a comment block with a TOML table. */
function inlineMetadata(text: string, path: string, lists: Map<string, StatedPackages>): void {
  const block = /(?:^|\n)# \/\/\/ script[ \t]*\r?\n((?:#[^\n]*\n){1,200}?)# \/\/\/[ \t]*(?:\r?\n|$)/.exec(text);
  if (block?.[1] === undefined) return;
  const body = block[1].replace(/^# ?/gm, '');
  const list = /\bdependencies\s*=\s*\[([^\]]{0,8000})\]/.exec(body)?.[1] ?? '';
  const lines = new LineCursor(text);
  for (const match of list.matchAll(/["']([^"'\n]{1,200})["']/g)) {
    const line = lines.at(block.index + block[0].indexOf(match[0]));
    add(lists, { installer: { spec: pypiSource, ecosystem: 'PyPI' }, word: match[1] ?? '', path, line });
  }
}

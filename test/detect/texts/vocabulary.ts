import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LANGUAGES = ['en', 'zh', 'ru', 'es', 'de', 'ja', 'fr', 'pt', 'ko', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Rules may be made with `dev`; `held` has other verbs, objects, frames and bodies, and only judges them. */
export const HALVES = ['dev', 'held'] as const;
export type Half = (typeof HALVES)[number];

type Section = ReadonlyMap<string, readonly string[]>;

const folder = join(dirname(fileURLToPath(import.meta.url)), 'words');

/** A number for a text, the same on every machine: FNV-1a, its bits mixed once more. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The words of one language, or the shapes of all: sections of `key: entry` lines. */
export class Vocabulary {
  private readonly halves = new Map<string, readonly string[]>();

  private constructor(private readonly sections: ReadonlyMap<string, Section>) {}

  static read(name: string): Vocabulary {
    return new Vocabulary(sectionsOf(readFileSync(join(folder, `${name}.txt`), 'utf8')));
  }

  /** All entries of a key; throws when there are none. */
  all(section: string, key: string): readonly string[] {
    const entries = this.sections.get(section)?.get(key);
    if (entries === undefined) throw new Error(`no entry [${section}] ${key}`);
    return entries;
  }

  keys(section: string): string[] {
    return [...(this.sections.get(section)?.keys() ?? [])];
  }

  has(section: string, key: string): boolean {
    return this.sections.get(section)?.has(key) ?? false;
  }

  /** The entry that a key of a case draws from one half; a key with one entry has it in both. */
  pick(section: string, key: string, half: Half, seed: string): string {
    const entries = this.half(section, key, half);
    return entries[hashOf(`${section} ${key} ${seed}`) % entries.length] ?? '';
  }

  /** The entries of one half. */
  half(section: string, key: string, half: Half): readonly string[] {
    const name = `${half} ${section} ${key}`;
    const known = this.halves.get(name);
    if (known !== undefined) return known;
    const all = this.all(section, key);
    const dealt = [...all].sort((a, b) => hashOf(a) - hashOf(b)).filter((_, at) => at % 2 === HALVES.indexOf(half));
    const entries = all.length === 1 ? all : dealt;
    this.halves.set(name, entries);
    return entries;
  }
}

function sectionsOf(text: string): Map<string, Map<string, string[]>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section = new Map<string, string[]>();
  sections.set('', section);
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const title = /^\[(\w+)\]$/.exec(line)?.[1];
    if (title === undefined) addEntry(section, line);
    else {
      section = new Map();
      sections.set(title, section);
    }
  }
  return sections;
}

function addEntry(section: Map<string, string[]>, line: string): void {
  const colon = line.indexOf(': ');
  if (colon === -1) throw new Error(`not an entry: ${line}`);
  const key = line.slice(0, colon);
  section.set(key, [...(section.get(key) ?? []), line.slice(colon + 2)]);
}

/** The words of every language. */
export const vocabularies: ReadonlyMap<Language, Vocabulary> = new Map(LANGUAGES.map((language) => [language, Vocabulary.read(language)]));

/** Paths, commands, addresses and code that no language changes. */
export const shapes = Vocabulary.read('shapes');

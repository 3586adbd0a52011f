import type { BundleFile } from '../../model/ai-evidence.js';

const PATH_WORD = /[\w@.~-]+(?:[/\\][\w@.~-]*)*/g;
const MAX_WORDS = 200_000;

/** Words of a text that may name files, as written: `scripts/run.py`, `references/`, `config.json`. */
export function pathWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(PATH_WORD)) {
    if (words.size > MAX_WORDS) break;
    const plain = MARKED.test(word) ? unmarked(word) : word;
    if (plain.length > 2) words.add(plain);
  }
  return words;
}

/** A word with more than letters at its begin or end, or with the slashes of another system: few have. */
const MARKED = /^[./]|[.]$|\\/;

function unmarked(word: string): string {
  return word
    .replaceAll('\\', '/')
    .replace(/^(?:\.{0,2}\/)+/, '')
    .replace(/[.]+$/, '');
}

/** Modules that code imports from its own folder: `import clean`, `from lib.fast import x`, `python -m clean`. */
function modules(text: string): Set<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(
    /(?:^|\n|;|`)[ \t]{0,80}(?:from|import)\s{1,4}`?([\w.]{1,120})|\s-m\s{1,4}([\w.]{1,120})|\bimport\s{1,4}`([\w.]{1,80})`/gi,
  )) {
    const name = match[1] ?? match[2] ?? match[3];
    if (name !== undefined) found.add(name.replace(/^\.+/, '').replaceAll('.', '/'));
  }
  return found;
}

/** Finds the files of a bundle that a text names. Built once for each bundle; each query is linear in the text. */
export class ReferenceIndex {
  private readonly byName = new Map<string, BundleFile[]>();
  private readonly byModule = new Map<string, BundleFile[]>();

  constructor(files: readonly BundleFile[]) {
    for (const file of files) {
      const parts = file.name.split('/');
      for (let from = 0; from < Math.min(parts.length, 6); from++) {
        push(this.byName, parts.slice(from).join('/'), file);
        // A folder named with a trailing slash stands for its contents.
        if (parts.length - from > 1) push(this.byName, `${parts.slice(0, parts.length - 1 - from).join('/')}/`, file);
      }
      const stem = moduleOf(file.name);
      if (stem !== undefined) push(this.byModule, stem, file);
    }
  }

  /** The files that a text names, in any of the usual ways. */
  namedIn(text: string): Set<BundleFile> {
    const found = new Set<BundleFile>();
    for (const word of pathWords(text)) for (const file of this.byName.get(word) ?? []) found.add(file);
    for (const name of modules(text)) for (const file of this.byModule.get(lastPart(name)) ?? []) found.add(file);
    return found;
  }
}

function push(map: Map<string, BundleFile[]>, key: string, file: BundleFile): void {
  if (key.length < 3) return;
  const known = map.get(key);
  if (known === undefined) map.set(key, [file]);
  else if (known.length < 500) known.push(file);
}

/** `lib/fast.cpython-311.pyc` is imported as `fast`. */
function moduleOf(name: string): string | undefined {
  return /([^/.]+)(?:\.cpython-\d+)?\.(?:py|pyc|pyo|so|pyd|rb|mjs|cjs|js|ts)$/i.exec(name)?.[1];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

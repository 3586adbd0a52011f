import type { Language } from './library/library.js';
import type { ParsedScript } from './readers/ir.js';
import { parseJavaScript } from './readers/javascript.js';
import { parsePython } from './readers/python.js';
import { stepsFor } from './step-budget.js';
import { UNKNOWN_PART } from './value.js';

/** A file of a bundle, as code that reads or loads it sees it. */
export interface CodeFile {
  name: string;
  text: string;
}

/** Limit of characters of modules that are followed for one bundle, each as often as it is imported. */
const MAX_MODULES = 8 * 1024 * 1024;
/** Limit of characters of one file that another one loads or reads. */
const MAX_FILE = 200_000;

const SUFFIXES: Readonly<Record<Language, readonly string[]>> = {
  python: ['.py', '/__init__.py'],
  javascript: ['', '.js', '.mjs', '.cjs', '.ts', '.tsx', '/index.js', '/index.ts'],
};

/** The files of a bundle, found as its scripts name them. */
export class BundleCode {
  private readonly byName = new Map<string, CodeFile>();
  private readonly byEnd = new Map<string, CodeFile[]>();
  private readonly parsed = new Map<CodeFile, ParsedScript | undefined>();
  private left = MAX_MODULES;

  constructor(files: readonly CodeFile[]) {
    for (const file of files) {
      if (file.text.length > MAX_FILE) continue;
      this.byName.set(file.name, file);
      const end = lastOf(file.name);
      this.byEnd.set(end, [...(this.byEnd.get(end) ?? []).slice(0, 20), file]);
    }
  }

  /** The module that code imports: `lib.fast`, `.util`, `./lib/fast`. */
  module(path: string, from: string, language: Language): CodeFile | undefined {
    const folder = from.slice(0, from.lastIndexOf('/') + 1);
    const relative = language === 'python' ? ofPython(path) : /^\.{1,2}(?:\/|$)/.test(path) ? path : undefined;
    if (relative === undefined || relative === '') return undefined;
    for (const suffix of SUFFIXES[language]) {
      const file =
        this.byName.get(joined(folder, relative + suffix)) ?? (language === 'python' ? this.ending(`${relative}${suffix}`) : undefined);
      if (file !== undefined && file.name !== from) return file;
    }
    return undefined;
  }

  /** The file that a path means, whatever folder the script is started in. */
  named(path: string): CodeFile | undefined {
    const known = path
      .slice(path.lastIndexOf(UNKNOWN_PART) + 1)
      .replaceAll('\\', '/')
      .replace(/^(?:\.{0,2}\/)+/, '');
    if (known.length < 3 || known.startsWith('~') || known.length > 200) return undefined;
    return this.byName.get(known) ?? this.ending(known);
  }

  /** The statements of a module; undefined when it cannot be read, or when too much was read already. */
  statementsOf(file: CodeFile, language: Language): { script: ParsedScript; steps: number } | undefined {
    if (!this.grants(file)) return undefined;
    if (!this.parsed.has(file)) this.parsed.set(file, language === 'python' ? parsePython(file.text) : parseJavaScript(file.text));
    const script = this.parsed.get(file);
    return script === undefined ? undefined : { script, steps: stepsFor(file.text.length) };
  }

  /** True while a file may be followed once more for another one. */
  grants({ text }: CodeFile): boolean {
    this.left -= text.length;
    return this.left >= 0;
  }

  private ending(path: string): CodeFile | undefined {
    const candidates = this.byEnd.get(lastOf(path)) ?? [];
    return candidates.find(({ name }) => name === path || name.endsWith(`/${path}`) || path.endsWith(`/${name}`));
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `.util.net` → `util/net`, `..base` → `../base`. */
function ofPython(path: string): string {
  const dots = /^\.*/.exec(path)?.[0].length ?? 0;
  return '../'.repeat(Math.max(0, dots - 1)) + path.slice(dots).replaceAll('.', '/');
}

function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { guideFolder } from './program-file.js';
import { compressedForms, typeOf, type UiFile } from './ui-files.js';

/** One side of a rule's example. */
export interface Sample {
  /** Where such a text stands; absent where it is no file. */
  file?: string;
  text: string;
  /** Line of `text` that the finding names, 1-based. */
  line?: number;
  /** What the text does not show: the mode of the file. */
  note?: string;
}

/** What a rule finds, and what it leaves alone. */
export interface RuleExamples {
  bad: Sample;
  good: Sample;
}

/** Names of the packed parts of the guide in its folder. The texts of all pages together are a tenth of what they are one by one. */
export const PACKED_PAGES = 'pages.br';
export const PACKED_EXAMPLES = 'examples.br';

let pages: Record<string, string> | undefined;
const files = new Map<string, UiFile>();

/** A file of the built guide by its path in the site (`rules/cmd-01.html`); undefined for one that is not there, or before a build. */
export function guideFile(path: string, folder = guideFolder()): UiFile | undefined {
  const known = files.get(path);
  if (known) return known;
  const file = isPicture(path) ? picture(join(folder, path)) : page(path, folder);
  if (file) files.set(path, file);
  return file;
}

/** True for what lies in the folder as it is: pictures are compressed already. */
export function isPicture(path: string): boolean {
  return /^assets\/[a-z0-9-]+\.[0-9a-f]{8}\.webp$/.test(path);
}

function picture(path: string): UiFile | undefined {
  return existsSync(path) ? { type: typeOf(path), bytes: readFileSync(path), compressed: {} } : undefined;
}

function page(path: string, folder: string): UiFile | undefined {
  pages ??= unpacked<string>(join(folder, PACKED_PAGES));
  if (pages === undefined || !Object.hasOwn(pages, path)) return undefined;
  const bytes = Buffer.from(pages[path] ?? '');
  return { type: typeOf(path), bytes, compressed: compressedForms(bytes) };
}

/** The examples of every rule, by its id; undefined before a build. */
export function builtExamples(folder = guideFolder()): Readonly<Record<string, RuleExamples>> | undefined {
  return unpacked<RuleExamples>(join(folder, PACKED_EXAMPLES));
}

function unpacked<T>(path: string): Record<string, T> | undefined {
  return existsSync(path) ? JSON.parse(brotliDecompressSync(readFileSync(path)).toString('utf8')) : undefined;
}

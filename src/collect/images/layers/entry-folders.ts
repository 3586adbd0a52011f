import { partsOf } from '../../archives/names.js';
import type { Way } from './ways.js';

/** The folder of an entry. */
export interface EntryFolder {
  /** As the archive writes it. */
  written: string;
  parts: readonly string[];
  /** Absent before anything was put there, and where no way leads there. */
  way?: Way | undefined;
  /** True where no link leads elsewhere on the way; absent as long as `way` is. */
  isAsWritten?: boolean;
}

/** Last parts of a path that name no entry of a folder. */
const DOTS: ReadonlySet<string> = new Set(['', '.', '..']);

/** Splits the names of entries. */
export class EntryFolders {
  private last: EntryFolder | undefined;

  /** Archives go folder by folder, so the last folder is remembered. `name` is undefined for the root; without result: it leads out. */
  placeOf(text: string): { folder: EntryFolder; name: string | undefined } | undefined {
    const end = text.endsWith('/') ? text.length - 1 : text.length;
    const slash = text.lastIndexOf('/', end - 1);
    const own = text.slice(slash + 1, end);
    const { last } = this;
    if (last?.written.length === Math.max(0, slash) && text.startsWith(last.written) && !DOTS.has(own)) return { folder: last, name: own };
    const path = partsOf(text);
    if (!('parts' in path)) return undefined;
    const name = path.parts.at(-1);
    const folder = { written: text.slice(0, Math.max(0, slash)), parts: path.parts.slice(0, -1) };
    if (!DOTS.has(own)) this.last = folder;
    return { folder, name };
  }

  /** To be called where a way to a folder may be another one now. */
  forget(): void {
    this.last = undefined;
  }
}

import { InputError } from '../../support/errors.js';
import type { DirEntry, Files } from '../../system/files.js';
import type { ImageFile } from '../images/contract/image-tree.js';

/** Most bytes of a file that says something of a licence. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_OF_A_LIST = 64 * 1024 * 1024;
/** Most folders that are listed and files that are read, for one scan. */
const MOST_LOOKS = 250_000;

/** The dependency folders of a scanned tree. No link is followed, and what cannot be read is not there. */
export class DependencyDisk {
  private looks = 0;

  constructor(private readonly files: Files) {}

  /** True when the bound was reached, so that evidence may have been missed. */
  get isExhausted(): boolean {
    return this.looks >= MOST_LOOKS;
  }

  /** Folders and files of a folder; nothing where the path is no folder. */
  list(folder: string): readonly DirEntry[] {
    return this.attempt(() => (this.files.info(folder)?.kind === 'folder' ? this.files.list(folder) : undefined)) ?? [];
  }

  folders(folder: string): string[] {
    return this.list(folder).flatMap(({ name, kind, raw }) => (kind === 'folder' && raw === undefined ? [name] : []));
  }

  /** A regular file, in the form in which readers of installed packages take one. */
  file(path: string, isList = false): ImageFile | undefined {
    const info = this.attempt(() => this.files.info(path));
    if (info?.kind !== 'file' || info.size > (isList ? MOST_OF_A_LIST : MOST_BYTES)) return undefined;
    const { size, mode } = info;
    const bytes = () => this.files.read(path, MOST_OF_A_LIST);
    const content = () => {
      const all = Buffer.from(bytes());
      return { size: all.length, read: (offset: number, length: number) => all.subarray(offset, offset + length) };
    };
    return { path, size, mode, layer: 0, bytes, content, beginning: content };
  }

  /** True when no part of the path below `base` is a link. */
  isDirect(base: string, path: string): boolean {
    const real = this.files.realPath(base);
    return real !== undefined && this.files.realPath(`${base}/${path}`) === `${real === '/' ? '' : real}/${path}`;
  }

  private attempt<T>(look: () => T): T | undefined {
    if (this.looks++ >= MOST_LOOKS) return undefined;
    try {
      return look();
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}

/** True for a relative path that stays below its folder. */
export function isPlain(path: string): boolean {
  return !/\\|\0/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

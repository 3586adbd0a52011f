import type { Wanted } from '../contract/installed-reader.js';

/** Says of a path, without its leading `/`, how much of it somebody wants. Undefined: nobody wants it. */
export type Wishes = (path: string) => readonly Wanted[] | undefined;

/** Bytes of a file's beginning by which a wish may still be dropped. */
export const HEAD_BYTES = 4096;

/** Joins the wishes of several readers. */
export function wishesOf(readers: readonly { wants(path: string): Wanted | undefined }[]): Wishes {
  return (path) => {
    let found: Wanted[] | undefined;
    for (const reader of readers) {
      const wanted = reader.wants(path);
      if (wanted) found = found ? [...found, wanted] : [wanted];
    }
    return found;
  };
}

import { posix } from 'node:path';
import { decodeOldText } from '../../../support/decode.js';
import type { ReadContext, SourceFile } from '../../reader.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';

/** A file of an image as readers of lockfiles and databases see one. */
export function imageSource(file: ImageFile): SourceFile {
  const { path, size } = file;
  return { path, size, bytes: () => file.bytes(), text: () => decodeOldText(file.bytes(), path) };
}

/** The files around a file of an image; the root of the scan is the root of the image. */
export function imageContext(file: ImageFile, tree: ImageTree): ReadContext {
  const resolve = (path: string) => posix.join(posix.dirname(file.path), path.replaceAll('\\', '/'));
  return {
    sibling: (path) => {
      const found = tree.file(resolve(path));
      return found && imageSource(found);
    },
    outside: (path) => path.startsWith('/') || resolve(path).startsWith('../'),
    list: (folder) => tree.list(resolve(folder)),
  };
}

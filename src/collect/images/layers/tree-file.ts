import { InputError } from '../../../support/errors.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { Content } from './contents.js';
import { shownName } from './names.js';
import type { FileNode } from './nodes.js';

/** One state of a file of a tree. */
export class TreeFile implements ImageFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly layer: number;
  private readonly content: Content | undefined;

  constructor(path: string, { size, mode, layer, content }: FileNode) {
    this.path = shownName(path);
    this.size = size;
    this.mode = mode;
    this.layer = layer;
    this.content = content;
  }

  bytes(): Uint8Array {
    if (this.content && this.content.size < this.size)
      throw new InputError({ where: this.path, issue: 'too_large', message: 'only its beginning was kept' });
    return this.head();
  }

  head(): Uint8Array {
    if (!this.content) throw new InputError({ where: this.path, issue: 'too_large', message: 'its content was not kept' });
    return this.content.bytes();
  }
}

/** True where a file has these bytes. */
export function hasBytes(file: ImageFile, content: Content): boolean {
  return file.size === content.size && Buffer.compare(file.head(), content.bytes()) === 0;
}

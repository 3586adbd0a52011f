import { InputError } from '../../../support/errors.js';
import { shownName } from '../../archives/names.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { Content } from './contents.js';
import type { FileNode } from './node.js';

/** One state of a file of a tree. */
export class TreeFile implements ImageFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly layer: number;
  readonly origin: { readonly layer: number; readonly entry: number };
  private readonly kept: Content | undefined;

  constructor(path: string, { size, mode, layer, content, source, entry }: FileNode) {
    this.path = shownName(path);
    this.size = size;
    this.mode = mode;
    this.layer = layer;
    this.origin = { layer: source, entry };
    this.kept = content;
  }

  bytes(): Uint8Array {
    return this.content().bytes();
  }

  content(): Content {
    const kept = this.beginning();
    if (kept.size < this.size) throw new InputError({ where: this.path, issue: 'too_large', message: 'only its beginning was kept' });
    return kept;
  }

  beginning(): Content {
    if (!this.kept) throw new InputError({ where: this.path, issue: 'too_large', message: 'its content was not kept' });
    return this.kept;
  }
}

const PIECE = 256 * 1024;

/** True where a file has these bytes. */
export function hasBytes(file: ImageFile, content: Content): boolean {
  const { size } = content;
  const before = file.beginning();
  if (file.size !== size || before.size !== size) return false;
  for (let at = 0; at < size; at += PIECE) if (!before.read(at, PIECE).equals(content.read(at, PIECE))) return false;
  return true;
}

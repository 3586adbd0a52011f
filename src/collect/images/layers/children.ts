import type { Children, FileNode, FolderNode, Node } from './node.js';
import type { PlainFiles, PlainFolder } from './plain-files.js';

export function newFolder(files: PlainFiles, layer: number, mode = 0o755): FolderNode {
  return { kind: 'folder', layer, seen: layer, mode, children: new FolderChildren(files) };
}

/** Plain files in the table that all folders share, what else there is in a map of the folder's own. */
class FolderChildren implements Children {
  private others: Map<string, Node> | undefined;
  private readonly folder: PlainFolder;

  constructor(private readonly files: PlainFiles) {
    this.folder = files.folder();
  }

  get size(): number {
    return (this.others?.size ?? 0) + this.folder.count;
  }

  get(name: string): Node | undefined {
    return this.others?.get(name) ?? this.files.get(this.folder, name);
  }

  set(name: string, node: Node): void {
    if (!isPlain(node)) this.hold(name, node);
    else {
      this.files.set(this.folder, name, node);
      this.others?.delete(name);
    }
  }

  hold(name: string, node: Node): void {
    this.files.delete(this.folder, name);
    this.others ??= new Map();
    this.others.set(name, node);
  }

  delete(name: string): void {
    if (!this.others?.delete(name)) this.files.delete(this.folder, name);
  }

  *keys(): Generator<string> {
    for (const [name] of this) yield name;
  }

  *[Symbol.iterator](): Generator<[string, Node]> {
    if (this.others) yield* this.others;
    yield* this.files.in(this.folder);
  }
}

/** A file as one layer brought it, and no more known of it than its header. */
function isPlain(node: Node): node is FileNode {
  return node.kind === 'file' && !node.content && node.seen === node.layer && node.source === node.layer;
}

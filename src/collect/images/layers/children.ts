import type { FileNode, Node } from './nodes.js';
import type { PlainFiles, PlainFolder } from './plain-files.js';

/** What is in a folder of an image, by name. A file without content may be another object each time, so it is only read; `hold` says which is not. */
export class Children {
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

  /** Sets a node that is this object from now on. */
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

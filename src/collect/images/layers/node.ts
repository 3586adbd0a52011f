import type { Content } from './contents.js';

/** What lies at a path of an image. `seen` is the last layer that wrote it, `layer` the one that brought what it is now. */
export type Node = FolderNode | FileNode | LinkNode | OtherNode;

interface Written {
  layer: number;
  seen: number;
}

export interface FolderNode extends Written {
  kind: 'folder';
  mode: number;
  children: Children;
}

export interface FileNode extends Written {
  kind: 'file';
  mode: number;
  size: number;
  content: Content | undefined;
  /** Number of the archive's entry with its bytes, in the layer `source`. */
  entry: number;
  source: number;
}

export interface LinkNode extends Written {
  kind: 'link';
  target: string;
}

/** A device, pipe or socket. */
export interface OtherNode extends Written {
  kind: 'other';
}

/** What is in a folder, by name. A file without content may be another object each time, so it is only read; `hold` says which is not. */
export interface Children extends Iterable<[string, Node]> {
  readonly size: number;
  get(name: string): Node | undefined;
  set(name: string, node: Node): void;
  /** Sets a node that is this object from now on. */
  hold(name: string, node: Node): void;
  delete(name: string): void;
  keys(): Iterable<string>;
}

import type { EntryKind } from '../../../system/files.js';
import { nameOfShown, partsOf, shownName } from '../../archives/names.js';
import type { ReadIssue } from '../../reader.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';
import { newFolder } from './children.js';
import type { Content } from './contents.js';
import { type EntryFolder, EntryFolders } from './entry-folders.js';
import type { LayerEntry } from './layer-entries.js';
import type { FileNode, FolderNode, Node } from './node.js';
import { PlainFiles } from './plain-files.js';
import { hasBytes, TreeFile } from './tree-file.js';
import { find, follow } from './ways.js';

/** The states of one path, lowest layer first. */
type States = { layer: number; file: ImageFile | undefined }[];

/** A file whose bytes were passed over, although somebody wants it under the path that it has in the image. */
export interface Lacking {
  path: string;
  node: FileNode;
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** The file system of an image, made of its layers one after the other. Links never lead out of it. */
export class LayeredTree implements ImageTree {
  private readonly files = new PlainFiles();
  private readonly root = newFolder(this.files, 0);
  private readonly folders = new EntryFolders();
  private readonly history = new Map<string, States>();
  /** Files that another path leads to than the archive's name says. */
  private readonly elsewhere: Lacking[] = [];
  private readonly links = new Set<string>();
  readonly issues: ReadIssue[] = [];

  /** Puts the entries of a layer over those below. */
  apply(layer: number, entries: Iterable<LayerEntry>, contents: readonly Content[]): void {
    let index = -1;
    for (const entry of entries) {
      index++;
      const place = this.folders.placeOf(entry.name);
      if (!place) continue;
      const { folder, name } = place;
      if (name === undefined) this.root.mode = entry.mode;
      else if (name.startsWith(WHITEOUT)) this.whiteout(layer, folder.parts, name);
      else this.put(layer, { folder, name }, entry, { index, content: contents[entry.content] });
    }
  }

  file(path: string): ImageFile | undefined {
    const found = this.at(path);
    return found?.node.kind === 'file' ? new TreeFile(found.names.join('/'), found.node) : undefined;
  }

  list(folder: string): readonly string[] {
    const way = follow(this.root, folder.split('/'));
    const node = way?.folders.at(-1);
    if (!way || !node) return [];
    const isFolder = (name: string, child: Node) =>
      child.kind === 'folder' || (child.kind === 'link' && follow(this.root, [...way.names, name]) !== undefined);
    return [...node.children].map(([name, child]) => (isFolder(name, child) ? `${name}/` : name)).sort();
  }

  real(path: string): string {
    return this.at(path)?.names.join('/') ?? path;
  }

  *wanted(): Generator<ImageFile> {
    for (const [, states] of this.allStates()) {
      const file = states.at(-1)?.file;
      if (file) yield file;
    }
  }

  states(path: string): readonly { layer: number; file: ImageFile | undefined }[] {
    return this.history.get(this.real(path)) ?? this.history.get(path) ?? [];
  }

  /** Every path that once had a wanted file, with its states; sorted. */
  allStates(): [string, States][] {
    return [...this.history].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Everything in the image, or below one folder, in no order but that a folder comes before what is in it. */
  *walk(from = this.root): Generator<{ path: string; node: Node }> {
    const folders = [{ folder: from, prefix: '' }];
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const { folder, prefix } = next;
      for (const [name, node] of folder.children) {
        const path = prefix + name;
        yield { path, node };
        if (node.kind === 'folder') folders.push({ folder: node, prefix: `${path}/` });
      }
    }
  }

  /**
   * Files below links to folders, under the link's name and under their own. Links that only move a folder (`lib` to `usr/lib`) give no
   * file another meaning, and are left out.
   */
  *aliases(): Generator<{ alias: string; real: string }> {
    let left = MAX_ALIASES;
    for (const link of this.links) {
      const target = find(this.root, link.split('/'), true);
      const own = link.slice(link.lastIndexOf('/') + 1);
      if (target?.node.kind !== 'folder' || target.names.at(-1) === own || find(this.root, link.split('/'), false)?.node.kind !== 'link')
        continue;
      const folder = target.names.join('/');
      if (folder === '' || `${link}/`.startsWith(`${folder}/`)) continue;
      for (const { path, node } of this.walk(target.node)) {
        if (--left < 0) return;
        if (node.kind === 'file') yield { alias: `${link}/${path}`, real: `${folder}/${path}` };
      }
    }
  }

  /** Files whose bytes were passed over under their archive's name. */
  lacking(): readonly Lacking[] {
    return this.elsewhere;
  }

  /** What is at a path. `through`: what a link there leads to. */
  entry(path: string, through: boolean): { kind: EntryKind; size: number; mode: number } | undefined {
    const node = through ? this.at(path)?.node : find(this.root, path.split('/'), false)?.node;
    return (
      node && {
        kind: node.kind,
        size: node.kind === 'file' ? node.size : 0,
        mode: node.kind === 'file' || node.kind === 'folder' ? node.mode : 0o777,
      }
    );
  }

  /** True for a path at which a link leads to nothing in the image. */
  leadsNowhere(path: string): boolean {
    const parts = path.split('/');
    return find(this.root, parts, true) === undefined && find(this.root, parts, false)?.node.kind === 'link';
  }

  /** The file at a path through links, if its bytes were passed over. */
  lackingAt(path: string): Lacking | undefined {
    const found = this.at(path);
    if (found?.node.kind !== 'file' || found.node.content) return undefined;
    const { names, node } = found;
    follow(this.root, names.slice(0, -1))
      ?.folders.at(-1)
      ?.children.hold(names.at(-1) ?? '', node);
    return { path: names.join('/'), node };
  }

  /** Gives a file the bytes that were passed over at first. */
  supply({ path, node }: Lacking, content: Content): void {
    node.content = content;
    this.record(path, node.layer, node);
  }

  /** What lies at a path through links. True names come before escaped ones. */
  private at(path: string): { node: Node; names: string[] } | undefined {
    const found = find(this.root, path.split('/'), true);
    const escaped = found ? undefined : nameOfShown(path);
    return escaped === undefined ? found : find(this.root, escaped.split('/'), true);
  }

  private put(
    layer: number,
    { folder, name }: { folder: EntryFolder; name: string },
    entry: LayerEntry,
    source: { index: number; content: Content | undefined },
  ): void {
    folder.way ??= follow(this.root, folder.parts, (parent, part) => this.makeFolder(parent, part, layer));
    const { way, parts } = folder;
    const parent = way?.folders.at(-1);
    if (!way || !parent) {
      this.note('invalid_entry', `links on the way of ${shown([...parts, name])} lead in a circle; the entry was left out`);
      return;
    }
    const old = parent.children.get(name);
    if (entry.kind === 'folder' && old?.kind === 'folder') {
      Object.assign(old, { seen: layer, mode: entry.mode });
      return;
    }
    const node = this.nodeOf(layer, entry, source);
    if (!node) {
      this.note('invalid_entry', `the hard link ${shown([...parts, name])} leads to nothing in the image`);
      return;
    }
    folder.isAsWritten ??= isSame(way.names, parts);
    const isElsewhere = entry.kind === 'hard' || !folder.isAsWritten;
    if (isElsewhere) parent.children.hold(name, node);
    else parent.children.set(name, node);
    if (node.kind === 'file' && !node.content && !old && !isElsewhere) return;
    const path = [...way.names, name].join('/');
    if (old && !(old.kind === 'file' && node.kind === 'file')) this.forget(old, path, layer);
    // The way to the last folder may have led through it.
    if (old && old.kind !== 'file') this.folders.forget();
    if (node.kind === 'link') this.links.add(path);
    if (node.kind === 'file') this.wrote(path, { layer, old, node, isElsewhere });
  }

  /** Undefined for a hard link that leads to nothing. */
  private nodeOf(layer: number, entry: LayerEntry, source: { index: number; content: Content | undefined }): Node | undefined {
    const { kind, mode, size } = entry;
    if (kind === 'file') return { kind, layer, seen: layer, mode, size, content: source.content, entry: source.index, source: layer };
    if (kind === 'folder') return newFolder(this.files, layer, mode);
    if (kind === 'link') return { kind, layer, seen: layer, target: entry.link };
    if (kind === 'other') return { kind, layer, seen: layer };
    const target = partsOf(entry.link);
    const found = 'parts' in target ? find(this.root, target.parts, false)?.node : undefined;
    return found?.kind === 'file' || found?.kind === 'link' ? { ...found, layer, seen: layer } : undefined;
  }

  /** Notes a new state of a file, unless its bytes are those it had before. */
  private wrote(
    path: string,
    { layer, old, node, isElsewhere }: { layer: number; old: Node | undefined; node: FileNode; isElsewhere: boolean },
  ): void {
    if (isElsewhere && !node.content) this.elsewhere.push({ path, node });
    if (!node.content) {
      if (old?.kind === 'file') this.forget(old, path, layer);
      return;
    }
    this.record(path, layer, node);
  }

  private record(path: string, layer: number, node: FileNode): void {
    const states = this.history.get(path) ?? [];
    this.history.set(path, states);
    if (states.at(-1)?.layer === layer) states.pop();
    const before = states.at(-1)?.file;
    if (before && node.content && hasBytes(before, node.content)) {
      node.layer = before.layer;
      states.pop();
    }
    states.push({ layer: node.layer, file: new TreeFile(path, node) });
  }

  private whiteout(layer: number, parts: readonly string[], name: string): void {
    this.folders.forget();
    const way = follow(this.root, parts);
    const folder = way?.folders.at(-1);
    if (!way || !folder) return;
    const prefix = way.names.map((part) => `${part}/`).join('');
    if (name === OPAQUE) {
      this.removeBelow(folder, prefix, layer);
      return;
    }
    // Other names with this beginning are aufs's own.
    if (name.startsWith(`${WHITEOUT}${WHITEOUT}`)) return;
    const hidden = name.slice(WHITEOUT.length);
    if (hidden === '' || hidden === '.' || hidden === '..')
      this.note('invalid_entry', `the whiteout ${shown([...parts, name])} names nothing`);
    else this.remove(folder, hidden, prefix, layer);
  }

  /** Removes what lower layers brought; true when nothing is left of it. */
  private remove(folder: FolderNode, name: string, prefix: string, layer: number): void {
    const node = folder.children.get(name);
    if (!node) return;
    if (node.kind === 'folder') {
      this.removeBelow(node, `${prefix}${name}/`, layer);
      if (node.seen < layer && node.children.size === 0) folder.children.delete(name);
    } else if (node.seen < layer) {
      folder.children.delete(name);
      this.forget(node, prefix + name, layer);
    }
  }

  private removeBelow(folder: FolderNode, prefix: string, layer: number): void {
    for (const name of [...folder.children.keys()]) this.remove(folder, name, prefix, layer);
  }

  /** Notes that a node, and all below it, is no longer there. */
  private forget(node: Node, path: string, layer: number): void {
    if (node.kind === 'folder') for (const [name, child] of node.children) this.forget(child, `${path}/${name}`, layer);
    const states = this.history.get(path);
    if (node.kind !== 'file' || !states || states.at(-1)?.file === undefined) return;
    if (states.at(-1)?.layer === layer) states.pop();
    if (states.at(-1)?.file !== undefined) states.push({ layer, file: undefined });
  }

  private makeFolder(parent: FolderNode, name: string, layer: number): FolderNode {
    const folder = newFolder(this.files, layer);
    parent.children.set(name, folder);
    return folder;
  }

  private note(kind: ReadIssue['kind'], reason: string): void {
    if (this.issues.length < MAX_NOTES) this.issues.push({ kind, reason, note: true });
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

const MAX_NOTES = 50;
/** Files below links that are looked at: links may lead to the same folder as often as they like. */
const MAX_ALIASES = 200_000;

function shown(parts: readonly string[]): string {
  return shownName(parts.join('/')).slice(0, 200);
}

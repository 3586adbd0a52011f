import type { ImageFileMode } from '../../../model/image-evidence.js';
import { shownName } from '../../archives/names.js';
import type { Node } from '../layers/node.js';
import type { LayeredTree } from '../layers/tree.js';

/** Files and folders of one kind that are listed; the rest would say the same. */
const MOST = 200;
/** Folders that are meant to be writable by all. */
const SHARED = /^(?:tmp|var\/tmp|run|run\/lock|var\/lock|dev\/shm|dev|proc|sys|var\/spool\/mail|var\/mail)(?:\/|$)/;

/** What the file system of an image says about rights. */
export interface FileModes {
  setuid: ImageFileMode[];
  worldWritable: ImageFileMode[];
  caches: { path: string; layer: number }[];
}

export interface ModeOptions {
  /** Folders of programs, as `PATH` has them. */
  searched: readonly string[];
  /** True for a file that a package of the system owns. */
  isOwned(path: string): boolean;
}

/** setuid, setgid, writable by all: a file without these says nothing. */
const TELLING = 0o6002;

/** Looks at the rights of every file and folder once. */
export function fileModes(tree: LayeredTree, { searched, isOwned }: ModeOptions): FileModes {
  const [setuid, worldWritable] = [new FirstOfTree(), new FirstOfTree()];
  const caches: FileModes['caches'] = [];
  const folders = new Set(
    searched.filter((folder) => folder.startsWith('/')).map((folder) => tree.real(folder.slice(1).replace(/\/+$/, ''))),
  );
  for (const { path, node } of tree.walk()) {
    if (node.kind !== 'file' && node.kind !== 'folder') continue;
    const { mode, layer, kind } = node;
    if (kind === 'file' && (mode & TELLING) === 0) continue;
    const fact: ImageFileMode = { path: shownName(path), layer, kind, mode };
    if (kind === 'file' && (mode & 0o6000) !== 0 && !isOwned(fact.path)) setuid.add(fact);
    if (isLoose(path, node, folders)) worldWritable.add(fact);
    if (
      kind === 'folder' &&
      CACHES.test(path) &&
      [...node.children.keys()].some((name) => name !== 'lock' && name !== 'partial' && name !== 'auxfiles')
    )
      caches.push({ path: fact.path, layer });
  }
  return { setuid: setuid.sorted(), worldWritable: worldWritable.sorted(), caches: inTreeOrder(caches) };
}

/** The first files of the tree among very many, so that every run lists the same. */
class FirstOfTree {
  private found: ImageFileMode[] = [];

  add(fact: ImageFileMode): void {
    this.found.push(fact);
    if (this.found.length >= 10 * MOST) this.found = this.sorted();
  }

  sorted(): ImageFileMode[] {
    return inTreeOrder(this.found).slice(0, MOST);
  }
}

/** As one goes through the tree, names sorted: what is in a folder comes right after it. */
function inTreeOrder<T extends { path: string }>(facts: readonly T[]): T[] {
  const keyed = facts.map((fact) => ({ fact, key: fact.path.replaceAll('/', '\0') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ fact }) => fact);
}

const CACHES = /^(?:var\/lib\/apt\/lists|var\/cache\/(?:apk|dnf|yum|zypp)|(?:root|home\/[^/]+)\/\.(?:cache\/pip|npm\/_cacache))$/;

/** Writable by all without the sticky bit, where programs or settings are. */
function isLoose(path: string, node: Exclude<Node, { kind: 'link' | 'other' }>, folders: ReadonlySet<string>): boolean {
  if ((node.mode & 0o002) === 0 || (node.mode & 0o1000) !== 0 || SHARED.test(path)) return false;
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (path === 'etc' || path.startsWith('etc/') || folders.has(path) || folders.has(parent)) return true;
  return node.kind === 'file' && (node.mode & 0o111) !== 0;
}

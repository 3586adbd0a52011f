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

/** Looks at the rights of every file and folder once. */
export function fileModes(tree: LayeredTree, { searched, isOwned }: ModeOptions): FileModes {
  const found: FileModes = { setuid: [], worldWritable: [], caches: [] };
  const folders = new Set(
    searched.filter((folder) => folder.startsWith('/')).map((folder) => tree.real(folder.slice(1).replace(/\/+$/, ''))),
  );
  for (const { path, node } of tree.walk()) {
    if (node.kind !== 'file' && node.kind !== 'folder') continue;
    const { mode, layer, kind } = node;
    const fact: ImageFileMode = { path: shownName(path), layer, kind, mode };
    if (kind === 'file' && (mode & 0o6000) !== 0 && found.setuid.length < MOST && !isOwned(fact.path)) found.setuid.push(fact);
    if (isLoose(path, node, folders) && found.worldWritable.length < MOST) found.worldWritable.push(fact);
    if (
      kind === 'folder' &&
      CACHES.test(path) &&
      [...node.children.keys()].some((name) => name !== 'lock' && name !== 'partial' && name !== 'auxfiles')
    )
      found.caches.push({ path: fact.path, layer });
  }
  return found;
}

const CACHES = /^(?:var\/lib\/apt\/lists|var\/cache\/(?:apk|dnf|yum|zypp)|(?:root|home\/[^/]+)\/\.(?:cache\/pip|npm\/_cacache))$/;

/** Writable by all without the sticky bit, where programs or settings are. */
function isLoose(path: string, node: Exclude<Node, { kind: 'link' | 'other' }>, folders: ReadonlySet<string>): boolean {
  if ((node.mode & 0o002) === 0 || (node.mode & 0o1000) !== 0 || SHARED.test(path)) return false;
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (path === 'etc' || path.startsWith('etc/') || folders.has(path) || folders.has(parent)) return true;
  return node.kind === 'file' && (node.mode & 0o111) !== 0;
}

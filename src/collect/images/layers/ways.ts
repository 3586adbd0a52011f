import type { FolderNode, Node } from './node.js';

/** Links on the way of one path: the number Linux allows. */
const MAX_LINKS = 40;

/** Where a path leads: the folders on the way, from the root, with the names of those below it. */
export interface Way {
  folders: FolderNode[];
  names: string[];
}

/** What is done where a folder on the way is missing or is none. Undefined: the way ends there. */
type Missing = (parent: FolderNode, name: string) => FolderNode | undefined;

/**
 * Follows a path through the folders and links of an image; `..` stops at the root, and absolute links start there. Undefined: nothing
 * is there, or links lead in a circle.
 */
export function follow(root: FolderNode, parts: readonly string[], missing: Missing = () => undefined): Way | undefined {
  const way: Way = { folders: [root], names: [] };
  const left = [...parts].reverse();
  let links = 0;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (way.names.pop() !== undefined) way.folders.pop();
      continue;
    }
    const parent = way.folders.at(-1) as FolderNode;
    const node = parent.children.get(part);
    if (node?.kind === 'link') {
      if (++links > MAX_LINKS || left.length > MAX_PARTS) return undefined;
      if (node.target.startsWith('/')) Object.assign(way, { folders: [root], names: [] });
      left.push(...node.target.split('/').reverse());
      continue;
    }
    const folder = node?.kind === 'folder' ? node : missing(parent, part);
    if (!folder) return undefined;
    way.folders.push(folder);
    way.names.push(part);
  }
  return way;
}

/** Parts of a path that links make: a path of 4 096 bytes has no more. */
const MAX_PARTS = 4096;

/** The node at a path. `through`: a link at its end is followed too. With the way to its folder and its name there. */
export function find(root: FolderNode, parts: readonly string[], through: boolean): { node: Node; names: string[] } | undefined {
  let at = parts;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const last = at.at(-1);
    if (last === undefined) return { node: root, names: [] };
    if (last === '..' || last === '.') {
      const way = follow(root, at);
      return way && { node: way.folders.at(-1) as FolderNode, names: way.names };
    }
    const way = follow(root, at.slice(0, -1));
    const node = way?.folders.at(-1)?.children.get(last);
    if (!way || !node) return undefined;
    if (node.kind !== 'link' || !through) return { node, names: [...way.names, last] };
    const target = node.target.split('/').filter((part) => part !== '');
    at = node.target.startsWith('/') ? target : [...way.names, ...target];
    if (at.length > MAX_PARTS) return undefined;
  }
  return undefined;
}

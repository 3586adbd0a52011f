import { InputError } from '../../../support/errors.js';
import type { DirEntry, EntryKind, FileInfo, Files, FsPath, OpenFile } from '../../../system/files.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { LayeredTree } from './tree.js';

/** Where collectors of folders find the root of an image. */
export const IMAGE_ROOT = '/image';

/** The file system of an image as collectors of folders see one, below `IMAGE_ROOT`; nothing of the host can be reached. */
export function treeFiles(tree: LayeredTree): Files {
  const inside = (path: FsPath) =>
    path
      .toString()
      .replace(/^\/image(?=\/|$)/, '')
      .replace(/^\/+|\/+$/g, '');
  const fileAt = (path: FsPath): ImageFile => {
    const file = tree.file(inside(path));
    if (!file) throw new InputError({ where: inside(path), issue: 'unreadable', message: 'no such file' });
    return file;
  };
  return {
    info: (path, follow = false) => infoOf(tree, inside(path), follow),
    read(path, maxBytes) {
      const bytes = fileAt(path).bytes();
      if (bytes.length > maxBytes)
        throw new InputError({ where: inside(path), issue: 'too_large', message: `larger than ${Math.floor(maxBytes / 2 ** 20)} MiB` });
      return bytes;
    },
    head: (path, count) => fileAt(path).beginning().read(0, count),
    open: (path) => opened(fileAt(path)),
    list: (path) => entriesOf(tree, inside(path)),
    realPath: (path) => (tree.entry(inside(path), true) ? `${IMAGE_ROOT}/${tree.real(inside(path))}` : undefined),
  };
}

function infoOf(tree: LayeredTree, path: string, follow: boolean): FileInfo | undefined {
  const entry = path === '' ? { kind: 'folder' as const, mode: 0o755, size: 0 } : tree.entry(path, follow);
  return entry && { kind: entry.kind, size: entry.size, mode: entry.mode, id: `image:${follow ? tree.real(path) : path}` };
}

/** Where only the beginning was kept, reads behind it end early, and readers say that the file breaks off. */
function opened(file: ImageFile): OpenFile {
  const kept = file.beginning();
  return { size: file.size, read: (offset, length) => kept.read(offset, length), close: () => undefined };
}

function entriesOf(tree: LayeredTree, folder: string): DirEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return tree.list(folder).map((listed) => {
    const name = listed.replace(/\/$/, '');
    const kind: EntryKind = tree.entry(prefix + name, false)?.kind ?? 'other';
    return { name, kind };
  });
}

import type { DirEntry, FileInfo, Files } from '../../../src/system/files.js';

/** Files of one folder tree that are held in memory, for readers that take `Files`. Paths begin with `/`. */
export function memoryFolder(contents: ReadonlyMap<string, Uint8Array>): Files {
  const read = (path: string | Buffer) => contents.get(String(path)) ?? new Uint8Array();
  return {
    info: (path) => infoOf(contents, String(path)),
    read: (path) => read(path),
    head: (path, count) => read(path).subarray(0, count),
    open: (path) => {
      const bytes = Buffer.from(read(path));
      return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), close: () => undefined };
    },
    list: (path) => entriesOf(contents, String(path)),
    realPath: (path) => (infoOf(contents, path) === undefined ? undefined : path),
  };
}

function infoOf(contents: ReadonlyMap<string, Uint8Array>, path: string): FileInfo | undefined {
  const bytes = contents.get(path);
  if (bytes !== undefined) return { kind: 'file', size: bytes.length, id: path, mode: 0o644 };
  const isFolder = [...contents.keys()].some((name) => name.startsWith(path.endsWith('/') ? path : `${path}/`));
  return isFolder ? { kind: 'folder', size: 0, id: path, mode: 0o755 } : undefined;
}

function entriesOf(contents: ReadonlyMap<string, Uint8Array>, folder: string): DirEntry[] {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  const kinds = new Map<string, DirEntry['kind']>();
  for (const path of contents.keys()) {
    if (!path.startsWith(start)) continue;
    const [name = '', ...below] = path.slice(start.length).split('/');
    kinds.set(name, below.length > 0 ? 'folder' : 'file');
  }
  return [...kinds].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

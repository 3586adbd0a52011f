import { posix } from 'node:path';
import type { ImageFile, ImageTree } from '../../src/collect/images/contract/image-tree.js';
import type { InstalledReader, InstalledReading } from '../../src/collect/images/contract/installed-reader.js';
import { bufferSource } from '../../src/collect/models/contract/source.js';
import type { MemoryFiles } from './memory-files.js';

/** The file system of an image that is held in memory. `links`: folders that are links, with the folders they lead to. */
export function memoryImage(files: MemoryFiles, links: Readonly<Record<string, string>> = {}): ImageTree {
  const real = (path: string): string => {
    const normal = posix.normalize(path).replace(/^\//, '');
    const link = Object.keys(links).find((from) => normal === from || normal.startsWith(`${from}/`));
    return link === undefined ? normal : real(`${links[link]}${normal.slice(link.length)}`);
  };
  const file = (path: string) => {
    const content = files[real(path)];
    return content === undefined ? undefined : imageFile(real(path), content);
  };
  return {
    file,
    real,
    list: (folder) =>
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1)),
    wanted: () => Object.entries(files).map(([path, content]) => imageFile(path, content)),
    states: (path) => [{ layer: 0, file: file(path) }],
  };
}

function imageFile(path: string, content: string | Uint8Array): ImageFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source = bufferSource(bytes);
  return { path, size: bytes.length, mode: 0o644, layer: 0, bytes: () => bytes, content: () => source, beginning: () => source };
}

/** What a reader makes of one file among others. */
export async function installedIn(
  reader: InstalledReader,
  files: MemoryFiles,
  path: string,
  used?: (what: 'opened' | 'closed') => void,
): Promise<InstalledReading> {
  const tree = memoryImage(files);
  const file = tree.file(path);
  if (!file) throw new Error(`no file ${path}`);
  return reader.read(file, tree, { openScratch: () => memoryScratch(used) });
}

/** A scratch file in memory. `used`: told of each file, and when it is closed. */
export function memoryScratch(used: (what: 'opened' | 'closed') => void = () => undefined) {
  used('opened');
  let kept = Buffer.alloc(0);
  return {
    append(bytes: Uint8Array) {
      const at = kept.length;
      kept = Buffer.concat([kept, bytes]);
      return at;
    },
    read: (offset: number, length: number) => kept.subarray(offset, offset + length),
    close: () => used('closed'),
  };
}

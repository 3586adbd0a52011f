import { decodeText } from '../../../support/decode.js';
import { InputError } from '../../../support/errors.js';
import { apk } from '../../os/apk.js';
import { dpkg } from '../../os/dpkg.js';
import { rpm } from '../../os/rpm.js';
import type { LockfileReader, ReadContext, SourceFile } from '../../reader.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';
import type { InstalledReader } from '../contract/installed-reader.js';

const MOST = 64 * 2 ** 20;

/** A reader of databases on disks, for those of images. */
function fromDisk(reader: LockfileReader, places: readonly string[]): InstalledReader {
  return {
    id: reader.id,
    title: reader.title,
    ecosystem: reader.ecosystem,
    kind: 'system',
    places,
    wants: (path) => (reader.matches(path) ? { most: MOST } : undefined),
    async read(file, tree) {
      const { packages, issues, outcome } = await reader.read(sourceOf(file), contextOf(file, tree));
      return { packages, issues, ...(outcome && outcome !== 'skipped' && { outcome }) };
    },
  };
}

function sourceOf(file: ImageFile): SourceFile {
  return { path: file.path, size: file.size, bytes: () => file.bytes(), text: () => decodeText(file.bytes(), file.path) };
}

/** The files around one file of an image. */
function contextOf(file: ImageFile, tree: ImageTree): ReadContext {
  const folder = file.path.split('/').slice(0, -1);
  const resolved = (path: string): string | undefined => {
    const parts = [...folder];
    for (const part of path.split('/')) {
      if (part !== '..') parts.push(...(part === '' || part === '.' ? [] : [part]));
      else if (parts.pop() === undefined) return undefined;
    }
    return parts.join('/');
  };
  return {
    sibling(path) {
      const at = resolved(path);
      const found = at === undefined ? undefined : tree.file(at);
      return found && readable(found) ? sourceOf(found) : undefined;
    },
    outside: (path) => resolved(path) === undefined,
    list: (path) => tree.list(resolved(path) ?? '').filter((name) => !name.endsWith('/')),
  };
}

function readable(file: ImageFile): boolean {
  try {
    file.bytes();
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

export const systemReaders: readonly InstalledReader[] = [
  fromDisk(dpkg, ['var/lib/dpkg/status', 'var/lib/dpkg/status.d/']),
  fromDisk(apk, ['lib/apk/db/installed', 'usr/lib/apk/db/installed']),
  fromDisk(rpm, ['var/lib/rpm/', 'usr/lib/sysimage/rpm/']),
];

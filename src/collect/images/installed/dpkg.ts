import { dpkg as database } from '../../os/dpkg.js';
import { rows } from '../../os/paragraphs.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { InstalledReader, OwnedPath } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { METADATA } from './sizes.js';
import { systemPackages } from './system-packages.js';

const FOLDER = '^(?:var|usr)/lib/dpkg/';
const DATABASE = new RegExp(`${FOLDER}status(?:\\.d/[^/]+)?$`);
const LIST = new RegExp(`${FOLDER}(?:info/[^/]+\\.(?:list|md5sums)|status\\.d/[^/]+\\.md5sums)$`);

/** Debian and Ubuntu: one database, or in distroless images one file for each package. */
export const dpkg: InstalledReader = {
  id: 'dpkg',
  title: 'dpkg: `var/lib/dpkg/status`, `status.d/*`, `usr/lib/dpkg`',
  ecosystem: 'Debian',
  kind: 'system',
  wants: (path) => (DATABASE.test(path) && !path.endsWith('.md5sums') ? { most: METADATA } : undefined),
  places: ['var/lib/dpkg/status', 'var/lib/dpkg/status.d/', 'usr/lib/dpkg/status', 'usr/lib/dpkg/status.d/'],
  read: (file, tree) => systemPackages(database, 'deb', file, tree),
};

/** The files of each package, as dpkg lists them. */
export const dpkgFiles: InstalledReader = {
  id: 'dpkg-files',
  title: 'dpkg: files of packages, `var/lib/dpkg/info/*.list`',
  ecosystem: 'Debian',
  kind: 'system',
  wants: (path) => (LIST.test(path) ? { most: METADATA } : undefined),
  places: ['var/lib/dpkg/info/', 'usr/lib/dpkg/info/'],
  read: (file) => ({ packages: [], issues: [], owned: ownedBy(file) }),
};

/** `libc6:amd64.list` is about libc6. */
function packageOfList(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.(?:list|md5sums)$/, '')
    .replace(/:[^:]+$/, '');
}

function* ownedBy(file: ImageFile): Generator<OwnedPath> {
  const by = packageOfList(file.path);
  const isSums = file.path.endsWith('.md5sums');
  for (const row of rows(imageSource(file).text())) {
    const [, digest, path] = isSums ? (/^([0-9a-f]{32}) [ *](.+)$/.exec(row) ?? []) : ['', undefined, row];
    if (path && path !== '/.') yield { path: path.replace(/^\.?\//, ''), by, ...(digest !== undefined && { digest: `md5:${digest}` }) };
  }
}

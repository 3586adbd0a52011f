import { apk as database } from '../../os/apk.js';
import { rows } from '../../os/paragraphs.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { InstalledReader, OwnedPath } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { METADATA } from './sizes.js';
import { systemPackages } from './system-packages.js';

const DATABASE = /^(?:usr\/)?lib\/apk\/db\/installed$/;

/** Alpine, Wolfi, Chainguard. The database lists the files of its packages too. */
export const apk: InstalledReader = {
  id: 'apk',
  title: 'apk: `lib/apk/db/installed`, `usr/lib/apk/db/installed`',
  ecosystem: 'Alpine',
  kind: 'system',
  wants: (path) => (DATABASE.test(path) ? { most: METADATA } : undefined),
  places: ['lib/apk/db/installed', 'usr/lib/apk/db/installed'],
  async read(file, tree) {
    const reading = await systemPackages(database, 'apk', file, tree);
    // `apk add --virtual .deps` makes a package that only holds others together.
    const packages = reading.packages.filter(({ name }) => !name.startsWith('.'));
    return { ...reading, packages, owned: ownedPaths(file) };
  },
};

/** `P:` names the package, `F:` a folder, `R:` a file in it and `Z:` the file's SHA-1, as `Q1` and base64. */
function* ownedPaths(file: ImageFile): Generator<OwnedPath> {
  let by = '';
  let folder = '';
  let open: OwnedPath | undefined;
  for (const row of rows(imageSource(file).text())) {
    const value = row.slice(2);
    if (row.startsWith('Z:Q1') && open) open.digest = `sha1:${Buffer.from(row.slice(4), 'base64').toString('hex')}`;
    else if (row === '' || row.startsWith('R:') || row.startsWith('F:') || row.startsWith('P:')) {
      if (open) yield open;
      open = undefined;
      if (row.startsWith('P:')) by = value;
      else if (row.startsWith('F:')) folder = value;
      else if (row !== '') open = { path: folder === '' ? value : `${folder}/${value}`, by };
    }
  }
  if (open) yield open;
}

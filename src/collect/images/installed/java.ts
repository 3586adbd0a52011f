import type { InstalledReader } from '../contract/installed-reader.js';
import { isJavaArchive } from './jar/jar-facts.js';
import { MEBIBYTE } from './sizes.js';

/** Java archives with all that is packed into them. */
export const java: InstalledReader = {
  id: 'java-archive',
  title: 'Java: jar, war, ear, aar, jpi, hpi and par, also nested and shaded ones',
  ecosystem: 'Maven',
  kind: 'language',
  isPure: true,
  wants: (path) => (isJavaArchive(path) ? { most: 512 * MEBIBYTE } : undefined),
  async read(file, _tree, room) {
    const { readJar } = await import('./jar/read-jar.js');
    return readJar(file, room);
  },
};

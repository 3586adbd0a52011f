import type { InstalledReader } from '../contract/installed-reader.js';
import { MEBIBYTE } from './sizes.js';

/** Kinds of Java archives: programs, web and enterprise applications, Android libraries, plugins of Jenkins and Rhino. */
const ARCHIVE = /\.(?:jar|war|ear|aar|jpi|hpi|par)$/i;

/** Java archives with all that is packed into them. */
export const java: InstalledReader = {
  id: 'java-archive',
  title: 'Java: jar, war, ear, aar, jpi, hpi and par, also nested and shaded ones',
  ecosystem: 'Maven',
  kind: 'language',
  wants: (path) => (isJavaArchive(path) ? { most: 512 * MEBIBYTE } : undefined),
  async read(file) {
    const { readJar } = await import('./jar/read-jar.js');
    return readJar(file);
  },
};

/** Archives of sources and documentation hold nothing that runs. */
export function isJavaArchive(path: string): boolean {
  return ARCHIVE.test(path) && !/-(?:sources|javadoc)\.jar$/i.test(path);
}

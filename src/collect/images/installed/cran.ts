import { eachParagraph } from '../../os/paragraphs.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { isSensible, noPackage, onePackage } from './metadata.js';
import { METADATA } from './sizes.js';

/** Installed packages of R; `Built` is written when a package is installed. */
export const cran: InstalledReader = {
  id: 'r-installed',
  title: 'R: `library/*/DESCRIPTION`',
  ecosystem: 'CRAN',
  kind: 'language',
  wants: (path) => (/(?:^|\/)(?:site-)?library\/[^/]+\/DESCRIPTION$/.test(path) ? { most: METADATA } : undefined),
  read(file) {
    const [description] = eachParagraph(imageSource(file).text(), () => undefined);
    const value = (field: string) => description?.fields.get(field)?.value;
    const name = value('package');
    const version = value('version');
    // Packages of priority `base` are R itself.
    if (!isSensible(name) || !isSensible(version) || value('built') === undefined || value('priority') === 'base') return noPackage();
    const license = value('license');
    return onePackage({ name, version, ...(license && { licenses: [license] }) });
  },
};

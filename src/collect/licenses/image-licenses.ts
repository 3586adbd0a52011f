import { InputError } from '../../support/errors.js';
import { componentLicenses } from '../component-licenses.js';
import type { ImageReading } from '../images/collect.js';
import type { ImageFile, ImageTree } from '../images/contract/image-tree.js';
import type { Wanted } from '../images/contract/installed-reader.js';
import { imageSource } from '../images/installed/image-source.js';
import type { PackageRecord } from '../reader.js';
import { LicenseRemarks } from './remarks.js';
import { isTextName, TextReadings } from './text-readings.js';

const MOST_BYTES = 256 * 1024;
/** Folders of packages whose metadata readers of installed packages read. */
const OF_PACKAGE =
  /(?:^|\/)(?:node_modules\/(?:@[^/]+\/)?[^/@]+|[^/]+\.dist-info(?:\/licenses)?|gems\/[^/]+|vendor\/[^/]+\/[^/]+)\/([^/]+)$/;

/** The folder with the text of a package's licence, by the id of the reader of its metadata. */
const FOLDERS: Readonly<Record<string, (path: string, record: PackageRecord) => string>> = {
  'npm-installed': parentOf,
  'python-installed': parentOf,
  'gem-installed': (path) => path.replace(/(?:^|(?<=\/))specifications(?:\/default)?\/([^/]+)\.gemspec$/, 'gems/$1'),
  'composer-installed': (path, { name }) => path.replace(/composer\/installed\.json$/, name),
};

/** How much of a file is kept because it may be the text of a package's licence. */
export function licenseTextWish(path: string): Wanted | undefined {
  const [, name] = OF_PACKAGE.exec(path) ?? [];
  return name !== undefined && isTextName(name) ? { most: MOST_BYTES, begin: 1 } : undefined;
}

/**
 * The installed packages of an image, those that name no licence with the licence that their texts tell, and remarks about that.
 * `compareAll`: also where the metadata name a licence, which takes the time to read every text.
 */
export async function withLicenseTexts(
  { installed, tree }: Pick<ImageReading, 'installed' | 'tree'>,
  compareAll: boolean,
): Promise<{ installed: ImageReading['installed']; remarks: string[] }> {
  const [readings, told] = [new TextReadings(), new LicenseRemarks()];
  const results: ImageReading['installed'] = [];
  for (const result of installed) {
    const folderOf = FOLDERS[result.reader.id];
    const packages: PackageRecord[] = [];
    for (const record of folderOf ? result.packages : []) {
      const declared = componentLicenses(record.ecosystem ?? result.reader.ecosystem, record.licenses).join(', ');
      const isOpen = declared === '' || /^SEE LICEN[CS]E IN /i.test(declared);
      const folder = folderOf && (isOpen || compareAll) ? folderOf(result.path, record) : undefined;
      const found =
        folder === undefined ? undefined : await readings.together(textsIn(folder, tree), (file) => textOf(tree.file(`${folder}/${file}`)));
      const label = `${record.name}@${record.version}`;
      if (found && isOpen) told.told(label, found);
      else if (found) told.compare(label, declared, found);
      packages.push(found && isOpen ? { ...record, licenses: [found.expression] } : record);
    }
    results.push(folderOf ? { ...result, packages } : result);
  }
  return { installed: results, remarks: told.lines() };
}

function textsIn(folder: string, tree: ImageTree): string[] {
  const names = tree.list(folder);
  // PEP 639 puts them into a folder.
  const inner = folder.endsWith('.dist-info') && names.includes('licenses/') ? tree.list(`${folder}/licenses`) : [];
  return [...names.filter(isTextName), ...inner.filter((name) => !name.endsWith('/')).map((name) => `licenses/${name}`)];
}

function textOf(file: ImageFile | undefined): string | undefined {
  try {
    return file && imageSource(file).text();
  } catch (error) {
    // A file that was too large to keep, or is no text, says nothing.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

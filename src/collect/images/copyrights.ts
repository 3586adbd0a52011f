import { InputError } from '../../support/errors.js';
import { readDebianCopyright } from '../../support/licenses/debian-copyright.js';
import type { PackageRecord } from '../reader.js';
import type { ImageFile, ImageTree } from './contract/image-tree.js';
import type { InstalledReader, Wanted } from './contract/installed-reader.js';
import { imageSource } from './installed/image-source.js';
import { METADATA } from './installed/sizes.js';

const FILE = /^usr\/share\/doc\/[^/]+\/copyright$/;
/** Only the form that machines read is kept. */
const FORMAT = /^Format(?:-Specification)?:/im;

/** Debian's database names no licences; the files beside it do, one for each package. */
export const copyrightFiles = {
  wants: (path: string): Wanted | undefined => (FILE.test(path) ? { most: METADATA, head: isForMachines } : undefined),
};

function isForMachines(head: Uint8Array): boolean {
  return FORMAT.test(new TextDecoder('latin1').decode(head));
}

/** The results with the licences that the copyright files of Debian's packages name. */
export function withCopyrights<R extends { reader: Pick<InstalledReader, 'id'>; packages: PackageRecord[] }>(
  results: readonly R[],
  tree: ImageTree,
): R[] {
  return results.map((result) =>
    result.reader.id === 'dpkg' ? { ...result, packages: result.packages.map((record) => withCopyright(record, tree)) } : result,
  );
}

function withCopyright(record: PackageRecord, tree: ImageTree): PackageRecord {
  if (record.licenses !== undefined && record.licenses.length > 0) return record;
  const file = tree.file(`usr/share/doc/${record.name}/copyright`);
  const licenses = file && licensesIn(file);
  return licenses === undefined ? record : { ...record, licenses };
}

function licensesIn(file: ImageFile): string[] | undefined {
  try {
    const read = readDebianCopyright(imageSource(file).text());
    return read && (read.expression === undefined ? read.written : [read.expression]);
  } catch (error) {
    // A file whose content was not wanted, or is no text, says nothing.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

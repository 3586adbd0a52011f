import type { PackageFamily } from '../../os/distribution.js';
import type { LockfileReader, PackageRecord } from '../../reader.js';
import { recordPurl } from '../../record-purl.js';
import type { ImageFile, ImageTree } from '../contract/image-tree.js';
import type { InstalledReading } from '../contract/installed-reader.js';
import { purlVendor, systemEcosystemOf, withoutAdvisories } from '../system/image-system.js';
import { imageContext, imageSource } from './image-source.js';

/**
 * Packages of a database of the image's system, in the ecosystem of its distribution. A text database without any is empty. Throws
 * InputError where nothing can be read.
 */
export async function systemPackages(
  reader: LockfileReader,
  family: PackageFamily,
  file: ImageFile,
  tree: ImageTree,
): Promise<InstalledReading> {
  if (family !== 'rpm' && isBlank(file.bytes())) return { packages: [], issues: [], outcome: 'empty' };
  const { packages, issues, outcome } = await reader.read(imageSource(file), imageContext(file, tree));
  const reading = inSystem(family, packages, tree);
  reading.issues.push(...issues);
  if (outcome !== undefined && outcome !== 'skipped') reading.outcome = outcome;
  return reading;
}

/** The packages with the purls of the image's distribution, and a note where nobody publishes advisories about it. */
export function inSystem(family: PackageFamily, packages: readonly PackageRecord[], tree: ImageTree): InstalledReading {
  const ecosystem = systemEcosystemOf(tree, family);
  const vendor = purlVendor(tree);
  const reason = packages.length === 0 ? undefined : withoutAdvisories(tree, family);
  return {
    packages: packages.map((record) => ({
      ...record,
      ecosystem: ecosystemOfBuild(ecosystem, record.version ?? ''),
      purl: recordPurl(ecosystem, record, vendor),
    })),
    issues: reason === undefined ? [] : [{ kind: 'not_matched', reason, note: true }],
  };
}

/** Builds for subscribers of Ubuntu Pro have advisories of their own. */
function ecosystemOfBuild(ecosystem: string, version: string): string {
  const release = /^Ubuntu:(\d\d\.\d\d)$/.exec(ecosystem)?.[1];
  return release !== undefined && /[+~]esm\d/.test(version) ? `Ubuntu:Pro:${release}:LTS` : ecosystem;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

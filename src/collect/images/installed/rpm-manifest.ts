import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import { originOfSourceRpm } from '../../os/origin.js';
import { rows } from '../../os/paragraphs.js';
import type { PackageRecord, ReadIssue } from '../../reader.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { METADATA } from './sizes.js';
import { inSystem } from './system-packages.js';

/** Azure Linux's images without a package manager: a list that `rpm -qa` wrote while the image was built. */
export const rpmManifest: InstalledReader = {
  id: 'rpm-manifest',
  title: 'rpm: `var/lib/rpmmanifest/container-manifest-2`',
  ecosystem: 'RPM',
  kind: 'system',
  wants: (path) => (path === 'var/lib/rpmmanifest/container-manifest-2' ? { most: METADATA } : undefined),
  read(file, tree) {
    const packages: PackageRecord[] = [];
    const issues: ReadIssue[] = [];
    let line = 0;
    for (const row of rows(imageSource(file).text())) {
      line++;
      if (row.trim() === '') continue;
      const record = packageOf(row, line);
      if (record === undefined) issues.push({ kind: 'invalid_entry', line, reason: 'expected a package in ten columns' });
      else if (record.name !== 'gpg-pubkey') packages.push(record);
    }
    if (packages.length === 0 && issues.length > 0) throw new InputError({ where: file.path, message: 'no list of rpm packages' });
    const reading = inSystem('rpm', packages, tree);
    return { ...reading, issues: [...issues, ...reading.issues] };
  },
};

/** Name, version-release, two times, vendor, epoch, size, architecture, epoch as a number, source rpm. */
function packageOf(row: string, line: number): PackageRecord | undefined {
  const [name, version, , , vendor = '', epoch = '', , arch = '', , source = ''] = row.split('\t');
  if (!name || !version || name.length + version.length > limits.maxNameLength) return undefined;
  const record: PackageRecord = { name, version: /^[1-9]\d*$/.test(epoch) ? `${epoch}:${version}` : version, line };
  const origin = originOfSourceRpm(source);
  if (isStated(arch)) record.arch = arch;
  if (isStated(vendor)) record.vendor = vendor;
  if (origin) record.origin = origin;
  return record;
}

function isStated(text: string): boolean {
  return text !== '' && text !== '(none)';
}

import { rpm as database } from '../../os/rpm.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { METADATA } from './sizes.js';
import { systemPackages } from './system-packages.js';

const FOLDER = '^(?:var/lib|usr/lib/sysimage|usr/share)/rpm/';
const DATABASE = new RegExp(`${FOLDER}(?:Packages|Packages\\.db|rpmdb\\.sqlite)$`);
const LOG = new RegExp(`${FOLDER}rpmdb\\.sqlite-wal$`);

/** Red Hat, SUSE and their kin. A database that is there and cannot be read is `failed`, never empty. */
export const rpm: InstalledReader = {
  id: 'rpm',
  title: 'rpm: `Packages`, `Packages.db`, `rpmdb.sqlite` below `var/lib/rpm`, `usr/lib/sysimage/rpm`, `usr/share/rpm`',
  ecosystem: 'RPM',
  kind: 'system',
  wants: (path) => (DATABASE.test(path) || LOG.test(path) ? { most: METADATA } : undefined),
  places: ['var/lib/rpm/', 'usr/lib/sysimage/rpm/', 'usr/share/rpm/'],
  async read(file, tree) {
    // The log is read together with its database.
    if (file.path.endsWith('-wal')) return { packages: [], issues: [] };
    const reading = await systemPackages(database, 'rpm', file, tree);
    const { rpmFiles } = await import('./rpm-files.js');
    return { ...reading, owned: rpmFiles(file, tree) };
  },
};

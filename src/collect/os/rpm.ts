import type { LockfileReader } from '../reader.js';

/** Packages installed by rpm, in each of its three database formats. */
export const rpm: LockfileReader = {
  id: 'rpm',
  title: 'rpm database (Packages, Packages.db, rpmdb.sqlite below var/lib/rpm or usr/lib/sysimage/rpm)',
  ecosystem: 'RPM',
  kind: 'lock',
  matches: (path) => DATABASE.test(path),
  async read(file, context) {
    const { readRpmDatabase } = await import('./rpm-database.js');
    return readRpmDatabase(file, context);
  },
};

const DATABASE = /(?:^|\/)(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm\/(?:Packages|Packages\.db|rpmdb\.sqlite)$/;

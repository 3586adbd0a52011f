import { describe, expect, it } from 'vitest';
import type { InstalledReader } from '../../../src/collect/images/contract/installed-reader.js';
import { apk } from '../../../src/collect/images/installed/apk.js';
import { dpkg, dpkgFiles } from '../../../src/collect/images/installed/dpkg.js';
import { python } from '../../../src/collect/images/installed/python.js';
import { rpm } from '../../../src/collect/images/installed/rpm.js';
import { rpmManifest } from '../../../src/collect/images/installed/rpm-manifest.js';
import { OwnedPaths } from '../../../src/collect/images/owned-paths.js';
import { endOfSupport } from '../../../src/collect/images/system/end-of-support.js';
import { imageSystem } from '../../../src/collect/images/system/image-system.js';
import { withoutCopies } from '../../../src/collect/images/without-copies.js';
import { bufferSource } from '../../../src/collect/models/contract/source.js';
import { installedIn, memoryImage } from '../../support/memory-image.js';
import { rpmHeader, rpmSqlite } from '../../support/rpm-databases.js';

const STATUS = 'var/lib/dpkg/status';
const DEBIAN = 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n';
const heron = (fields = '') => `Package: python3-heron\nStatus: install ok installed\nArchitecture: all\nVersion: 2.0-1\n${fields}\n`;

describe('the distribution of an image', () => {
  it.each([
    [{ 'etc/os-release': DEBIAN }, { id: 'debian', version: '12', codename: 'bookworm', eol: '2028-06-30' }],
    [{ 'usr/lib/os-release': 'ID=alpine\nVERSION_ID=3.20.3\n' }, { id: 'alpine', version: '3.20.3', eol: '2026-04-01' }],
    [
      { 'etc/os-release': 'ID=debian\nVERSION_CODENAME=forky\n', 'etc/debian_version': 'forky/sid\n' },
      { id: 'debian', version: null, codename: 'forky' },
    ],
    [{ 'etc/debian_version': '11.9\n' }, { id: 'debian', version: '11.9', eol: '2026-08-31' }],
    [
      { 'etc/redhat-release': 'CentOS Linux release 7.9.2009 (Core)\n' },
      { id: 'centos', version: '7.9.2009', codename: 'core', eol: '2024-06-30' },
    ],
    [{ 'etc/os-release': 'NAME="CentOS Stream"\nID="centos"\nVERSION_ID="9"\n' }, { id: 'centos', version: '9', eol: '2027-05-31' }],
    [
      { 'etc/SuSE-release': 'SUSE Linux Enterprise Server 12 (x86_64)\nVERSION = 12\nPATCHLEVEL = 5\n' },
      { id: 'sles', version: '12.5', eol: '2024-10-31' },
    ],
    [{ 'etc/photon-release': 'VMware Photon OS 5.0\n' }, { id: 'photon', version: '5.0' }],
    [{ 'opt/root/etc/os-release': DEBIAN }, null],
  ])('is found in %j', (files, expected) => {
    const system = imageSystem(memoryImage(files));
    expect(system && { ...system, extended_support: undefined }).toEqual(expected && { ...expected, extended_support: undefined });
  });

  it('says what can be bought after the end', () => {
    expect(endOfSupport('ubuntu', '18.04')).toEqual({ until: '2023-05-31', extended: { name: 'Ubuntu Pro (ESM)', until: '2028-04-30' } });
    expect(endOfSupport('ubuntu', '24.10')).toEqual({ until: '2025-07-31' });
    expect(endOfSupport('wolfi', '20230201')).toBeUndefined();
  });
});

describe('packages of the system of an image', () => {
  it('are those of its distribution', async () => {
    const { packages, issues } = await installedIn(dpkg, { [STATUS]: heron(), 'etc/os-release': DEBIAN }, STATUS);
    expect(packages).toMatchObject([{ ecosystem: 'Debian:12', purl: 'pkg:deb/debian/python3-heron@2.0-1?arch=all&distro=debian-12' }]);
    expect(issues).toEqual([]);
  });

  it('are listed and not matched where nobody publishes advisories', async () => {
    const files = { [STATUS]: heron(), 'etc/os-release': 'ID=marsh\nID_LIKE=debian\nVERSION_ID=4\n' };
    const { packages, issues } = await installedIn(dpkg, files, STATUS);
    expect(packages).toMatchObject([{ ecosystem: 'Debian', purl: 'pkg:deb/marsh/python3-heron@2.0-1?arch=all&distro=marsh-4' }]);
    expect(issues).toMatchObject([{ kind: 'not_matched', note: true }]);
  });

  it('that Ubuntu builds for subscribers are looked up among those', async () => {
    const status = `${heron()}\nPackage: reed\nStatus: install ok installed\nVersion: 1.0-1ubuntu1+esm2\n`;
    const { packages } = await installedIn(dpkg, { [STATUS]: status, 'etc/os-release': 'ID=ubuntu\nVERSION_ID="20.04"\n' }, STATUS);
    expect(packages.map(({ ecosystem }) => ecosystem)).toEqual(['Ubuntu:20.04', 'Ubuntu:Pro:20.04:LTS']);
  });

  it('are none in an empty database', async () => {
    expect(await installedIn(dpkg, { [STATUS]: '\n' }, STATUS)).toMatchObject({ packages: [], outcome: 'empty' });
  });

  it('do not count what apk made up to hold others together', async () => {
    const path = 'lib/apk/db/installed';
    const { packages } = await installedIn(apk, { [path]: 'P:.deps\nV:1\n\nP:heron\nV:2.0-r0\n' }, path);
    expect(packages.map(({ name }) => name)).toEqual(['heron']);
  });

  it('keep epoch, module and vendor of rpm, and leave out keys', async () => {
    const path = 'var/lib/rpm/rpmdb.sqlite';
    const header = rpmHeader({
      name: 'heron',
      version: '2.0',
      release: '1.module+el9',
      epoch: 1,
      vendor: 'Marsh, Inc.',
      module: 'heron:2:9040:rhel9',
    });
    const key = rpmHeader({ name: 'gpg-pubkey', version: 'abc', release: 'def' });
    const files = { [path]: rpmSqlite([header, key]), 'etc/os-release': 'ID="rhel"\nVERSION_ID="9.4"\n' };
    const { packages } = await installedIn(rpm, files, path);
    expect(packages).toMatchObject([
      {
        version: '1:2.0-1.module+el9',
        vendor: 'Marsh, Inc.',
        module: 'heron:2',
        purl: 'pkg:rpm/redhat/heron@2.0-1.module%2Bel9?arch=x86_64&distro=redhat-9.4&epoch=1&rpmmod=heron:2',
      },
    ]);
  });

  it('are read from the list that an image without a package manager has', async () => {
    const path = 'var/lib/rpmmanifest/container-manifest-2';
    const row = ['heron', '2.0-1.cm2', '1', '1', 'Marsh', '2', '10', 'x86_64', '2', 'reed-2.0-1.cm2.src.rpm'].join('\t');
    const { packages } = await installedIn(rpmManifest, { [path]: `${row}\n` }, path);
    expect(packages).toMatchObject([{ name: 'heron', version: '2:2.0-1.cm2', arch: 'x86_64', vendor: 'Marsh', origin: { name: 'reed' } }]);
  });
});

const LIST = 'var/lib/dpkg/info/python3-heron.list';
const METADATA = 'usr/lib/python3/dist-packages/heron-2.0.egg-info/PKG-INFO';
const said = (version: string) => `Metadata-Version: 2.1\nName: heron\nVersion: ${version}\n\n`;

/** What is left of an image's packages: their purls' names and versions. */
async function left(files: Record<string, string>, links: Record<string, string> = {}): Promise<string[]> {
  const tree = memoryImage(files, links);
  const owned = new OwnedPaths(tree);
  const found: { reader: InstalledReader; path: string; packages: Awaited<ReturnType<InstalledReader['read']>>['packages'] }[] = [];
  for (const reader of [dpkg, dpkgFiles, apk, rpm, python]) {
    for (const path of Object.keys(files).filter((name) => reader.wants(name))) {
      const reading = await installedIn(reader, files, path);
      owned.addAll(reading.owned ?? []);
      found.push({ reader, path, packages: reading.packages });
    }
  }
  return withoutCopies(found, owned, tree).flatMap(({ packages }) => packages.map(({ name, version }) => `${name} ${version}`));
}

describe('language packages that the system brought', () => {
  const owned = { [STATUS]: heron(), 'etc/os-release': DEBIAN, [LIST]: `/.\n/usr\n/${METADATA}\n`, [METADATA]: said('2.0') };

  it('are left to the package that owns their files', async () => {
    expect(await left(owned)).toEqual(['python3-heron 2.0-1']);
  });

  it('are found through links', async () => {
    const files = { ...owned, [LIST]: `/lib/${METADATA.slice('usr/lib/'.length)}\n` };
    expect(await left(files, { lib: 'usr/lib' })).toEqual(['python3-heron 2.0-1']);
  });

  it('count on their own where another version was put in their place', async () => {
    expect(await left({ ...owned, [METADATA]: said('3.1') })).toEqual(['python3-heron 2.0-1', 'heron 3.1']);
  });

  it('count on their own in a distribution without advisories', async () => {
    expect(await left({ ...owned, 'etc/os-release': 'ID=marsh\nID_LIKE=debian\n' })).toEqual(['python3-heron 2.0-1', 'heron 2.0']);
  });

  it('that apk lists are left to it', async () => {
    const database = `P:py3-heron\nV:2.0-r0\nF:${METADATA.slice(0, METADATA.lastIndexOf('/'))}\nR:PKG-INFO\n`;
    expect(
      await left({ 'etc/os-release': 'ID=alpine\nVERSION_ID=3.20.1\n', 'lib/apk/db/installed': database, [METADATA]: said('2.0') }),
    ).toEqual(['py3-heron 2.0-r0']);
  });
});

describe('owned paths', () => {
  it('of a large image stay small and are all found', () => {
    const tree = memoryImage({});
    const paths = new OwnedPaths(tree);
    paths.addAll(Array.from({ length: 50_000 }, (_, index) => ({ path: `usr/share/f${index % 100}/${index}`, by: `p${index % 300}` })));
    expect(paths.size).toBe(50_000);
    expect(paths.ownerOf({ path: 'usr/share/f7/4207', content: () => bufferSource(new Uint8Array()) })).toEqual({ by: 'p7' });
    expect(paths.ownerOf({ path: 'usr/share/f7/4208', content: () => bufferSource(new Uint8Array()) })).toBeUndefined();
  });
});

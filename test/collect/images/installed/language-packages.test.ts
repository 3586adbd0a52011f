import { describe, expect, it } from 'vitest';
import { composer } from '../../../../src/collect/images/installed/composer.js';
import { conda } from '../../../../src/collect/images/installed/conda.js';
import { cran } from '../../../../src/collect/images/installed/cran.js';
import { dotnet } from '../../../../src/collect/images/installed/dotnet.js';
import { gems } from '../../../../src/collect/images/installed/gems.js';
import { npm } from '../../../../src/collect/images/installed/npm.js';
import { python } from '../../../../src/collect/images/installed/python.js';
import { installedReaders } from '../../../../src/collect/images/installed/registry.js';
import { installedIn } from '../../../support/memory-image.js';
import { zipOf } from '../../../support/zip-writer.js';

const SITE = 'usr/lib/python3.12/site-packages';
const METADATA = 'Metadata-Version: 2.1\nName: Heron.Tools\nVersion: 2.0\nLicense: BSD-3-Clause\n\nVersion: 9.9\n';

describe('installed packages of languages', () => {
  it.each([
    ['app/node_modules/heron/package.json', true],
    ['app/node_modules/@marsh/heron/package.json', true],
    ['app/node_modules/heron/node_modules/reed/package.json', true],
    ['app/node_modules/.pnpm/reed@1.0.0/node_modules/reed/package.json', true],
    ['node_modules/heron/package.json', true],
    ['app/package.json', false],
    ['app/node_modules/heron/dist/esm/package.json', false],
    ['app/node_modules/heron/test/node_modules/reed/package.json', false],
    ['app/node_modules/.bin/package.json', false],
    ['home/me/extensions/heron/package.json', false],
  ])('%s is an npm package where an installer puts it: %s', (path, isWanted) => {
    expect(npm.wants(path) !== undefined).toBe(isWanted);
  });

  it.each([
    [`${SITE}/heron-2.0.dist-info/METADATA`, true],
    ['opt/target/heron-2.0.dist-info/METADATA', true],
    [`${SITE}/heron.egg-info/PKG-INFO`, true],
    [`${SITE}/heron-2.0-py3.12.egg-info`, true],
    ['src/heron.egg-info/PKG-INFO', false],
    [`${SITE}/heron/METADATA`, false],
  ])('%s is a Python distribution: %s', (path, isWanted) => {
    expect(python.wants(path) !== undefined).toBe(isWanted);
  });

  it('takes name and version from the headers, not from the folder or the text below', async () => {
    const path = `${SITE}/other-1.0.dist-info/METADATA`;
    const { packages } = await installedIn(python, { [path]: METADATA }, path);
    expect(packages).toEqual([{ name: 'heron-tools', version: '2.0', licenses: ['BSD-3-Clause'] }]);
  });

  it('reads metadata from before UTF-8', async () => {
    const path = `${SITE}/heron-2.0.dist-info/METADATA`;
    const bytes = Buffer.from(METADATA.replace('License:', 'Author: Andr\u00e9\nLicense:'), 'latin1');
    expect((await installedIn(python, { [path]: bytes }, path)).packages).toMatchObject([{ name: 'heron-tools', version: '2.0' }]);
  });

  it('reads a zipped egg', async () => {
    const path = `${SITE}/heron-2.0-py3.12.egg`;
    const egg = zipOf([{ name: 'EGG-INFO/PKG-INFO', bytes: Buffer.from(METADATA) }]);
    expect((await installedIn(python, { [path]: egg }, path)).packages[0]).toMatchObject({ name: 'heron-tools', version: '2.0' });
  });

  it('leaves out an editable installation, and says so', async () => {
    const folder = `${SITE}/heron-2.0.dist-info`;
    const files = { [`${folder}/METADATA`]: METADATA, [`${folder}/direct_url.json`]: '{"url":"file:///src","dir_info":{"editable":true}}' };
    const reading = await installedIn(python, files, `${folder}/METADATA`);
    expect(reading.packages).toEqual([]);
    expect(reading.issues).toMatchObject([{ kind: 'skipped', note: true }]);
  });

  it('counts what pip carries within itself as pip', async () => {
    const path = `${SITE}/pip/_vendor/vendor.txt`;
    const reading = await installedIn(python, { [path]: 'heron==2.0\nreed==1.1\n    marsh==3\n' }, path);
    expect(reading.packages).toEqual([]);
    expect(reading.issues[0]?.reason).toContain('heron 2.0, reed 1.1, marsh 3');
  });

  it('says that metadata without a name cannot be used', async () => {
    const path = `${SITE}/heron-2.0.dist-info/METADATA`;
    expect((await installedIn(python, { [path]: 'Version: 2.0\n\n' }, path)).outcome).toBe('failed');
  });

  it.each([
    [
      conda,
      'opt/conda/conda-meta/heron-1.0-0.json',
      '{"name":"heron","version":"1.0","license":"MIT"}',
      [{ name: 'heron', version: '1.0', licenses: ['MIT'] }],
    ],
    [
      gems,
      'usr/lib/ruby/gems/3.1.0/specifications/default/heron-1.2.gemspec',
      'Gem::Specification.new do |s|\n  s.name = "heron".freeze\n  s.version = Gem::Version.new("1.2")\n  s.licenses = ["MIT".freeze, "Ruby"]\nend\n',
      [{ name: 'heron', version: '1.2', licenses: ['MIT', 'Ruby'] }],
    ],
    [
      composer,
      'srv/vendor/composer/installed.json',
      '{"packages":[{"name":"marsh/heron","version":"v1.0","license":["MIT"]},{"name":"marsh/reed","version":"2.0"}],"dev-package-names":["marsh/reed"]}',
      [
        { name: 'marsh/heron', version: '1.0', scope: 'prod', licenses: ['MIT'] },
        { name: 'marsh/reed', version: '2.0', scope: 'dev' },
      ],
    ],
    [
      composer,
      'srv/vendor/composer/installed.json',
      '[{"name":"marsh/heron","version":"1.0"}]',
      [{ name: 'marsh/heron', version: '1.0', scope: 'prod' }],
    ],
    [
      dotnet,
      'app/Marsh.deps.json',
      '{"libraries":{"Marsh/1.0.0":{"type":"project"},"Heron/2.0.0":{"type":"package"},"runtimepack.Reed.Runtime.linux-x64/8.0.1":{"type":"runtimepack"}}}',
      [
        { name: 'Heron', version: '2.0.0', ecosystem: 'NuGet' },
        { name: 'Reed.Runtime.linux-x64', version: '8.0.1', ecosystem: 'NuGet' },
      ],
    ],
    [
      cran,
      'usr/lib/R/site-library/heron/DESCRIPTION',
      'Package: heron\nVersion: 1.0-2\nBuilt: R 4.3.1\n',
      [{ name: 'heron', version: '1.0-2' }],
    ],
    [cran, 'usr/lib/R/library/stats/DESCRIPTION', 'Package: stats\nVersion: 4.3.1\nPriority: base\nBuilt: R 4.3.1\n', []],
  ])('$id reads %s', async (reader, path, content, expected) => {
    expect(reader.wants(path)).toBeDefined();
    expect((await installedIn(reader, { [path]: content }, path)).packages).toEqual(expected);
  });

  it('names a package manager that is recognised and not read', async () => {
    const path = 'var/www/wp-content/plugins/heron/heron.php';
    const reader = installedReaders.find((candidate) => candidate.wants(path));
    expect(reader && (await installedIn(reader, { [path]: '<?php' }, path))).toMatchObject({
      packages: [],
      outcome: 'unsupported',
      issues: [{ kind: 'unsupported_format', note: true }],
    });
  });

  it('names the packages of another system in a folder, and needs none of them', async () => {
    const path = 'opt/jail/var/lib/dpkg/status';
    const reader = installedReaders.find(({ id, wants }) => id !== 'programs' && wants(path));
    const reading = reader && (await installedIn(reader, { [path]: 'Package: heron\nVersion: 1\n' }, path));
    expect(reading).toEqual({
      packages: [],
      issues: [expect.objectContaining({ note: true, reason: expect.stringContaining('a chroot') })],
    });
  });

  it.each([
    ['opt/jail/var/lib/dpkg/status', ['unread-packages']],
    ['srv/rootfs/lib/apk/db/installed', ['unread-packages']],
    ['srv/rootfs/var/lib/rpm/rpmdb.sqlite', ['unread-packages']],
    ['usr/lib/apk/db/installed', ['apk']],
    ['var/lib/dpkg/status', ['dpkg']],
  ])('%s is the database of the image itself, or named as one of another system', (path, readers) => {
    expect(installedReaders.filter(({ id, wants }) => id !== 'programs' && wants(path)).map(({ id }) => id)).toEqual(readers);
  });

  it('gives every reader an id of its own', () => {
    const ids = installedReaders.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

import { describe, expect, it } from 'vitest';
import { distributionOfQualifier, ecosystemOfDistribution, type PackageFamily } from '../../../src/collect/os/distribution.js';
import { parseOsRelease, systemEcosystem } from '../../../src/collect/os/os-release.js';
import { ecosystemOf } from '../../../src/ecosystems/registry.js';
import { memoryContext, memoryFile } from '../../support/memory-files.js';

const system = (family: PackageFamily, release: string, database = 'var/lib/dpkg/status') =>
  systemEcosystem(family, memoryFile(database, ''), memoryContext({ 'etc/os-release': release }, database));

describe('the ecosystem of a system', () => {
  it.each<[PackageFamily, string, string]>([
    ['deb', 'ID=debian\nVERSION_ID="12"', 'Debian:12'],
    ['deb', 'ID=debian\nVERSION_CODENAME=trixie', 'Debian:13'],
    ['deb', 'ID=debian\nVERSION_ID="6.0.10"', 'Debian:6.0'],
    ['deb', 'ID=debian\nPRETTY_NAME="Debian GNU/Linux sid"', 'Debian'],
    ['deb', "ID='ubuntu'\nVERSION_ID='22.04'", 'Ubuntu:22.04'],
    ['deb', 'ID=linuxmint\nVERSION_ID="21.2"\nUBUNTU_CODENAME=jammy', 'Ubuntu:22.04'],
    ['deb', 'ID=kali\nVERSION_ID="2024.1"', 'Debian'],
    ['apk', 'ID=alpine\nVERSION_ID=3.18.4', 'Alpine:v3.18'],
    ['apk', 'ID=alpine\nVERSION_ID=3.20_alpha20240329', 'Alpine:edge'],
    ['apk', 'ID=wolfi\nVERSION_ID="20230201"', 'Wolfi'],
    ['apk', 'ID=chainguard', 'Chainguard'],
    ['rpm', 'ID="rhel"\nVERSION_ID="8.6"', 'Red Hat:8'],
    ['rpm', 'ID="rocky"\nVERSION_ID="9.2"', 'Rocky Linux:9'],
    ['rpm', 'ID="almalinux"\nVERSION_ID="9.1"', 'AlmaLinux:9'],
    ['rpm', 'ID="sles"\nVERSION_ID="15.5"', 'SUSE:Linux Enterprise Server 15 SP5'],
    ['rpm', 'ID="sles"\nVERSION_ID="15"', 'SUSE:Linux Enterprise Server 15'],
    ['rpm', 'ID="opensuse-leap"\nVERSION_ID="15.5"', 'openSUSE:Leap 15.5'],
    ['rpm', 'ID="opensuse-tumbleweed"\nVERSION_ID="20240301"', 'openSUSE:Tumbleweed'],
    ['rpm', 'ID=fedora\nVERSION_ID=38', 'RPM'],
    ['rpm', 'ID=debian\nVERSION_ID=12', 'RPM'],
  ])('%s with %j is %s', (family, release, expected) => {
    expect(system(family, release)).toBe(expected);
  });

  it('has no release where os-release is missing or no text', () => {
    const path = 'root/lib/apk/db/installed';
    expect(systemEcosystem('apk', memoryFile(path, ''), memoryContext({}, path))).toBe('Alpine');
    expect(systemEcosystem('apk', memoryFile(path, ''), memoryContext({ 'root/etc/os-release': new Uint8Array([0xff, 0x00]) }, path))).toBe(
      'Alpine',
    );
  });

  it('belongs to the root of the database, at whatever depth', () => {
    const path = 'images/web/usr/lib/sysimage/rpm/Packages.db';
    const files = { 'images/web/usr/lib/os-release': 'ID=sles\nVERSION_ID=15.4', 'etc/os-release': 'ID=fedora' };
    expect(systemEcosystem('rpm', memoryFile(path, ''), memoryContext(files, path))).toBe('SUSE:Linux Enterprise Server 15 SP4');
  });
});

describe('the distro of a purl', () => {
  it.each<[PackageFamily, string, string | undefined, string]>([
    ['deb', 'debian', 'debian-12.4', 'Debian:12'],
    ['deb', 'debian', 'jessie', 'Debian:8'],
    ['deb', 'debian', 'debian-3.0', 'Debian:3.0'],
    ['deb', 'debian', 'sarge', 'Debian:3.1'],
    ['deb', 'debian', 'debian-10.13', 'Debian:10'],
    ['deb', 'debian', undefined, 'Debian'],
    ['deb', 'ubuntu', 'ubuntu-22.04', 'Ubuntu:22.04'],
    ['apk', 'alpine', 'alpine-v3.18', 'Alpine:v3.18'],
    ['apk', 'alpine', 'alpine-3.17.2', 'Alpine:v3.17'],
    ['apk', 'alpine', '3.17.2', 'Alpine:v3.17'],
    ['apk', 'wolfi', undefined, 'Wolfi'],
    ['rpm', 'redhat', 'rhel-8.4', 'Red Hat:8'],
    ['rpm', 'centos', 'centos-7', 'Red Hat:7'],
    ['rpm', 'opensuse', 'opensuse-leap-15.5', 'openSUSE:Leap 15.5'],
    ['rpm', 'opensuse', 'opensuse-tumbleweed', 'openSUSE:Tumbleweed'],
    ['rpm', 'suse', 'suse-Linux Enterprise Server 15 SP5', 'SUSE:Linux Enterprise Server 15 SP5'],
    ['rpm', 'fedora', 'fedora-25', 'RPM'],
    ['rpm', '', undefined, 'RPM'],
  ])('pkg:%s/%s?distro=%s is %s', (family, namespace, distro, expected) => {
    expect(ecosystemOfDistribution(family, distributionOfQualifier(namespace, distro))).toBe(expected);
  });
});

describe('the distro our own purls carry', () => {
  it.each<[PackageFamily, string]>([
    ['deb', 'Debian:12'],
    ['deb', 'Debian:3.0'],
    ['deb', 'Ubuntu:22.04'],
    ['deb', 'Ubuntu:22.04:LTS'],
    ['deb', 'Ubuntu:Pro:14.04:LTS'],
    ['apk', 'Alpine:v3.18'],
    ['apk', 'Alpine:edge'],
    ['apk', 'Wolfi'],
    ['rpm', 'Red Hat:8'],
    ['rpm', 'Rocky Linux:9'],
    ['rpm', 'AlmaLinux:9'],
    ['rpm', 'SUSE:Linux Enterprise Server 15 SP5'],
    ['rpm', 'openSUSE:Leap 15.5'],
    ['rpm', 'openSUSE:Tumbleweed'],
  ])('%s: %s is read back as itself', (family, name) => {
    const namespace = ecosystemOf(name)?.purlNamespace ?? '';
    const release = name.slice(name.indexOf(':') + 1);
    const distro = name.includes(':') ? `${namespace}-${release}` : undefined;
    expect(ecosystemOfDistribution(family, distributionOfQualifier(namespace, distro))).toBe(name);
  });
});

describe('os-release', () => {
  it('is read as shell assignments without expansion', () => {
    const values = parseOsRelease('# comment\nNAME="A \\"B\\" $HOME"\r\nID=x\nBROKEN\n=y\nEMPTY=\n');
    expect([...values]).toEqual([
      ['NAME', 'A "B" $HOME'],
      ['ID', 'x'],
      ['EMPTY', ''],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { ecosystemOf, ecosystemOfPurl } from '../../src/ecosystems/registry.js';

const known = [
  'AlmaLinux:9',
  'Alpine:v3.18',
  'Alpine:v3.19',
  'Chainguard',
  'Debian:11',
  'Debian:12',
  'Debian:3.0',
  'Debian:6.0',
  'Red Hat:enterprise_linux:8::appstream',
  'Red Hat:enterprise_linux:8::baseos',
  'Red Hat:enterprise_linux:9::baseos',
  'Red Hat:openshift:4.12::el8',
  'Red Hat:rhel_eus:8.6::baseos',
  'Rocky Linux:9',
  'SUSE:Linux Enterprise Module for Basesystem 15 SP5',
  'SUSE:Linux Enterprise Module for Basesystem 15 SP6',
  'SUSE:Linux Enterprise Server 15 SP5',
  'SUSE:Linux Enterprise Server 15 SP5-LTSS',
  'Ubuntu:22.04:LTS',
  'Ubuntu:23.10',
  'Ubuntu:Pro:22.04:LTS',
  'Wolfi',
  'openSUSE:Leap 15.5',
];

describe('database names of a component', () => {
  it.each([
    ['Debian:12', ['Debian:12']],
    ['Debian:12.5', ['Debian:12']],
    ['Debian:3.0', ['Debian:3.0']],
    ['Debian:6.0.10', ['Debian:6.0']],
    ['Debian:6', ['Debian:6.0']],
    ['Debian:13', []],
    ['Ubuntu:22.04', ['Ubuntu:22.04:LTS']],
    ['Ubuntu:22.04:LTS', ['Ubuntu:22.04:LTS']],
    ['Ubuntu:Pro:22.04:LTS', ['Ubuntu:Pro:22.04:LTS']],
    ['Ubuntu:23.10', ['Ubuntu:23.10']],
    ['Alpine:v3.18', ['Alpine:v3.18']],
    ['Alpine:3.19.1', ['Alpine:v3.19']],
    ['Alpine:edge', []],
    ['Wolfi:20230201', ['Wolfi']],
    ['Chainguard', ['Chainguard']],
    ['Red Hat:8', ['Red Hat:enterprise_linux:8::appstream', 'Red Hat:enterprise_linux:8::baseos']],
    ['Red Hat:8.6', ['Red Hat:rhel_eus:8.6::baseos', 'Red Hat:enterprise_linux:8::appstream', 'Red Hat:enterprise_linux:8::baseos']],
    ['Red Hat:openshift:4.12::el8', ['Red Hat:openshift:4.12::el8']],
    ['Rocky Linux:9.3', ['Rocky Linux:9']],
    ['AlmaLinux:9', ['AlmaLinux:9']],
    [
      'SUSE:Linux Enterprise Server 15 SP5',
      [
        'SUSE:Linux Enterprise Server 15 SP5',
        'SUSE:Linux Enterprise Module for Basesystem 15 SP5',
        'SUSE:Linux Enterprise Server 15 SP5-LTSS',
      ],
    ],
    ['openSUSE:Leap 15.5', ['openSUSE:Leap 15.5']],
    ['openSUSE:Leap 15.6', []],
  ])('of %s', (ecosystem, names) => {
    expect(ecosystemOf(ecosystem)?.lookupNames?.(ecosystem, known)).toEqual(names);
  });

  it('leaves ecosystems without releases to their exact name', () => {
    expect(ecosystemOf('npm')?.lookupNames).toBeUndefined();
    expect(ecosystemOf('PyPI')?.lookupNames).toBeUndefined();
  });
});

describe('the ecosystem of a purl', () => {
  it.each([
    ['npm', undefined, undefined, 'npm'],
    ['golang', 'golang.org/x', undefined, 'Go'],
    ['githubactions', 'actions', undefined, 'GitHub Actions'],
    ['deb', 'debian', undefined, 'Debian'],
    ['deb', undefined, 'ubuntu-22.04', 'Ubuntu'],
    ['rpm', 'rocky', undefined, 'Rocky Linux'],
    ['rpm', 'fedora', 'fedora-39', 'RPM'],
    ['apk', 'wolfi', undefined, 'Wolfi'],
  ])('%s of %s with distro %s is %s', (type, namespace, distro, name) => {
    expect(ecosystemOfPurl(type, namespace, distro === undefined ? undefined : { distro })?.name).toBe(name);
  });

  it('is none for types that are no packages, or for a package format of an unknown distribution', () => {
    expect(ecosystemOfPurl('oci')).toBeUndefined();
    expect(ecosystemOfPurl('deb', 'nobody')).toBeUndefined();
    expect(ecosystemOfPurl('__proto__', 'constructor')).toBeUndefined();
    expect(ecosystemOf('constructor')).toBeUndefined();
  });

  it('knows registries under the names their own tools write', () => {
    expect(ecosystemOf('CocoaPods')?.name).toBe('cocoapods');
    expect(ecosystemOf('JSR')?.name).toBe('jsr');
  });
});

import { describe, expect, it } from 'vitest';
import { InventoryBuilder } from '../../../src/collect/merge.js';
import type { PackageRecord, ReadResult, UnresolvedRecord } from '../../../src/collect/reader.js';
import { cyclonedxJson } from '../../../src/collect/sbom/cyclonedx-json.js';
import { spdxTagValue } from '../../../src/collect/sbom/spdx-tag-value.js';
import type { Component } from '../../../src/model/component.js';
import { readFrom } from '../../support/memory-files.js';

const packages: PackageRecord[] = [
  { name: '@acme/web', version: '2.1.0', ecosystem: 'npm', scope: 'prod', direct: true, dependencies: ['inner@0.3.1'] },
  { name: 'inner', version: '0.3.1', ecosystem: 'npm', scope: 'dev', direct: false },
  {
    name: 'forked',
    version: '1.0.0',
    ecosystem: 'npm',
    source: { kind: 'git', url: 'git+https://code.example/f.git', commit: 'abcdef1234567' },
  },
  { name: 'private', version: '1.0.0', ecosystem: 'npm', source: { kind: 'registry', url: 'https://npm.corp.example/' } },
  { name: 'org.acme:core', version: '1.4', ecosystem: 'Maven', scope: 'optional' },
  { name: 'github.com/BurntSushi/toml', version: '1.3.2', ecosystem: 'Go' },
  { name: 'libssl3', version: '3.0.11-1~deb12u2', ecosystem: 'Debian:12', arch: 'amd64' },
  { name: 'zlib', version: '1:1.2.13-2', ecosystem: 'SUSE:Linux Enterprise Server 15 SP5', arch: 'x86_64' },
];
const unresolved: UnresolvedRecord[] = [{ name: 'right', requirement: '^2.0.0 || 3', ecosystem: 'npm', scope: 'prod', direct: true }];

function componentsOf(result: ReadResult): Component[] {
  const builder = new InventoryBuilder();
  builder.add({ collector: 'test', path: 'file', ecosystem: 'npm', named: false }, result);
  return builder.finish().components;
}

const fromLock = componentsOf({ packages, unresolved, local: [], issues: [] });

/** What must be the same, however the packages came in. */
function identity({ ref, ecosystem, name, version, scope, direct, resolved, requirement, source, arch, dependencies }: Component) {
  return { ref, ecosystem, name, version, scope, direct, resolved, requirement, source, arch, dependencies };
}

describe('components written to an SBOM and read back', () => {
  it('are the same through CycloneDX', async () => {
    const components = fromLock.map((component) => ({
      type: 'library',
      'bom-ref': component.ref,
      name: component.name,
      ...(component.version !== null && { version: component.version }),
      purl: component.purl,
      properties: [
        ...(component.direct === null ? [] : [{ name: 'castellan:direct', value: String(component.direct) }]),
        { name: 'castellan:scope', value: component.scope },
        ...(component.resolved
          ? []
          : [
              { name: 'castellan:resolved', value: 'false' },
              { name: 'castellan:requirement', value: component.requirement },
            ]),
      ],
    }));
    const dependencies = fromLock.map(({ ref, dependencies: dependsOn }) => ({ ref, dependsOn }));
    const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components, dependencies });
    const result = await readFrom(cyclonedxJson, { 'bom.json': text }, 'bom.json');
    expect(result.issues).toEqual([]);
    expect(componentsOf(result).map(identity)).toEqual(fromLock.map(identity));
  });

  it('are the same through SPDX', async () => {
    const lines = ['SPDXVersion: SPDX-2.3'];
    for (const [at, { name, version, purl, direct, scope, resolved, requirement }] of fromLock.entries()) {
      lines.push(`PackageName: ${name}`, `SPDXID: SPDXRef-${at}`, ...(version === null ? [] : [`PackageVersion: ${version}`]));
      lines.push(
        `PackageComment: <text>castellan: direct=${direct} scope=${scope} resolved=${resolved}${resolved ? '' : ` requirement=${requirement}`}</text>`,
      );
      lines.push(`ExternalRef: PACKAGE-MANAGER purl ${purl}`);
    }
    for (const [at, { dependencies }] of fromLock.entries()) {
      for (const ref of dependencies)
        lines.push(`Relationship: SPDXRef-${at} DEPENDS_ON SPDXRef-${fromLock.findIndex((other) => other.ref === ref)}`);
    }
    const result = await readFrom(spdxTagValue, { 'x.spdx': lines.join('\n') }, 'x.spdx');
    expect(result.issues).toEqual([]);
    expect(componentsOf(result).map(identity)).toEqual(fromLock.map(identity));
  });
});

import { describe, expect, it } from 'vitest';
import { InventoryBuilder } from '../../../src/collect/merge.js';
import { PackageCollector } from '../../../src/collect/packages/package-collector.js';
import type { Inventory } from '../../../src/model/inventory.js';
import { diskFiles } from '../../../src/system/files.js';
import { projectFolder } from '../../support/project-folder.js';

async function collected(files: Readonly<Record<string, string>>): Promise<Inventory> {
  const builder = new InventoryBuilder();
  await new PackageCollector(diskFiles, builder, { excluded: () => false, gitignore: true }).folder({
    absolute: projectFolder(files),
    prefix: '',
  });
  return builder.finish();
}

const dependency = (name: string, version: string) =>
  `<dependency><groupId>org.acme</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
const module = (name: string, dependencies: string) => `<project>
<parent><groupId>org.acme</groupId><artifactId>root</artifactId><version>3.1</version></parent>
<artifactId>${name}</artifactId><dependencies>${dependencies}</dependencies></project>`;
const root = (more = '') =>
  `<project><groupId>org.acme</groupId><artifactId>root</artifactId><version>3.1</version><packaging>pom</packaging>${more}</project>`;

describe('modules of one Maven build', () => {
  it('are no packages where they ask for one another in their own release', async () => {
    const { components, local } = await collected({
      'pom.xml': root(),
      'core/pom.xml': module('core', dependency('util', '1.0')),
      'web/pom.xml': module('web', dependency('core', '${project.version}')),
    });
    expect(components.map(({ name }) => name)).toEqual(['org.acme:util']);
    expect(local.map(({ name }) => name)).toContain('org.acme:core');
  });

  it('are packages in another release, and where no module has the name', async () => {
    const { components } = await collected({
      'pom.xml': root(),
      'core/pom.xml': module('core', ''),
      'web/pom.xml': module('web', dependency('core', '2.0') + dependency('gone', '${project.version}')),
    });
    expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual(['org.acme:core@2.0', 'org.acme:gone@3.1']);
  });

  it('say once what all of them miss, with properties worked out', async () => {
    const bom = `<properties><boot.version>3.2.0</boot.version></properties><dependencyManagement><dependencies><dependency>
<groupId>org.boot</groupId><artifactId>bom</artifactId><version>\${boot.version}</version><type>pom</type><scope>import</scope>
</dependency></dependencies></dependencyManagement>`;
    const { issues } = await collected({ 'pom.xml': root(bom), 'a/pom.xml': module('a', ''), 'b/pom.xml': module('b', '') });
    expect(issues.map(({ reason }) => reason)).toEqual([
      'imported BOM "org.boot:bom:3.2.0" is not at hand, so what it manages is unresolved (3 times)',
    ]);
  });
});

describe('container images of a workflow', () => {
  it('are noted once, in a list', async () => {
    const job = (name: string, image: string) => `  ${name}:\n    container: ${image}\n    steps:\n      - run: make\n`;
    const { issues } = await collected({
      '.github/workflows/ci.yml': `jobs:\n${job('a', 'alpine:3')}${job('b', 'alpine:3')}${job('c', 'debian:12')}`,
    });
    expect(issues).toMatchObject([{ line: 2, note: true, reason: 'container images "alpine:3", "debian:12" were not looked into' }]);
  });
});

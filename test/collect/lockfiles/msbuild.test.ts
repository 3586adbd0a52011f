import { describe, expect, it } from 'vitest';
import { msbuild } from '../../../src/collect/lockfiles/formats/msbuild/msbuild.js';
import { InventoryBuilder } from '../../../src/collect/merge.js';
import { PackageCollector } from '../../../src/collect/packages/package-collector.js';
import { diskFiles } from '../../../src/system/files.js';
import { readFrom } from '../../support/memory-files.js';
import { projectFolder } from '../../support/project-folder.js';

const CENTRAL = '<Project><ItemGroup><PackageVersion Include="Acme" Version="1.0.0"/></ItemGroup></Project>';
const PROJECT = '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Other" Version="2.0.0"/></ItemGroup></Project>';

async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const builder = new InventoryBuilder();
  await new PackageCollector(diskFiles, builder, { excluded: () => false, gitignore: true }).folder({
    absolute: projectFolder(files),
    prefix: '',
  });
  return builder.finish().components.map(({ name, version }) => `${name}@${version}`);
}

describe('a project file', () => {
  it('leaves a package unresolved whose name has a property that is set elsewhere', async () => {
    const text = '<Project><ItemGroup><PackageReference Include="Acme.Tool.$(Suffix)" Version="1.0.0"/></ItemGroup></Project>';
    const { issues, unresolved } = await readFrom(msbuild, { 'a.csproj': text }, 'a.csproj');
    expect(unresolved).toMatchObject([{ name: 'Acme.Tool.$(Suffix)', requirement: '1.0.0', line: 1 }]);
    expect(issues).toMatchObject([{ kind: 'unresolved', note: true }]);
  });
});

describe('central versions', () => {
  it('count themselves where no project is at hand', async () => {
    expect(await found({ 'Directory.Packages.props': CENTRAL, 'docs/readme.md': 'x' })).toEqual(['Acme@1.0.0']);
  });

  it.each([
    ['a project', { 'src/a/a.csproj': PROJECT }, ['Other@2.0.0']],
    ['a lock', { 'src/a/packages.lock.json': '{"version": 1, "dependencies": {}}' }, []],
  ])('are left to %s below', async (_, beside, names) => {
    expect(await found({ 'Directory.Packages.props': CENTRAL, ...beside })).toEqual(names);
  });
});

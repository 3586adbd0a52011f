import { describe, expect, it } from 'vitest';
import type { ReadResult } from '../../../src/collect/reader.js';
import { cyclonedxJson } from '../../../src/collect/sbom/cyclonedx-json.js';
import { sbomReaders } from '../../../src/collect/sbom/registry.js';
import { isSbomName } from '../../../src/collect/sbom/sbom-name.js';
import { spdxJson } from '../../../src/collect/sbom/spdx-json.js';
import { spdxTagValue } from '../../../src/collect/sbom/spdx-tag-value.js';
import { InputError } from '../../../src/support/errors.js';
import { cpuTime } from '../../support/cpu-time.js';
import { chosen, outcomeOf, readFrom } from '../../support/memory-files.js';

const cyclonedx = (members: object, version = '1.6') => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: version, ...members });
const read = (members: object) => readFrom(cyclonedxJson, { 'bom.json': cyclonedx(members) }, 'bom.json');
const library = (purl: string, more: object = {}) => ({ type: 'library', name: 'x', purl, ...more });

/** The same two packages and their edge in each notation. */
const sameInAll: Record<string, string> = {
  'cyclonedx-json': cyclonedx({
    components: [library('pkg:npm/a@1.0.0', { 'bom-ref': 'a' }), library('pkg:npm/b@2.0.0', { 'bom-ref': 'b' })],
    dependencies: [{ ref: 'a', dependsOn: ['b'] }],
  }),
  'cyclonedx-xml': `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>
    <component type="library" bom-ref="a"><name>a</name><purl>pkg:npm/a@1.0.0</purl></component>
    <component type="library" bom-ref="b"><name>b</name><purl>pkg:npm/b@2.0.0</purl></component>
    </components><dependencies><dependency ref="a"><dependency ref="b"/></dependency></dependencies></bom>`,
  'spdx-json': JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    packages: ['a@1.0.0', 'b@2.0.0'].map((id) => ({
      SPDXID: id.charAt(0),
      name: id,
      externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:npm/${id}` }],
    })),
    relationships: [{ spdxElementId: 'a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'b' }],
  }),
  'spdx-tag': `SPDXVersion: SPDX-2.3\nPackageName: a\nSPDXID: a\nExternalRef: PACKAGE-MANAGER purl pkg:npm/a@1.0.0
PackageName: b\nSPDXID: b\nExternalRef: PACKAGE-MANAGER purl pkg:npm/b@2.0.0\nRelationship: a DEPENDS_ON b\n`,
};

describe('an SBOM', () => {
  it.each(sbomReaders)('says the same in $id', async (reader) => {
    const text = sameInAll[reader.id] ?? '';
    expect(chosen(sbomReaders, 'sbom.json', text)).toBe(reader);
    const { packages } = await readFrom(reader, { 'sbom.json': text }, 'sbom.json');
    expect(packages.map(({ line: _, ...record }) => record)).toEqual([
      { key: 'a', name: 'a', ecosystem: 'npm', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', dependencies: ['b'] },
      { key: 'b', name: 'b', ecosystem: 'npm', version: '2.0.0', purl: 'pkg:npm/b@2.0.0' },
    ]);
  });

  it.each([
    ['bom.json', true],
    ['a/bom.xml', true],
    ['x.cdx.json', true],
    ['x.cdx.xml', true],
    ['x.bom.json', true],
    ['sbom.json', true],
    ['x.spdx', true],
    ['x.spdx.json', true],
    ['sbom.spdx.rdf', true],
    ['BOM.JSON', true],
    ['app-sbom.json', true],
    ['package.json', false],
    ['bom', false],
    ['bombom.json', false],
    ['spdx/index.js', false],
    ['bom.json/readme.md', false],
  ])('%s is taken up by a walk: %s', (path, taken) => {
    expect(isSbomName(path)).toBe(taken);
  });

  it('names components whose purl is none, and reads the others', async () => {
    const result = await read({ components: [library('pkg:npm'), library('pkg:npm/b@2.0.0'), 7, { purl: '' }] });
    expect(result.packages.map((item) => item.name)).toEqual(['b']);
    expect(result.issues.map((issue) => issue.kind)).toEqual(['invalid_entry', 'invalid_entry', 'invalid_entry']);
  });

  it('is not empty because nothing in it has a purl', async () => {
    const result = await read({ components: [{ name: 'firmware', version: '3' }] });
    expect(result).toMatchObject({ unidentified: [{ name: 'firmware', version: '3' }], packages: [] });
  });

  it('takes a version from the component where the purl has none', async () => {
    const { packages } = await read({ components: [library('pkg:npm/a', { version: '1.2.3' })] });
    expect(packages[0]).toMatchObject({ version: '1.2.3', purl: 'pkg:npm/a@1.2.3' });
  });

  it('tells where packages come from, without the secrets of addresses', async () => {
    const { packages } = await read({
      components: [
        library('pkg:npm/a@1?repository_url=https:%2F%2Fuser:s3cret@npm.corp.example%2F'),
        library('pkg:npm/b@1?download_url=https:%2F%2Fcdn.example%2Fb.tgz'),
        library('pkg:npm/c?vcs_url=git%2Bssh:%2F%2Fgit@code.example%2Fc.git%40abcdef1'),
        library('pkg:oci/d@sha256:00?repository_url=ghcr.io%2Fd'),
      ],
    });
    expect(packages.map((item) => item.source)).toEqual([
      { kind: 'registry', url: 'https://npm.corp.example/' },
      { kind: 'url', url: 'https://cdn.example/b.tgz' },
      { kind: 'git', url: 'git+ssh://git@code.example/c.git', commit: 'abcdef1' },
      undefined,
    ]);
    expect(packages[0]?.purl).toBe('pkg:npm/a@1?repository_url=https:%2F%2Fnpm.corp.example%2F');
  });

  it('marks a development dependency as npm tools write it, and keeps the strongest hash', async () => {
    const { packages } = await read({
      components: [
        library('pkg:npm/a@1', {
          properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
          hashes: [
            { alg: 'MD5', content: '0'.repeat(32) },
            { alg: 'SHA-256', content: 'AB'.repeat(32) },
          ],
        }),
      ],
    });
    expect(packages[0]).toMatchObject({ scope: 'dev', integrity: `sha256:${'ab'.repeat(32)}` });
  });
});

describe('documents that hide something', () => {
  const reasons = (outcome: ReadResult | InputError) =>
    outcome instanceof InputError ? [outcome.message] : outcome.issues.map((issue) => issue.reason);

  it('names members given twice and members nobody knows', async () => {
    const twice = '{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"name":"a","purl":"pkg:npm/a@1"}],"components":[]}';
    expect(reasons(await outcomeOf(cyclonedxJson, 'bom.json', twice))).toEqual(['"components" is given twice; the first was not read']);
    const unknown = await outcomeOf(spdxJson, 'x.spdx.json', '{"spdxVersion":"SPDX-2.3","package":[]}');
    expect(reasons(unknown)).toEqual(['"package" is no member of such a document']);
  });

  it('names a text that swallows packages', async () => {
    const text = 'SPDXVersion: SPDX-2.3\nDocumentComment: <text>open\nPackageName: hidden\nExternalRef: PACKAGE-MANAGER purl pkg:npm/h@1\n';
    expect(reasons(await outcomeOf(spdxTagValue, 'x.spdx', text))).toHaveLength(2);
  });

  it.each([
    ['CycloneDX 2.0', cyclonedxJson, cyclonedx({ components: [] }, '2.0')],
    ['CycloneDX 1.8', cyclonedxJson, cyclonedx({ components: [] }, '1.8')],
    ['SPDX 3', spdxJson, '{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld","@graph":[]}'],
    ['SPDX-1.2', spdxTagValue, 'SPDXVersion: SPDX-1.2\n'],
  ])('%s is unsupported, not empty', async (_, reader, text) => {
    expect(await outcomeOf(reader, 'sbom.json', text)).toMatchObject({ issue: 'unsupported_version' });
  });

  it('ends at nesting without end, and reads prototype keys as nothing special', async () => {
    const depth = 50_000;
    const deep = cyclonedx({}).replace('}', `,"components":${'[{"name":"a","components":'.repeat(depth)}[]${'}]'.repeat(depth)}}`);
    expect(await outcomeOf(cyclonedxJson, 'bom.json', deep)).toMatchObject({ issue: 'too_deep' });
    const keys = '{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"__proto__":{"purl":"pkg:npm/evil@1"},"name":"toString"}]}';
    expect(await outcomeOf(cyclonedxJson, 'bom.json', keys)).toMatchObject({ packages: [], unidentified: [{ name: 'toString' }] });
  });

  it('follows circles of containers once', async () => {
    const components = [{ 'bom-ref': 'x', name: 'x' }, { 'bom-ref': 'y', name: 'y' }, library('pkg:npm/a@1', { 'bom-ref': 'a' })];
    const dependencies = [
      { ref: 'x', dependsOn: ['y'] },
      { ref: 'y', dependsOn: ['x', 'a'] },
    ];
    const { packages } = await read({ metadata: { component: { 'bom-ref': 'x', name: 'x' } }, components, dependencies });
    expect(packages[0]?.direct).toBe(true);
  });
});

describe('a large SBOM', () => {
  it('of 10 MB takes less than three seconds', async () => {
    const packages = Array.from({ length: 16_000 }, (_, at) => ({
      SPDXID: `SPDXRef-${at}`,
      name: `p${at}`,
      description: 'x'.repeat(450),
      externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:npm/%40acme/p${at}@1.0.${at}` }],
    }));
    const text = JSON.stringify({ spdxVersion: 'SPDX-2.3', packages }, null, 1);
    expect(text.length).toBeGreaterThan(10_000_000);
    const start = cpuTime();
    const result = await readFrom(spdxJson, { 'x.spdx.json': text }, 'x.spdx.json');
    expect(cpuTime() - start).toBeLessThan(3000);
    expect(result.packages).toHaveLength(16_000);
  });
});

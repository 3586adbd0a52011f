import fc from 'fast-check';
import licenseIds from 'spdx-license-ids/index.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { readCycloneDxJson } from '../../src/collect/sbom/read-cyclonedx-json.js';
import { readSpdxJson } from '../../src/collect/sbom/read-spdx-json.js';
import { licenseForm } from '../../src/report/licenses.js';
import { digestsOf } from '../../src/report/sbom/identity.js';
import { checkBom } from '../support/document-schemas.js';
import { memoryFile } from '../support/memory-files.js';
import { render } from '../support/rendering.js';
import { sampleComponent, sampleReport } from '../support/sample-parts.js';
import { sampleReports } from '../support/sample-reports.js';

interface SpdxDocument {
  packages: { SPDXID: string; licenseDeclared: string; checksums?: { checksumValue: string }[] }[];
  relationships: { spdxElementId: string; relatedSpdxElement: string }[];
  hasExtractedLicensingInfos?: { licenseId: string; extractedText: string }[];
}

/** The rules of SPDX 2.3 that our documents can break: ids unique and well-formed, no dangling relationship or licence. */
function checkSpdx(text: string): SpdxDocument {
  const document: SpdxDocument = JSON.parse(text);
  const ids = document.packages.map((entry) => entry.SPDXID);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^SPDXRef-[A-Za-z0-9.-]+$/.test(id))).toBe(true);
  const known = new Set(['SPDXRef-DOCUMENT', ...ids]);
  expect(document.relationships.every((relation) => known.has(relation.spdxElementId) && known.has(relation.relatedSpdxElement))).toBe(
    true,
  );
  const extracted = new Set((document.hasExtractedLicensingInfos ?? []).map((info) => info.licenseId));
  for (const { licenseDeclared } of document.packages) {
    for (const reference of licenseDeclared.match(/LicenseRef-[A-Za-z0-9.-]+/g) ?? []) expect(extracted.has(reference)).toBe(true);
    expect(licenseDeclared === 'NOASSERTION' || licenseForm(licenseDeclared)?.kind).not.toBe('name');
  }
  return document;
}

const messy = fc.oneof(
  fc.constantFrom(
    'MIT',
    'mit',
    'Apache 2.0',
    'Apache-2.0 OR MIT',
    '(MIT',
    'MIT AND (BSD-3-Clause OR GPL-2.0-only)',
    'SEE LICENSE IN LICENSE.txt',
    'UNLICENSED',
    'NOASSERTION',
    '',
    'GPL-2.0+',
    'LicenseRef-own',
    'DocumentRef-x:LicenseRef-y',
    'BSD',
    'MIT/X11',
    '\u202eTIM',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    '('.repeat(5_000),
  ),
  fc.constantFrom(...licenseIds),
  fc.string({ maxLength: 60 }),
);

describe('SBOMs with messy licences', () => {
  it('are valid in 200 generated cases, with one expression or ids and names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(messy, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), async (lists) => {
        const report = sampleReport({ components: lists.map((licenses, at) => sampleComponent(`p${at}`, '1.0.0', { licenses })) });
        checkBom(await render('cyclonedx', report));
        checkSpdx(await render('spdx', report));
      }),
      { numRuns: 200 },
    );
  });

  it('knows every id of the SPDX list in both formats', async () => {
    const report = sampleReport({
      components: licenseIds.map((id, at) => sampleComponent(`p${at}`, '1.0.0', { licenses: [id.toLowerCase()] })),
    });
    const bom = await render('cyclonedx', report);
    checkBom(bom);
    expect(JSON.parse(bom).components.map((entry: { licenses: { license: { id: string } }[] }) => entry.licenses[0]?.license.id)).toEqual(
      licenseIds,
    );
    expect(checkSpdx(await render('spdx', report)).packages.map((entry) => entry.licenseDeclared)).toEqual(licenseIds);
  });

  it('does not guess: what is no id and no expression stays a name', () => {
    expect(licenseForm('Apache 2.0')).toEqual({ kind: 'name', text: 'Apache 2.0' });
    expect(licenseForm('apache-2.0')).toEqual({ kind: 'id', text: 'Apache-2.0' });
    expect(licenseForm('MIT OR GPL-3.0-only')).toEqual({ kind: 'expression', text: 'MIT OR GPL-3.0-only' });
    expect(licenseForm('NOASSERTION')).toBeUndefined();
  });
});

describe.each(Object.entries(sampleReports))('the SBOMs of "%s"', (_name, make) => {
  it('are valid, their components and references unique', async () => {
    const bom = await render('cyclonedx', make());
    if (bom.length < 5_000_000) checkBom(bom);
    const refs = JSON.parse(bom).components?.map((entry: { 'bom-ref': string }) => entry['bom-ref']) ?? [];
    const { components, servers, models, skills, cloud = [], images = [] } = make();
    const ofCloud = cloud.filter(({ kind }) => kind === 'model').length + images.length;
    expect(new Set(refs).size).toBe(components.length + models.length + skills.length + ofCloud);
    const things = components.length + new Set(servers.map(({ ref }) => ref)).size + models.length + skills.length;
    expect(checkSpdx(await render('spdx', make())).packages).toHaveLength(things);
  });
});

describe('an SBOM of an image', () => {
  const reportOf = (...spelled: string[]) => {
    const images = spelled.map((reference) => ({ reference, ref: 'image:docker.io/library/alpine:latest', used_by: [] }));
    const report = sampleReport({ images, findings: [] });
    return { ...report, scan_run: { ...report.scan_run, targets: spelled } };
  };

  it('names it in full, however it was spelled', async () => {
    for (const spelled of ['alpine', 'index.docker.io/library/alpine', 'docker.io/library/alpine:latest']) {
      const bom = JSON.parse(await render('cyclonedx', reportOf(spelled)));
      expect(bom.metadata.component.name).toBe('docker.io/library/alpine:latest');
      expect(bom.components).toMatchObject([{ type: 'container', name: 'docker.io/library/alpine:latest' }]);
      expect(checkSpdx(await render('spdx', reportOf(spelled)))).toMatchObject({ name: 'docker.io/library/alpine:latest' });
    }
  });

  it('lists it once where it was read by two names', async () => {
    const bom = await render('cyclonedx', reportOf('alpine', 'docker.io/library/alpine'));
    checkBom(bom);
    expect(JSON.parse(bom).components).toHaveLength(1);
  });
});

describe('an SBOM that is read again', () => {
  const components = [
    sampleComponent('app', '1.0.0', {
      dependencies: ['pkg:npm/left-pad', 'pkg:npm/tool@2.0.0'],
      integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}`,
    }),
    sampleComponent('left-pad', null, { requirement: '^1.2.0 || >2' }),
    sampleComponent('tool', '2.0.0', { direct: false, scope: 'dev', ref: 'pkg:npm/tool@2.0.0?repository_url=https:%2F%2Fnpm.example' }),
    sampleComponent('libssl3', '3.0.1', {
      ref: 'pkg:deb/debian/libssl3@3.0.1?distro=debian-12',
      ecosystem: 'Debian:12',
      origin: { name: 'openssl', version: '3.0.1-1' },
    }),
  ];
  const report = sampleReport({ components });

  it.each([
    ['cyclonedx', readCycloneDxJson],
    ['spdx', readSpdxJson],
  ] as const)('gives the same packages: %s', async (format, read) => {
    const { packages, unresolved, issues } = read(memoryFile(`x.${format}.json`, await render(format, report)));
    expect(issues).toEqual([]);
    expect(unresolved).toMatchObject([{ name: 'left-pad', requirement: '^1.2.0 || >2', direct: true, scope: 'prod' }]);
    expect(packages.map(({ name, version, direct, scope }) => [name, version, direct, scope])).toEqual([
      ['app', '1.0.0', true, 'prod'],
      ['tool', '2.0.0', false, 'dev'],
      ['libssl3', '3.0.1', true, 'prod'],
    ]);
    expect(packages[0]?.dependencies).toHaveLength(1);
    expect(packages[1]?.source).toEqual({ kind: 'registry', url: 'https://npm.example' });
    expect(packages[2]).toMatchObject({ ecosystem: 'Debian:12', origin: { name: 'openssl', version: '3.0.1-1' } });
  });
});

describe('VEX', () => {
  it('says "not affected" only where VEX did', async () => {
    const report = sampleReports['suppressed']!();
    const bom = JSON.parse(await render('cyclonedx', report));
    const states = bom.vulnerabilities.map((entry: { analysis?: { state: string } }) => entry.analysis?.state);
    expect(states).toEqual([undefined, 'not_affected', 'in_triage', 'in_triage', 'in_triage']);
    const { statements } = JSON.parse(await render('openvex', report));
    expect(statements.map((entry: { status: string }) => entry.status)).toEqual([
      'affected',
      'not_affected',
      'affected',
      'affected',
      'affected',
    ]);
    expect(statements[1].impact_statement).toBe('vulnerable code not in execute path');
    expect(statements[2].action_statement).toMatch(/^accepted \(ignore, until 2026-06-30\)/);
  });
});

describe('digests', () => {
  it('are read from both spellings, never from broken ones', () => {
    expect(digestsOf(`sha256-${Buffer.alloc(32, 1).toString('base64')}`)).toEqual([{ algorithm: 'SHA256', hex: '01'.repeat(32) }]);
    expect(digestsOf(`sha1:${'AB'.repeat(20)}`)).toEqual([{ algorithm: 'SHA1', hex: 'ab'.repeat(20) }]);
    expect(digestsOf('h1:abc= sha512-short sha256:zz')).toEqual([]);
  });
});

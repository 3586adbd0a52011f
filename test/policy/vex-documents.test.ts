import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purlCovers } from '../../src/model/purl-cover.js';
import { matchesGlob } from '../../src/policy/glob.js';
import { parseIgnores } from '../../src/policy/ignore-file.js';
import { VexIndex } from '../../src/policy/vex.js';
import { parseVex } from '../../src/policy/vex-file.js';

const openVex = (...statements: object[]) =>
  parseVex(JSON.stringify({ '@context': 'https://openvex.dev/ns/v0.2.0', statements }), 'v.json');
const cycloneDx = (document: object) => parseVex(JSON.stringify({ bomFormat: 'CycloneDX', ...document }), 'bom.json');
const lodash = { '@id': 'pkg:npm/lodash' };

describe('an OpenVEX document', () => {
  it('gives each statement with its names, products, words and place', () => {
    const statements = openVex(
      {
        vulnerability: { name: 'CVE-1', aliases: ['GHSA-1', 7] },
        products: [lodash, { '@id': 'urn:image', identifiers: { purl: 'pkg:oci/app@sha256:1' } }, 'no object'],
        status: 'not_affected',
        justification: 'component_not_present',
        impact_statement: 'Not built in.',
        action_statement: 'none',
      },
      { vulnerability: 'CVE-2', products: [], status: 'affected', action_statement: 'Upgrade.' },
      { vulnerability: { '@id': 'https://nvd.example/CVE-3' }, status: 'fixed' },
      { vulnerability: { name: '', '@id': 'CVE-4' }, status: 'under_investigation' },
    );
    expect(statements).toEqual([
      {
        id: 'CVE-1',
        aliases: ['GHSA-1'],
        products: ['pkg:npm/lodash', 'pkg:oci/app@sha256:1'],
        status: 'not_affected',
        justification: 'component_not_present',
        statement: 'Not built in.',
        source: 'v.json statement 1',
      },
      { id: 'CVE-2', aliases: [], products: [], status: 'affected', statement: 'Upgrade.', source: 'v.json statement 2' },
      { id: 'https://nvd.example/CVE-3', aliases: [], products: [], status: 'fixed', source: 'v.json statement 3' },
      { id: 'CVE-4', aliases: [], products: [], status: 'under_investigation', source: 'v.json statement 4' },
    ]);
  });

  it('speaks of the parts of a product where it names them, not of the product', () => {
    const products = [{ '@id': 'pkg:oci/app', subcomponents: [{ '@id': 'pkg:npm/a' }, { identifiers: { purl: 'pkg:npm/b' } }] }];
    const [only] = openVex({ vulnerability: 'CVE-1', status: 'fixed', products });
    expect(only?.products).toEqual(['pkg:npm/a', 'pkg:npm/b']);
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'is no JSON'],
    ['no object', '[1]', 'is no VEX document'],
    ['another document', '{"bomFormat":"SPDX"}', 'is neither OpenVEX nor CycloneDX'],
    ['another context', '{"@context":"https://schema.org"}', 'is neither OpenVEX nor CycloneDX'],
    ['an unknown status', '{"@context":"openvex","statements":[{"vulnerability":"CVE-1","status":"fine"}]}', 'has no legal status'],
    ['no vulnerability', '{"@context":"openvex","statements":[{"status":"fixed"}]}', 'names no vulnerability'],
  ])('is refused where it is %s', (_, text, message) => {
    expect(() => parseVex(text, 'v.json')).toThrowError(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining(message) }),
    );
  });
});

describe('VEX in a CycloneDX document', () => {
  it.each<[string, string | undefined]>([
    ['resolved', 'fixed'],
    ['resolved_with_pedigree', 'fixed'],
    ['exploitable', 'affected'],
    ['in_triage', 'under_investigation'],
    ['false_positive', 'not_affected'],
    ['not_affected', 'not_affected'],
    ['unheard_of', undefined],
  ])('reads the state %s as %s', (state, status) => {
    const statements = cycloneDx({ vulnerabilities: [{ id: 'CVE-1', analysis: { state }, affects: [{ ref: 'pkg:npm/a' }] }] });
    expect(statements.map((one) => one.status)).toEqual(status === undefined ? [] : [status]);
  });

  it.each<[string, object[], string[]]>([
    ['a bom-ref', [{ ref: 'r' }], ['pkg:npm/a@1.0.0']],
    ['a purl', [{ ref: 'pkg:npm/b' }], ['pkg:npm/b']],
    ['a BOM-Link to a bom-ref', [{ ref: 'urn:cdx:1234/1#r' }], ['pkg:npm/a@1.0.0']],
    ['a BOM-Link to an encoded purl', [{ ref: 'urn:cdx:1234/1#pkg%3Anpm%2Fb' }], ['pkg:npm/b']],
    ['a BOM-Link with broken encoding', [{ ref: 'urn:cdx:1234/1#%zz' }], []],
    ['a BOM-Link to nothing', [{ ref: 'urn:cdx:1234/1' }], []],
    ['a hash that is no BOM-Link', [{ ref: 'x#r' }], []],
    ['a ref without a purl', [{ ref: 'bare' }], []],
    ['no ref', [{}], []],
    ['several', [{ ref: 'r' }, { ref: 'bare' }, { ref: 'pkg:npm/b' }], ['pkg:npm/a@1.0.0', 'pkg:npm/b']],
  ])('finds the package by %s', (_, affects, products) => {
    const components = [{ 'bom-ref': 'r', purl: 'pkg:npm/a@1.0.0' }, { 'bom-ref': 'bare' }, { purl: 'pkg:npm/no-ref' }];
    expect(cycloneDx({ components, vulnerabilities: [{ id: 'CVE-1', analysis: { state: 'resolved' }, affects }] })[0]?.products).toEqual(
      products,
    );
  });

  it('takes words and other names along, and a vulnerability without analysis or id for no statement', () => {
    const vulnerabilities = [
      { id: 'CVE-0' },
      { analysis: { state: 'resolved' } },
      {
        id: 'CVE-1',
        references: [{ id: 'GHSA-1' }, {}],
        analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Unused.' },
      },
    ];
    expect(cycloneDx({ vulnerabilities })).toEqual([
      {
        id: 'CVE-1',
        aliases: ['GHSA-1'],
        products: [],
        status: 'not_affected',
        justification: 'code_not_reachable',
        statement: 'Unused.',
        source: 'bom.json vulnerability 3',
      },
    ]);
  });
});

describe('several statements about one vulnerability', () => {
  const about = (status: string, product: object = lodash, name = 'CVE-1') => ({
    vulnerability: { name, aliases: ['GHSA-1'] },
    products: [product],
    status,
  });
  const index = (...statements: object[]) => new VexIndex(openVex(...statements));

  it('the last one stands, by whichever id it is found', () => {
    const vex = index(about('affected'), about('fixed'), about('under_investigation', { '@id': 'pkg:npm/other' }));
    expect(vex.find(['CVE-1', 'GHSA-1'], 'pkg:npm/lodash@1.0.0')?.status).toBe('fixed');
    expect(vex.find(['ghsa-1'], 'pkg:npm/lodash@1.0.0')?.status).toBe('fixed');
    const mixed = index(about('fixed', lodash, 'CVE-2'), about('affected', lodash, 'CVE-3'));
    expect(mixed.find(['CVE-3', 'CVE-2'], 'pkg:npm/lodash@1.0.0')?.status).toBe('affected');
    expect(vex.find(['CVE-9'], 'pkg:npm/lodash@1.0.0')).toBeUndefined();
  });

  it('each that spoke of the package was of use, also one that another replaced', () => {
    const vex = index(about('affected'), about('fixed'), about('fixed', { '@id': 'pkg:npm/other' }));
    vex.find(['CVE-1'], 'pkg:npm/lodash@1.0.0');
    expect(vex.unmatched()).toEqual([{ kind: 'unmatched_vex', text: 'v.json statement 3: CVE-1 (fixed) matched nothing' }]);
  });

  it('a statement about several products speaks of each', () => {
    const [statement] = openVex({ ...about('fixed'), products: [{ '@id': 'pkg:npm/other' }, lodash] });
    expect(statement && new VexIndex([statement]).find(['CVE-1'], 'pkg:npm/lodash@1.0.0')).toBe(statement);
  });
});

describe('what a purl covers', () => {
  it.each<[string, string, boolean]>([
    ['pkg:npm/a', 'pkg:npm/a@1.0.0', true],
    ['pkg:npm/a@1.0.0', 'pkg:npm/a@1.0.0', true],
    ['pkg:npm/a@1.0.0', 'pkg:npm/a@1.0.1', false],
    ['pkg:npm/a@1.0.0', 'pkg:npm/a', false],
    ['pkg:npm/a', 'pkg:npm/b@1.0.0', false],
    ['pkg:npm/a', 'pkg:gem/a@1.0.0', false],
    ['pkg:npm/a', 'pkg:npm/%40s/a@1.0.0', false],
    ['pkg:npm/@s/a', 'pkg:npm/%40s/a@1.0.0', true],
    ['pkg:npm/%40t/a', 'pkg:npm/%40s/a@1.0.0', false],
    ['pkg:pypi/Some_Name', 'pkg:pypi/some-name@1.0', true],
    ['pkg:deb/debian/curl?arch=amd64', 'pkg:deb/debian/curl@7.0?arch=amd64&distro=bookworm', true],
    ['pkg:deb/debian/curl?arch=arm64', 'pkg:deb/debian/curl@7.0?arch=amd64', false],
    ['pkg:deb/debian/curl?arch=amd64', 'pkg:deb/debian/curl@7.0', false],
    ['lodash', 'pkg:npm/lodash@1.0.0', false],
    ['pkg:npm/a', 'nonsense', false],
    ['nonsense', 'nonsense', false],
  ])('%s covers %s: %s', (pattern, purl, expected) => {
    expect(purlCovers(pattern, purl)).toBe(expected);
    expect(purlCovers(pattern, purl)).toBe(expected);
  });
});

describe('globs', () => {
  it('match as the regular expression of the same meaning does', () => {
    const letters = (unit: string[]) => fc.string({ unit: fc.constantFrom(...unit), maxLength: 8 });
    fc.assert(
      fc.property(letters(['a', 'b', '*', '?', '.']), letters(['a', 'b', '.']), (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchesGlob(pattern, text)).toBe(expression.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, string, boolean]>([
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a**', 'a', true],
    ['*ab', 'aab', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['?', '', false],
  ])('%j matches %j: %s', (pattern, text, expected) => expect(matchesGlob(pattern, text)).toBe(expected));
});

describe('an exception in a file', () => {
  const written = (...lines: string[]) =>
    `exceptions:\n  - id: MAL-1\n    reason: ours\n    expires: 2026-02-01\n${lines.map((line) => `    ${line}\n`).join('')}`;

  it.each([
    [['purl: pkg:npm/a@1.0.0'], true],
    [['purl: pkg:npm/a', 'version: 1.0.0'], true],
    [['purl: pkg:npm/a', 'integrity: sha512-x'], true],
    [['purl: pkg:npm/a'], false],
    [['purl: pkg:npm/@s/a'], false],
  ])('%j stands for certain bytes: %s', (lines, accepted) => {
    const read = () => parseIgnores(written(...lines), 'c.yaml').exceptions;
    if (accepted) expect(read()).toMatchObject([{ id: 'MAL-1', reason: 'ours', expires: '2026-02-01', source: 'c.yaml:2' }]);
    else expect(read).toThrow('an exception needs "version" or "integrity"');
  });

  it.each(['2026-13-01', '2026-02-30', '20260201', '2026-2-1', '2026-02-01T12:00:00Z'])('refuses the date %s', (date) => {
    expect(() => parseIgnores(written('purl: pkg:npm/a@1').replace('2026-02-01', date), 'c.yaml')).toThrow('"expires" must be a date');
  });
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { findingKey } from '../../src/model/identity.js';
import { parseIgnores } from '../../src/policy/ignore-file.js';
import { suppress } from '../../src/policy/suppress.js';
import { parseVex } from '../../src/policy/vex-file.js';
import { component, defaultGates, finding } from '../support/estates.js';

const react = component('%40s/react', '1.0.0', { name: '@s/react' });
const lodash = component('lodash', '4.17.20', { integrity: 'sha512-abc' });
const now = Date.parse('2026-01-10T12:00:00Z');
const vulnerable = finding('CVE-2021-23337', {
  component: lodash.ref,
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  advisories: ['GHSA-35jh-r3h4-6jhm'],
  locations: [{ path: 'web/package-lock.json' }],
});
const malicious = finding('MAL-2025-1', { component: lodash.ref, kind: 'malicious' });

function run(findings: Finding[], yaml: string, extra: Partial<ReturnType<typeof defaultGates>> = {}) {
  const gates = defaultGates({ ...parseIgnores(yaml, 'castellan.yaml'), ...extra });
  return suppress({ findings, components: new Map([react, lodash].map((one) => [one.ref, one])), gates, now });
}

const ignore = (fields: string) => `ignores:\n  - ${fields.split('\n').join('\n    ')}\n    reason: looked at\n    expires: 2026-01-10\n`;

describe('ignores', () => {
  it.each([
    'id: CVE-2021-23337',
    'id: ghsa-35jh-r3h4-6jhm',
    'id: CVE-2021-23337\npackage: lodash',
    'id: CVE-2021-23337\npackage: pkg:npm/lodash',
    'id: CVE-2021-23337\npath: web/*',
  ])('cover a finding by any of its ids: %s', (fields) => {
    const { findings, notes } = run([vulnerable], ignore(fields));
    expect(findings[0]?.suppressed).toEqual({ by: 'ignore', reason: 'looked at', expires: '2026-01-10' });
    expect(notes).toEqual([]);
  });

  it.each([
    'id: CVE-2000-1',
    'id: CVE-2021-23337\npackage: react',
    'id: CVE-2021-23337\npackage: pkg:npm/lodash@4.17.21',
    'id: CVE-2021-23337\npath: api/*',
  ])('leave others alone, and say so: %s', (fields) => {
    const { findings, notes } = run([vulnerable], ignore(fields));
    expect(findings[0]?.suppressed).toBeUndefined();
    expect(notes).toMatchObject([{ kind: 'unused_ignore' }]);
  });

  it('end on their day', () => {
    const { findings, notes } = run([vulnerable], ignore('id: CVE-2021-23337').replace('2026-01-10', '2026-01-09'));
    expect(findings[0]?.suppressed).toBeUndefined();
    expect(notes).toMatchObject([
      { kind: 'expired_ignore', text: 'castellan.yaml:2: ignore of CVE-2021-23337 ended on 2026-01-09 and no longer holds' },
    ]);
  });

  it.each<[string, RegExp]>([
    ['ignores:\n  - id: CVE-1\n    reason: x\n', /castellan\.yaml:2 .*needs "expires"/],
    ['ignores:\n  - id: CVE-1\n    reason: x\n    expires: soon\n', /castellan\.yaml:4 .*"expires" must be a date/],
    ['ignores:\n  - id: CVE-1\n    reason: x\n    expires: 2026-02-30\n', /castellan\.yaml:4 .*"expires" must be a date/],
    ['ignores:\n  - id: CVE-1\n    expires: 2026-02-01\n', /needs "reason"/],
    ['ignores:\n  - id: CVE-1\n    reson: x\n', /unknown key "reson" in an ignore, did you mean "reason"/],
  ])('are refused when a field is missing or bad', (yaml, message) => {
    expect(() => parseIgnores(yaml, 'castellan.yaml')).toThrowError(expect.objectContaining({ kind: 'usage' }));
    try {
      parseIgnores(yaml, 'castellan.yaml');
    } catch (error) {
      const { where, line, message: text } = error as { where: string; line: number; message: string };
      expect(`${where}:${line} ${text}`).toMatch(message);
    }
  });

  it('never cover a malicious package', () => {
    expect(run([malicious], ignore('id: MAL-2025-1')).findings[0]?.suppressed).toBeUndefined();
  });
});

describe('findings without a fix', () => {
  const fixed = finding('CVE-2', { component: lodash.ref, fixed_version: '4.17.21' });
  const put = finding('CVE-3', { component: lodash.ref, fix_state: 'will-not-fix' });
  const rule = finding('k8s-run-as-root', { kind: 'iac' });

  it('are set aside when the user says so, with what the distribution says', () => {
    const { findings } = run([vulnerable, put], '', { ignoreUnfixed: true });
    expect(findings.map(({ suppressed }) => suppressed)).toEqual([
      { by: 'unfixed', reason: 'no version fixes it' },
      { by: 'unfixed', reason: 'no version fixes it (will not fix)' },
    ]);
  });

  it('count otherwise, and so does what has a fix, is malicious or is no vulnerability', () => {
    expect(run([vulnerable], '').findings[0]?.suppressed).toBeUndefined();
    const others = run([fixed, malicious, rule], '', { ignoreUnfixed: true }).findings;
    expect(others.map(({ suppressed }) => suppressed)).toEqual([undefined, undefined, undefined]);
  });
});

const exception = (fields: string) => `exceptions:\n  - id: MAL-2025-1\n    ${fields.split('\n').join('\n    ')}\n    reason: ours\n`;

describe('exceptions', () => {
  it.each([
    'purl: pkg:npm/lodash\nversion: 4.17.20\nexpires: 2026-02-09',
    'purl: pkg:npm/lodash@4.17.20\nexpires: 2026-02-01',
    'purl: pkg:npm/lodash\nintegrity: sha512-abc\nexpires: 2026-02-01',
  ])('demote a malicious finding for at most 30 days: %s', (fields) => {
    const { findings, notes } = run([malicious], exception(fields));
    expect(findings[0]?.suppressed).toMatchObject({ by: 'exception', reason: 'ours' });
    expect(notes).toMatchObject([{ kind: 'exception', text: expect.stringContaining('is in force') }]);
  });

  it.each<[string, string]>([
    ['purl: pkg:npm/lodash\nversion: 4.17.20\nexpires: 2026-02-20', 'does not hold: it may run for 30 days at most'],
    ['purl: pkg:npm/lodash\nversion: 4.17.20\nexpires: 2026-01-09', 'has ended'],
    ['purl: pkg:npm/lodash\nversion: 4.17.19\nexpires: 2026-01-20', 'matched nothing'],
    ['purl: pkg:npm/lodash\nintegrity: sha512-other\nexpires: 2026-01-20', 'matched nothing'],
  ])('are printed also when they do not hold', (fields, text) => {
    const { findings, notes } = run([malicious], exception(fields));
    expect(findings[0]?.suppressed).toBeUndefined();
    expect(notes).toMatchObject([{ kind: 'exception', text: expect.stringContaining(text) }]);
  });
});

const openVex = (statement: object) => JSON.stringify({ '@context': 'https://openvex.dev/ns/v0.2.0', statements: [statement] });

describe('VEX', () => {
  const inReact = finding('CVE-2020-1', { component: react.ref, aliases: ['GHSA-x'] });

  it.each(['pkg:npm/@s/react', 'pkg:npm/%40s/react', 'pkg:npm/%40s/react@1.0.0'])('covers encoded and raw purls alike: %s', (purl) => {
    const vex = parseVex(
      openVex({
        vulnerability: { name: 'GHSA-x' },
        products: [{ '@id': purl }],
        status: 'not_affected',
        justification: 'component_not_present',
      }),
      'vex.json',
    );
    expect(run([inReact], '', { vex }).findings[0]?.suppressed).toEqual({
      by: 'vex',
      status: 'not_affected',
      reason: 'not_affected: component_not_present (vex.json statement 1)',
    });
  });

  it('reads CycloneDX analyses, through bom-refs', () => {
    const document = {
      bomFormat: 'CycloneDX',
      components: [{ 'bom-ref': 'r', purl: 'pkg:npm/%40s/react@1.0.0' }],
      vulnerabilities: [{ id: 'CVE-2020-1', analysis: { state: 'false_positive' }, affects: [{ ref: 'r' }] }],
    };
    expect(run([inReact], '', { vex: parseVex(JSON.stringify(document), 'bom.json') }).findings[0]?.suppressed).toMatchObject({
      by: 'vex',
    });
  });

  it('lists statements that matched nothing, and lets "affected" stand', () => {
    const vex = [
      ...parseVex(
        openVex({ vulnerability: { name: 'CVE-2020-1' }, products: [{ '@id': 'pkg:npm/%40s/react@2.0.0' }], status: 'not_affected' }),
        'a.json',
      ),
      ...parseVex(
        openVex({ vulnerability: { name: 'CVE-2020-1' }, products: [{ '@id': 'pkg:npm/%40s/react' }], status: 'affected' }),
        'b.json',
      ),
    ];
    const { findings, notes } = run([inReact], '', { vex });
    expect(findings[0]?.suppressed).toBeUndefined();
    expect(notes).toEqual([{ kind: 'unmatched_vex', text: 'a.json statement 1: CVE-2020-1 (not_affected) matched nothing' }]);
  });

  it('never covers a malicious package', () => {
    const vex = parseVex(
      openVex({ vulnerability: { name: 'MAL-2025-1' }, products: [{ '@id': 'pkg:npm/lodash' }], status: 'not_affected' }),
      'vex.json',
    );
    expect(run([malicious], '', { vex }).findings[0]?.suppressed).toBeUndefined();
  });
});

describe('the baseline', () => {
  it('leaves only new findings to the gates', () => {
    const gates = defaultGates({ baseline: { components: [], keys: [], source: 'old.json' } });
    const other = finding('CVE-2022-1', { component: lodash.ref });
    const components = new Map([[lodash.ref, lodash]]);
    const result = suppress({ findings: [vulnerable, other], components, gates, now, baselineKeys: new Set([findingKey(vulnerable)]) });
    expect(result.findings.map((one) => one.suppressed?.by)).toEqual(['baseline', undefined]);
  });

  it('keeps what an upgrade keeps', () => {
    const upgraded = { ...vulnerable, component: 'pkg:npm/lodash@4.17.19' };
    expect(findingKey(upgraded)).toBe(findingKey(vulnerable));
  });
});

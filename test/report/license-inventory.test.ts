import { describe, expect, it } from 'vitest';
import { licenseInventory } from '../../src/report/license-inventory.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';

const component = (name: string, licenses: string[], version: string | null = '1.0.0') => sampleComponent(name, version, { licenses });
const components = [
  component('a', ['mit']),
  component('b', ['MIT OR Apache-2.0']),
  component('c', [], null),
  component('d', ['UNLICENSED']),
  component('e', ['See LICENSE', 'GPL-3.0-only']),
];

describe('the licences of a report', () => {
  it('count each component once, by licence and by category, and name those without', () => {
    expect(licenseInventory(sampleReport({ components }))).toMatchObject({
      categories: { permissive: 2, 'weak-copyleft': 0, 'strong-copyleft': 0, 'network-copyleft': 0, proprietary: 1, unknown: 2 },
      licenses: [
        { license: 'GPL-3.0-only', category: 'strong-copyleft', components: 1 },
        { license: 'MIT', category: 'permissive', components: 1 },
        { license: 'MIT OR Apache-2.0', category: 'permissive', components: 1 },
        { license: 'See LICENSE', category: 'unknown', components: 1 },
        { license: 'UNLICENSED', category: 'proprietary', components: 1 },
      ],
      without_license: 1,
      components: [
        { purl: 'pkg:npm/a@1.0.0', name: 'a', version: '1.0.0', licenses: [{ kind: 'id', text: 'MIT' }], category: 'permissive' },
        { name: 'b', licenses: [{ kind: 'expression', text: 'MIT OR Apache-2.0' }] },
        { purl: 'pkg:npm/c', version: null, licenses: [], category: 'unknown' },
        { name: 'd', licenses: [{ kind: 'name', text: 'UNLICENSED' }], category: 'proprietary' },
        { name: 'e', category: 'unknown' },
      ],
    });
  });

  it('have verdicts where a policy was asked, with what decides and what was set aside', () => {
    const found = (ref: string, rule: string, over: object) =>
      sampleFinding(rule, undefined, { component: ref, kind: 'license', rule, evidence: 'GPL-3.0-only', ...over });
    const findings = [
      found('pkg:npm/e@1.0.0', 'license-deny', {}),
      found('pkg:npm/d@1.0.0', 'license-review', { suppressed: { by: 'ignore', reason: 'Ours.' } }),
    ];
    const report = sampleReport({ components, findings });
    expect(licenseInventory(report).components.every(({ verdict }) => verdict === undefined)).toBe(true);
    const judged = { ...report, scan_run: { ...report.scan_run, checks: [{ kind: 'license' as const, count: 5 }] } };
    expect(licenseInventory(judged).components.map(({ verdict, because, reason }) => [verdict, because, reason])).toEqual([
      ['allow', undefined, undefined],
      ['allow', undefined, undefined],
      ['allow', undefined, undefined],
      ['allow', 'GPL-3.0-only', 'Ours.'],
      ['deny', 'GPL-3.0-only', undefined],
    ]);
  });

  it('of nothing are none', () => {
    expect(licenseInventory(sampleReport({}))).toMatchObject({ licenses: [], without_license: 0, components: [] });
  });
});

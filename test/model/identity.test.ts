import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../src/model/finding.js';
import { findingKey, identify, preferredId } from '../../src/model/identity.js';
import { finding } from '../support/estates.js';

function fact(id: string, over: Partial<Fact> = {}): Fact {
  const { fingerprint: _, ...rest } = finding(id, over);
  return rest;
}

function fingerprintOf(over: Partial<Fact>, id = 'CVE-2026-1'): string | undefined {
  return identify([fact(id, over)])[0]?.fingerprint;
}

describe('the id a group is shown by', () => {
  it.each([
    [['PYSEC-2026-1', 'GHSA-aaaa-bbbb-cccc', 'CVE-2026-1'], 'CVE-2026-1'],
    [['GHSA-aaaa-bbbb-cccc', 'GO-2026-0001'], 'GHSA-aaaa-bbbb-cccc'],
    [['CVE-2026-1', 'MAL-2026-9'], 'MAL-2026-9'],
    [['RUSTSEC-2026-1'], 'RUSTSEC-2026-1'],
    [['CVE-2026-2', 'CVE-2026-1'], 'CVE-2026-1'],
    [['SNYK-1', 'DSA-1-1'], 'DSA-1-1'],
    [[], ''],
  ])('of %j is %j', (ids, expected) => {
    expect(preferredId(ids)).toBe(expected);
  });

  it('does not depend on their order', () => {
    const ids = fc.array(fc.constantFrom('CVE-1', 'CVE-2', 'GHSA-1', 'PYSEC-1', 'X-1', 'X-2', 'MAL-1'), { minLength: 1 });
    fc.assert(fc.property(ids, (some) => preferredId([...some].reverse()) === preferredId(some)));
  });
});

describe('a fingerprint', () => {
  const component = 'pkg:npm/%40acme/web@1.0.0';

  it('is 32 hexadecimal digits', () => {
    expect(fingerprintOf({ component })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('survives moved lines, an upgrade that keeps the problem, and better data', () => {
    const before = fingerprintOf({ component, locations: [{ path: 'package-lock.json', line: 10 }], severity: 'low' });
    expect(fingerprintOf({ component, locations: [{ path: 'package-lock.json', line: 99 }] })).toBe(before);
    expect(fingerprintOf({ component: 'pkg:npm/%40acme/web@1.0.1' })).toBe(before);
    expect(fingerprintOf({ component, severity: 'critical', score: 9.8, title: 'other', fixed_version: '2.0.0' })).toBe(before);
  });

  it('differs by problem, package and kind', () => {
    const variants = [
      fingerprintOf({ component }),
      fingerprintOf({ component }, 'CVE-2026-2'),
      fingerprintOf({ component: 'pkg:npm/web@1.0.0' }),
      fingerprintOf({ component: 'pkg:pypi/web@1.0.0' }),
      fingerprintOf({ component, kind: 'malicious' }),
      fingerprintOf({ component, kind: 'suspicious_package', rule: 'look-alike' }),
    ];
    expect(new Set(variants).size).toBe(variants.length);
  });

  it('tells two versions of one package apart, whichever comes first', () => {
    const facts = [fact('CVE-2026-1', { component }), fact('CVE-2026-1', { component: 'pkg:npm/%40acme/web@2.0.0' })];
    const [one, two] = [identify(facts), identify([...facts].reverse())];
    expect(one.map((each) => each.fingerprint)).toEqual(two.map((each) => each.fingerprint));
    expect(new Set(one.map((each) => each.fingerprint)).size).toBe(2);
  });

  it('of a finding without a package goes by subject and file', () => {
    const at = (path: string, subject: string) => fingerprintOf({ rule: 'r', subject, locations: [{ path, line: 1 }] });
    expect(new Set([at('a.json', 's'), at('b.json', 's'), at('a.json', 't')]).size).toBe(3);
  });
});

describe('the key a baseline compares', () => {
  it('leaves version, qualifiers and subpath of the package out', () => {
    const keyOf = (component: string) => findingKey(fact('CVE-2026-1', { component }));
    expect(keyOf('pkg:npm/%40acme/web@1.0.0?vcs_url=git%2Bssh#sub')).toBe(keyOf('pkg:npm/%40acme/web'));
    expect(keyOf('pkg:npm/%40acme/web@1.0.0')).not.toBe(keyOf('pkg:npm/%40acme/api@1.0.0'));
  });
});

describe('the order of findings', () => {
  it('is malicious first, then worst first with unknown last', () => {
    const facts = [
      fact('CVE-1', { severity: 'unknown' }),
      fact('CVE-2', { severity: 'critical' }),
      fact('CVE-3', { severity: 'low' }),
      fact('MAL-1', { severity: 'critical', kind: 'malicious' }),
      fact('CVE-4', { severity: 'high', kev: 'listed' }),
      fact('CVE-5', { severity: 'high', score: 8 }),
      fact('CVE-6', { severity: 'high', score: 7.1 }),
    ];
    expect(identify(facts).map(({ id }) => id)).toEqual(['MAL-1', 'CVE-2', 'CVE-4', 'CVE-5', 'CVE-6', 'CVE-3', 'CVE-1']);
  });

  it('and every fingerprint are the same for any order of facts', () => {
    const facts = fc.array(
      fc.record({
        id: fc.constantFrom('CVE-1', 'CVE-2'),
        component: fc.constantFrom('pkg:npm/a@1', 'pkg:npm/a@2', 'pkg:npm/b@1'),
        severity: fc.constantFrom('high' as const, 'unknown' as const),
        title: fc.constantFrom('x', 'y'),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(facts, (parts) => {
        const all = parts.map(({ id, ...over }) => fact(id, over));
        const found = identify(all);
        expect(identify([...all].reverse())).toEqual(found);
        expect(new Set(found.map((each) => each.fingerprint)).size).toBe(all.length);
      }),
    );
  });
});

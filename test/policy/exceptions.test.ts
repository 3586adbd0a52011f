import { describe, expect, it } from 'vitest';
import { type AgreedException, type ExceptedFinding, exceptionFor } from '../../src/policy/exceptions.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const finding: ExceptedFinding = {
  kind: 'vulnerability',
  id: 'CVE-2021-23337',
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  advisories: ['GHSA-35jh-r3h4-6jhm'],
  component: 'pkg:npm/lodash@4.17.20',
  fingerprint: 'f1',
  sources: ['src_0', 'src_1'],
};

const agreed = (more: Partial<AgreedException>): AgreedException => ({
  id: 'exc_1',
  problem: 'CVE-2021-23337',
  expires: '2026-01-20T00:00:00.000Z',
  ...more,
});

const holds = (exception: Partial<AgreedException>, of: Partial<ExceptedFinding> = {}, now = NOW) =>
  exceptionFor({ ...finding, ...of }, [agreed(exception)], now) !== undefined;

describe('an exception', () => {
  it('goes by any id in any case, or by rule', () => {
    expect(holds({})).toBe(true);
    expect(holds({ problem: 'ghsa-35jh-r3h4-6jhm' })).toBe(true);
    expect(holds({ problem: 'literal-secret-env' }, { rule: 'literal-secret-env' })).toBe(true);
    expect(holds({ problem: 'CVE-2021-2333' })).toBe(false);
  });

  it('holds for what it names only', () => {
    expect(holds({ purl: 'pkg:npm/lodash' })).toBe(true);
    expect(holds({ purl: 'pkg:npm/lodash@4.17.20' })).toBe(true);
    expect(holds({ purl: 'pkg:npm/lodash@4.17.19' })).toBe(false);
    expect(holds({ purl: 'pkg:npm/lodash' }, { component: undefined as never })).toBe(false);
    expect(holds({ source: 'src_2' })).toBe(false);
    expect(holds({ fingerprint: 'f2' })).toBe(false);
  });

  it('ends', () => {
    expect(holds({}, {}, Date.parse('2026-01-20T00:00:00Z'))).toBe(false);
    expect(holds({}, {}, Date.parse('2026-01-19T23:59:59Z'))).toBe(true);
  });

  it('for a malicious package names it and has no more than 30 days left', () => {
    expect(holds({}, { kind: 'malicious' })).toBe(false);
    expect(holds({ purl: 'pkg:npm/lodash' }, { kind: 'malicious' })).toBe(true);
    expect(holds({ purl: 'pkg:npm/lodash', expires: '2026-02-15T00:00:00.000Z' }, { kind: 'malicious' })).toBe(false);
  });
});

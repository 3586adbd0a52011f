import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import type { ExceptionRule, IgnoreRule } from '../../src/model/request.js';
import { suppress } from '../../src/policy/suppress.js';
import { component, defaultGates, finding } from '../support/estates.js';

const lodash = component('lodash', '4.17.20');
const now = Date.parse('2026-01-10T00:00:00Z');
const ignore = (over: Partial<IgnoreRule>): IgnoreRule => ({
  id: 'CVE-1',
  reason: 'tested',
  expires: '2026-02-01',
  source: 'c:1',
  ...over,
});
const excepted = (over: Partial<ExceptionRule>): ExceptionRule => ({
  id: 'MAL-1',
  purl: 'pkg:npm/lodash@4.17.20',
  reason: 'ours',
  expires: '2026-01-20',
  source: 'c:1',
  ...over,
});
const vulnerable = (over: Partial<Finding> = {}) => finding('CVE-1', { component: lodash.ref, ...over });
const malicious = (over: Partial<Finding> = {}) => finding('MAL-1', { component: lodash.ref, kind: 'malicious', ...over });

function marked(one: Finding, rules: { ignores?: IgnoreRule[]; exceptions?: ExceptionRule[] }) {
  const { findings, notes } = suppress({ findings: [one], components: new Map([[lodash.ref, lodash]]), gates: defaultGates(rules), now });
  return { reason: findings[0]?.suppressed?.reason, notes: notes.map(({ text }) => text) };
}

describe('an ignore', () => {
  it.each<[string, Partial<Finding>, Partial<IgnoreRule>, boolean]>([
    ['by the rule of a finding about configuration', { kind: 'mcp_config', rule: 'loose-version' }, { id: 'Loose-Version' }, true],
    ['by another rule', { kind: 'mcp_config', rule: 'loose-version' }, { id: 'old-version' }, false],
    ['by the rule that says what an advisory says too', { rule: 'loose-version' }, { id: 'loose-version' }, false],
    ['of a package, where the finding has none', { component: undefined as never }, { package: '*' }, false],
    ['of a path, where one of several places fits', { locations: [{ path: 'a' }, { path: 'b' }] }, { path: 'b' }, true],
    ['of a path, where no place is known', {}, { path: '*' }, false],
    ['on its last day', {}, { expires: '2026-01-10' }, true],
    ['after its last day', {}, { expires: '2026-01-09' }, false],
  ])('%s', (_, over, rule, holds) => {
    expect(marked(vulnerable(over), { ignores: [ignore(rule)] }).reason !== undefined).toBe(holds);
  });

  it('that is the first in force speaks, and no other is called unused', () => {
    const ignores = [
      ignore({ reason: 'ended', expires: '2026-01-01', source: 'c:1' }),
      ignore({ reason: 'first', source: 'c:2' }),
      ignore({ reason: 'second', source: 'c:3' }),
    ];
    expect(marked(vulnerable(), { ignores })).toEqual({
      reason: 'first',
      notes: ['c:1: ignore of CVE-1 ended on 2026-01-01 and no longer holds'],
    });
  });
});

describe('an exception for a malicious package', () => {
  it.each<[string, Partial<Finding>, Partial<ExceptionRule>, string | undefined, string]>([
    ['on its last day', {}, { expires: '2026-01-10' }, 'ours', 'is in force'],
    ['after thirty days at most', {}, { expires: '2026-02-09' }, 'ours', 'is in force'],
    ['after thirty-one days', {}, { expires: '2026-02-10' }, undefined, 'does not hold: it may run for 30 days at most'],
    ['of another problem', {}, { id: 'MAL-2' }, undefined, 'matched nothing'],
    ['of another package', {}, { purl: 'pkg:npm/other@4.17.20' }, undefined, 'matched nothing'],
    ['where no package is known', { component: undefined as never }, {}, undefined, 'matched nothing'],
  ])('%s', (_, over, rule, reason, state) => {
    const told = marked(malicious(over), { exceptions: [excepted(rule)] });
    expect(told.reason).toBe(reason);
    expect(told.notes).toEqual([expect.stringMatching(new RegExp(`\\) ${state}$`))]);
  });

  it('does nothing for a vulnerability', () => {
    expect(marked(vulnerable(), { exceptions: [excepted({ id: 'CVE-1' })] }).reason).toBeUndefined();
  });
});

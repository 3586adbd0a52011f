import { describe, expect, it } from 'vitest';
import { fixFirst, type Remedy } from '../../src/graph/fix-first.js';
import { fixTiers } from '../../src/model/graph.js';
import { component, finding } from '../support/estates.js';
import { scanSample } from '../support/sample-scan.js';

function upgrade(name: string, over: Parameters<typeof finding>[1][]): Remedy {
  const { ref } = component(name, '1.0.0');
  const clears = over.map((one, at) => finding(`CVE-${at}`, { component: ref, ...one, fingerprint: `${name}-${at}` }));
  return { subject: ref, kind: 'upgrade', action: `upgrade ${name}`, clears };
}

const order = (remedies: readonly Remedy[]) =>
  fixFirst(remedies, []).map(({ action, tier }) => `${tier}: ${action.replace('upgrade ', '')}`);
const high = { severity: 'high' } as const;
const radius = { servers: ['s'], agents: ['a'], credentials: [], tools: [] };

describe('do first', () => {
  it('puts one exploited problem before any number of others', () => {
    const net = upgrade(
      'golang.org/x/net',
      Array.from({ length: 30 }, () => high),
    );
    const nokogiri = upgrade('nokogiri', [{ severity: 'critical' }, ...Array.from({ length: 30 }, () => high)]);
    const log4j = upgrade('log4j-core', [{ severity: 'critical', kev: 'listed', score: 10 }]);
    expect(order([net, nokogiri, log4j])).toEqual(['exploited: log4j-core', 'critical: nokogiri', 'high: golang.org/x/net']);
  });

  it('goes by tiers: malicious, exploited, critical within reach, critical, high, medium or unscored, low', () => {
    const steps = [
      upgrade('low', [{ severity: 'low' }]),
      upgrade('unscored', [{ severity: 'unknown' }]),
      upgrade('high', [high]),
      upgrade('critical', [{ severity: 'critical' }]),
      upgrade('exposed', [{ severity: 'critical', blast_radius: radius }]),
      upgrade('exploited', [{ severity: 'medium', kev: 'listed' }]),
      { ...upgrade('malicious', [{ kind: 'malicious', severity: 'critical' }]), kind: 'remove' as const },
    ];
    expect(order(steps)).toEqual([
      'malicious: malicious',
      'exploited: exploited',
      'critical-exposed: exposed',
      'critical: critical',
      'high: high',
      'medium: unscored',
      'low: low',
    ]);
  });

  it('within a tier begins with what one action ends most of', () => {
    expect(order([upgrade('one', [high]), upgrade('three', [high, high, high])])).toEqual(['high: three', 'high: one']);
  });

  it('leaves tests and examples for the end, however bad', () => {
    const tests = upgrade('fixture', [{ kind: 'malicious', severity: 'critical', context: 'test' }]);
    const both = upgrade('both', [{ severity: 'low', context: 'test' }, high]);
    expect(order([tests, both, upgrade('low', [{ severity: 'low' }])])).toEqual(['high: both', 'low: low', 'malicious: fixture']);
  });

  it('has the exploited and the critical first in the demo', async () => {
    const { fix_first: steps } = await scanSample({ demo: true });
    const ranks = steps.map(({ tier }) => fixTiers.indexOf(tier ?? 'low'));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const place = (text: string) => steps.findIndex(({ action }) => action.includes(text));
    expect(steps[place('spring')]?.tier).toBe('exploited');
    expect(place('spring')).toBe(1);
    expect(place('mcp-remote')).toBeLessThan(steps.findIndex(({ tier }) => tier === 'high'));
  });
});

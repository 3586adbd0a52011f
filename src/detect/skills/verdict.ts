import type { Skill } from '../../model/agent.js';
import type { Fact } from '../../model/finding.js';

/**
 * What a skill is by its findings: malicious from high on when the fact is at least fairly sure, suspicious from medium on.
 * Notes of low severity leave it benign.
 */
export function skillVerdict(facts: readonly Fact[]): Skill['verdict'] {
  const grave = facts.filter(({ severity }) => severity === 'critical' || severity === 'high');
  if (grave.some(({ confidence }) => confidence !== 'low')) return 'malicious';
  return grave.length > 0 || facts.some(({ severity }) => severity === 'medium') ? 'suspicious' : 'benign';
}

import type { Skill } from '../../model/agent.js';
import type { Fact } from '../../model/finding.js';

/**
 * The verdict on a skill from its findings: malicious from high on if the confidence is at least medium, suspicious
 * from medium on. Findings of low severity leave it benign.
 */
export function skillVerdict(facts: readonly Fact[]): Skill['verdict'] {
  const grave = facts.filter(({ severity }) => severity === 'critical' || severity === 'high');
  if (grave.some(({ confidence }) => confidence !== 'low')) return 'malicious';
  return grave.length > 0 || facts.some(({ severity }) => severity === 'medium') ? 'suspicious' : 'benign';
}

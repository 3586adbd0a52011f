import { waitingHarm } from '../../checks/destruction.js';
import type { TextRule } from '../../checks/rule.js';

export const des02: TextRule = {
  id: 'DES-02',
  family: 'skills',
  title: 'Harm that waits for a date or host',
  severity: 'high',
  confidence: 'high',
  rationale: 'What happens only later or elsewhere is meant to pass a first look.',
  fix: 'Remove it, and whatever it has already changed.',
  references: ['CWE-511'],
  checks: [waitingHarm],
};

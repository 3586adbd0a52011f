import { coversTracks } from '../../checks/destruction.js';
import type { TextRule } from '../../checks/rule.js';

export const des03: TextRule = {
  id: 'DES-03',
  family: 'skills',
  title: 'Covers tracks',
  severity: 'high',
  confidence: 'high',
  rationale: 'Removing history, logs or transcripts hides what was done.',
  fix: 'Remove the order.',
  references: ['CWE-778'],
  checks: [coversTracks],
};

import { borrowedName } from '../../checks/displacement.js';
import type { TextRule } from '../../checks/rule.js';

export const trg03: TextRule = {
  id: 'TRG-03',
  family: 'skills',
  title: 'Claims to be official without proof',
  severity: 'medium',
  confidence: 'low',
  rationale: 'A claimed vendor or audit makes people and agents trust what they should check.',
  fix: 'Name the author as they are.',
  references: ['OWASP ASI09', 'MITRE ATLAS AML.T0073'],
  checks: [borrowedName],
};

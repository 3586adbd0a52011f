import { persistentWrites } from '../checks/persistence.js';
import type { SkillRule } from '../checks/rule.js';
import { seededInstructions } from '../checks/seeded-instructions.js';

export const per04: SkillRule = {
  id: 'PER-04',
  family: 'skills',
  title: 'Writes orders into instruction files',
  severity: 'high',
  confidence: 'high',
  rationale: 'Instruction files are read at the start of every session to come.',
  fix: 'Write conventions only when asked, and show them first.',
  references: ['OWASP ASI06', 'MITRE ATLAS AML.T0080'],
  code: [persistentWrites],
  bundle: [seededInstructions],
};

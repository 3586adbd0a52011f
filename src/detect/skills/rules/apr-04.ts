import { persistentWrites } from '../checks/persistence.js';
import type { SkillRule } from '../checks/rule.js';
import { systemChanges } from '../checks/system-changes.js';

export const apr04: SkillRule = {
  id: 'APR-04',
  family: 'skills',
  title: 'Root rights for good',
  severity: 'high',
  confidence: 'high',
  rationale: 'Rights without a password, or files anybody may change, outlive the task.',
  fix: 'Ask for the one command that needs rights.',
  references: ['CWE-269', 'CWE-732'],
  code: [persistentWrites, systemChanges],
};

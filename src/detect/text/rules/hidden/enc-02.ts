import { decodeAndRun } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';

export const enc02: TextRule = {
  id: 'ENC-02',
  family: 'skills',
  title: 'Decode and execute',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Text is decoded and run in one step, so nobody sees what runs.',
  fix: 'Ship the script in the clear.',
  references: ['OWASP ASI05', 'CWE-506', 'CWE-94'],
  checks: [decodeAndRun],
};

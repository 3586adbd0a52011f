import { reverseShell } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';

export const rce03: TextRule = {
  id: 'RCE-03',
  family: 'skills',
  title: 'Reverse shell',
  severity: 'critical',
  confidence: 'high',
  rationale: 'The command gives a remote machine a shell here.',
  fix: 'Remove the command.',
  references: ['CWE-506'],
  checks: [reverseShell],
};

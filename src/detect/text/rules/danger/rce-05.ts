import { decodeAndRun, pipedToShell } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';

export const rce05: TextRule = {
  id: 'RCE-05',
  family: 'skills',
  title: 'Command that shows one thing and runs another',
  severity: 'high',
  confidence: 'high',
  rationale: 'The printed address or text is not what is run.',
  fix: 'Remove the command.',
  references: ['CWE-451'],
  checks: [pipedToShell, decodeAndRun],
};

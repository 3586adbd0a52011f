import { deceit } from '../../checks/deceits.js';
import { sentQuietly } from '../../checks/pressure.js';
import type { TextRule } from '../../checks/rule.js';
import { contextAway } from '../../checks/secrets-out.js';

export const exf03: TextRule = {
  id: 'EXF-03',
  family: 'skills',
  title: 'Order to send conversation or files away',
  severity: 'high',
  confidence: 'high',
  rationale: 'What the user says or works on leaves the machine as a side effect.',
  fix: 'Send only what the user asked to send.',
  references: ['OWASP LLM02', 'MITRE ATLAS AML.T0057'],
  checks: [contextAway, sentQuietly, deceit],
};

import { remoteOrders } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj07: TextRule = {
  id: 'INJ-07',
  family: 'skills',
  title: 'Instructions fetched from elsewhere',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whoever controls the address can change what the agent does, after any review.',
  fix: 'Ship the instructions with this text and pin their version.',
  references: ['OWASP LLM01', 'OWASP ASI04', 'MITRE ATLAS AML.T0051.001', 'CWE-829'],
  checks: [remoteOrders],
};

import { seededMemory } from '../../checks/approvals.js';
import type { TextRule } from '../../checks/rule.js';

export const per05: TextRule = {
  id: 'PER-05',
  family: 'skills',
  title: 'Trust written into memory',
  severity: 'high',
  confidence: 'high',
  rationale: 'A remembered permission outlives this text and silences later warnings.',
  fix: 'Store facts and preferences the user states, never approvals or trust.',
  references: ['OWASP ASI06', 'MITRE ATLAS AML.T0080', 'OWASP LLM04'],
  checks: [seededMemory],
};

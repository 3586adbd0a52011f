import { override } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj01: TextRule = {
  id: 'INJ-01',
  family: 'skills',
  title: 'Order to disregard earlier instructions',
  severity: 'high',
  confidence: 'high',
  rationale: 'The text tells the agent to drop the rules it was given, which is how an injected text takes over.',
  fix: 'Remove the sentence; state what this text needs without touching other instructions.',
  references: ['OWASP LLM01', 'OWASP ASI01', 'OWASP MCP06', 'MITRE ATLAS AML.T0051', 'CWE-1427'],
  checks: [override],
};

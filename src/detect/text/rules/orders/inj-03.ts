import { unlimitedPersona } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj03: TextRule = {
  id: 'INJ-03',
  family: 'skills',
  title: 'Persona without limits',
  severity: 'high',
  confidence: 'high',
  rationale: 'A role that explicitly has no rules is a way around the safety limits of the agent.',
  fix: 'Describe the task and tone wanted; leave the limits in place.',
  references: ['OWASP LLM01', 'MITRE ATLAS AML.T0054'],
  checks: [unlimitedPersona],
};

import { pressure } from '../../checks/pressure.js';
import type { TextRule } from '../../checks/rule.js';

export const inj06: TextRule = {
  id: 'INJ-06',
  family: 'skills',
  title: 'Pressure to do something unrelated',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'A threat of failure pushes the agent to an act that the purpose of this text does not need.',
  fix: 'Remove the demand, or explain why the task needs it.',
  references: ['OWASP LLM01', 'OWASP ASI01'],
  checks: [pressure],
};

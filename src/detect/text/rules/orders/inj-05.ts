import { deceit } from '../../checks/deceits.js';
import { fixedVerdict } from '../../checks/overrides.js';
import type { TextRule } from '../../checks/rule.js';

export const inj05: TextRule = {
  id: 'INJ-05',
  family: 'skills',
  title: 'Fixed answer whatever is true',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent is told to state something as fact without looking, so the user is misled.',
  fix: 'Let the agent report what it finds.',
  references: ['OWASP ASI09', 'OWASP LLM09'],
  checks: [fixedVerdict, deceit],
};

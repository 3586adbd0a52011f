import { deceit } from '../../checks/deceits.js';
import { displacement, evenAgainstWish } from '../../checks/displacement.js';
import type { TextRule } from '../../checks/rule.js';

export const trg02: TextRule = {
  id: 'TRG-02',
  family: 'skills',
  title: 'Displaces other tools',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'The text tells the agent that others are broken or must not be used, so that it is used in their place.',
  fix: 'Say what this is good for and leave the choice to the agent and the user.',
  references: ['OWASP ASI01', 'OWASP MCP03'],
  checks: [displacement, evenAgainstWish, deceit],
};

import { decodeAndFollow } from '../../checks/commands.js';
import type { TextRule } from '../../checks/rule.js';

export const enc03: TextRule = {
  id: 'ENC-03',
  family: 'skills',
  title: 'Order to decode and follow',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent is told to decode text and obey it, which hides the orders from review.',
  fix: 'Write the orders in the clear.',
  references: ['MITRE ATLAS AML.T0068'],
  checks: [decodeAndFollow],
};

import type { TextRule } from '../../checks/rule.js';

export const hid05: TextRule = {
  id: 'HID-05',
  family: 'skills',
  title: 'Order far outside the view',
  severity: 'high',
  confidence: 'high',
  rationale: 'Long blank space pushes an order out of sight of reviewers.',
  fix: 'Remove the blank space and judge the order in the open.',
  references: ['MITRE ATLAS AML.T0068'],
  hiding: { channels: ['far'] },
};

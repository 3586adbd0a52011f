import type { TextRule } from '../../checks/rule.js';

export const hid08: TextRule = {
  id: 'HID-08',
  family: 'skills',
  title: 'Order in alternative text, title or metadata',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A caption or title is not where instructions belong; people rarely see it.',
  fix: 'Remove the order.',
  references: ['MITRE ATLAS AML.T0051.001'],
  hiding: { channels: ['alt'], withOrder: 'high' },
};

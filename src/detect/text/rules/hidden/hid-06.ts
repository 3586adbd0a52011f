import type { TextRule } from '../../checks/rule.js';

export const hid06: TextRule = {
  id: 'HID-06',
  family: 'skills',
  title: 'Payload in variation selectors',
  severity: 'high',
  confidence: 'high',
  rationale: 'Runs of variation selectors carry bytes that nobody sees.',
  fix: 'Remove the characters.',
  references: ['MITRE ATLAS AML.T0068'],
  hiding: { channels: ['selectors'] },
};

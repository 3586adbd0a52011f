import type { TextRule } from '../../checks/rule.js';

export const hid02: TextRule = {
  id: 'HID-02',
  family: 'skills',
  title: 'Words broken by invisible characters',
  severity: 'high',
  confidence: 'high',
  rationale: 'Invisible characters inside words hide an order from filters and reviewers.',
  fix: 'Remove the characters.',
  references: ['MITRE ATLAS AML.T0068', 'CWE-1007'],
  hiding: { disguises: ['invisible'] },
};

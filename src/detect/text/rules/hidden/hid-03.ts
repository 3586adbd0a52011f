import type { TextRule } from '../../checks/rule.js';

export const hid03: TextRule = {
  id: 'HID-03',
  family: 'skills',
  title: 'Bidirectional override',
  severity: 'high',
  confidence: 'high',
  rationale: 'The text is shown in another order than it is read, so reviewers see something else.',
  fix: 'Remove the override characters.',
  references: ['CWE-1007'],
  hiding: { channels: ['bidi'] },
};

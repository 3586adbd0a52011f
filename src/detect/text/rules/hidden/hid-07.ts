import type { TextRule } from '../../checks/rule.js';

export const hid07: TextRule = {
  id: 'HID-07',
  family: 'skills',
  title: 'Look-alike letters of another script',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Letters of another script make a word look like one it is not.',
  fix: 'Write the word in one script.',
  references: ['CWE-1007'],
  hiding: { disguises: ['look-alike', 'compatibility'], withOrder: 'high' },
};

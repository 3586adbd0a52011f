import type { TextRule } from '../../checks/rule.js';

export const hid04: TextRule = {
  id: 'HID-04',
  family: 'skills',
  title: 'Order in a comment or hidden style',
  severity: 'high',
  confidence: 'high',
  rationale: 'People who look at the rendered page do not see it; the agent reads and may obey it.',
  fix: 'Remove the order or write it where people see it.',
  references: ['OWASP LLM01', 'MITRE ATLAS AML.T0051.001'],
  hiding: { channels: ['comment', 'hidden-style', 'concealed'] },
};

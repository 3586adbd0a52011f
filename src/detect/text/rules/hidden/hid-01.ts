import type { TextRule } from '../../checks/rule.js';

export const hid01: TextRule = {
  id: 'HID-01',
  family: 'skills',
  title: 'Invisible tag characters',
  severity: 'high',
  confidence: 'high',
  rationale: 'Unicode tag characters show nothing on screen, and a model reads them as letters.',
  fix: 'Remove the characters.',
  references: ['OWASP LLM01', 'MITRE ATLAS AML.T0068', 'CWE-1007', 'CWE-176'],
  hiding: { channels: ['tags'] },
};

import type { TextRule } from '../../checks/rule.js';

export const enc01: TextRule = {
  id: 'ENC-01',
  family: 'skills',
  title: 'Encoded order',
  severity: 'high',
  confidence: 'high',
  rationale: 'An order is written in an encoding, so that people do not read it and the agent does.',
  fix: 'Remove the encoded text or write it in the clear.',
  references: ['MITRE ATLAS AML.T0068', 'CWE-506'],
  hiding: { channels: ['spaced', 'encoded'] },
};

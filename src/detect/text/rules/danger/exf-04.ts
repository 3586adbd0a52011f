import type { TextRule } from '../../checks/rule.js';
import { beacon } from '../../checks/secrets-out.js';

export const exf04: TextRule = {
  id: 'EXF-04',
  family: 'skills',
  title: 'Image or link that carries data',
  severity: 'high',
  confidence: 'high',
  rationale: 'Showing the image or link sends what stands in its address to its host.',
  fix: 'Remove the placeholder from the address.',
  references: ['OWASP LLM05', 'MITRE ATLAS AML.T0067'],
  checks: [beacon],
};

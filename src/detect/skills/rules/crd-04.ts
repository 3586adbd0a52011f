import type { SkillRule } from '../checks/rule.js';
import { storeReads } from '../checks/stores.js';

export const crd04: SkillRule = {
  id: 'CRD-04',
  family: 'skills',
  title: 'Secret written to output, address or commit',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What is printed ends in transcripts and logs; what stands in an address ends in theirs.',
  fix: 'Print that the value is set, never the value.',
  references: ['CWE-532', 'CWE-598'],
  code: [storeReads],
};

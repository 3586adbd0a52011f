import type { SkillRule } from '../checks/rule.js';
import { storeReads } from '../checks/stores.js';

export const crd06: SkillRule = {
  id: 'CRD-06',
  family: 'skills',
  title: 'Script asks the metadata service for credentials',
  severity: 'high',
  confidence: 'high',
  rationale: 'A cloud machine hands its own role to whoever asks this address.',
  fix: 'Use the provider’s SDK with a role of its own, and block the address for agents.',
  references: ['CWE-918', 'CWE-522'],
  code: [storeReads],
};

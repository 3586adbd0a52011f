import type { TextRule } from '../../checks/rule.js';
import { storeDumped } from '../../checks/secret-stores.js';

export const crd02: TextRule = {
  id: 'CRD-02',
  family: 'skills',
  title: 'Script reads a browser, keychain or wallet store',
  severity: 'high',
  confidence: 'high',
  rationale: 'Such stores hold sessions, passwords and keys of the whole user.',
  fix: 'Remove the access.',
  references: ['MITRE ATLAS AML.T0055', 'CWE-522'],
  checks: [storeDumped],
};

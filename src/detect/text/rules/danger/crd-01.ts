import type { TextRule } from '../../checks/rule.js';
import { storesSearched } from '../../checks/secret-stores.js';

export const crd01: TextRule = {
  id: 'CRD-01',
  family: 'skills',
  title: 'Script reads credentials it has no need for',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The files hold credentials of other services, and the description names no reason to read them.',
  fix: 'Ask for the one credential that is needed, by name.',
  references: ['MITRE ATLAS AML.T0055', 'CWE-522'],
  checks: [storesSearched],
};

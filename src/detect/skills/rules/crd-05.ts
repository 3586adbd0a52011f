import type { SkillRule } from '../checks/rule.js';
import { shippedSecrets } from '../checks/shipped-secrets.js';

export const crd05: SkillRule = {
  id: 'CRD-05',
  family: 'skills',
  title: 'Secret in the bundle',
  severity: 'high',
  confidence: 'high',
  rationale: 'A value of the shape of a live credential lies in the files everybody gets.',
  fix: 'Revoke it and read it from the environment.',
  references: ['OWASP MCP01', 'CWE-798'],
  bundle: [shippedSecrets],
};

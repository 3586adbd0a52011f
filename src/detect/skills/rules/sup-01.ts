import { shippedRegistries } from '../checks/declared.js';
import type { SkillRule } from '../checks/rule.js';
import { systemChanges } from '../checks/system-changes.js';

export const sup01: SkillRule = {
  id: 'SUP-01',
  family: 'skills',
  title: 'Packages from a foreign registry',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whoever runs the registry decides what is installed.',
  fix: 'Use the public registry, or the company’s mirror by its own name over TLS.',
  references: ['OWASP LLM03', 'OWASP ASI04', 'OWASP MCP04', 'CWE-829'],
  code: [systemChanges],
  bundle: [shippedRegistries],
};

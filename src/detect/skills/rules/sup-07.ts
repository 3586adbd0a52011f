import { lookAlikePackages } from '../checks/look-alike-packages.js';
import type { SkillRule } from '../checks/rule.js';

export const sup07: SkillRule = {
  id: 'SUP-07',
  family: 'skills',
  title: 'Package with a name like a popular one',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Names that differ by a letter from a well-known package are registered to be installed by mistake.',
  fix: 'Install the package that was meant, or say why this name is right.',
  references: ['OWASP LLM03', 'OWASP MCP04', 'CWE-506'],
  bundle: [lookAlikePackages],
};

import type { SkillRule } from '../checks/rule.js';
import { unpinnedPackages } from '../checks/unpinned-packages.js';

export const sup06: SkillRule = {
  id: 'SUP-06',
  family: 'skills',
  title: 'Script installs packages without a version',
  severity: 'low',
  confidence: 'high',
  rationale: 'What is installed is decided on the day the script runs, not on the day it was reviewed.',
  fix: 'Write the exact version, or install from a lockfile.',
  references: ['OWASP LLM03', 'OWASP MCP04', 'CWE-1357'],
  code: [unpinnedPackages],
};

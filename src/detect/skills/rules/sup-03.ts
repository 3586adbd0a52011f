import type { SkillRule } from '../checks/rule.js';

export const sup03: SkillRule = {
  id: 'SUP-03',
  family: 'skills',
  title: 'Install step that fetches or leaks',
  severity: 'high',
  confidence: 'high',
  rationale: 'Lifecycle scripts run when somebody merely installs.',
  fix: 'Remove the script.',
  references: ['OWASP MCP04', 'CWE-506', 'CWE-829'],
  startedBy: 'lifecycle',
};

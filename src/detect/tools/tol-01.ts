import { poisoned, poisonedInstructions, poisonSeverity } from './poisoned-text.js';
import type { ToolRule } from './tool-rule.js';

export const tol01: ToolRule = {
  id: 'TOL-01',
  family: 'tools',
  title: 'Hidden order in a tool definition',
  severity: poisonSeverity['TOL-01'],
  confidence: 'high',
  rationale: 'The agent reads definitions as instructions before any tool is called, and the user does not see them.',
  fix: 'Remove the server, or pin a version whose definitions hold no orders.',
  references: ['OWASP MCP03', 'OWASP LLM01', 'OWASP ASI01', 'MITRE ATLAS AML.T0051.001', 'CWE-1427'],
  definition: poisoned('TOL-01'),
  server: poisonedInstructions,
};

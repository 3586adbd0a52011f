import { poisoned, poisonSeverity } from './poisoned-text.js';
import type { ToolRule } from './tool-rule.js';

export const tol04: ToolRule = {
  id: 'TOL-04',
  family: 'tools',
  title: 'Order in schema values',
  severity: poisonSeverity['TOL-04'],
  confidence: 'high',
  rationale: 'Values, defaults, examples and result descriptions are data; an order there is meant to be overlooked.',
  fix: 'Remove the server, or pin a version without it.',
  references: ['OWASP MCP03', 'OWASP LLM01'],
  definition: poisoned('TOL-04'),
};

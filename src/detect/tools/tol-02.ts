import { poisoned, poisonSeverity } from './poisoned-text.js';
import type { ToolRule } from './tool-rule.js';

export const tol02: ToolRule = {
  id: 'TOL-02',
  family: 'tools',
  title: 'Order about tools of other servers',
  severity: poisonSeverity['TOL-02'],
  confidence: 'high',
  rationale: 'One server changes how the agent uses another, which the user trusted on its own.',
  fix: 'Remove the server, or run it without the servers it speaks of.',
  references: ['OWASP MCP03', 'OWASP MCP06'],
  definition: poisoned('TOL-02'),
};

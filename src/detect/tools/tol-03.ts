import { poisoned, poisonSeverity } from './poisoned-text.js';
import { smuggledArguments } from './smuggled-arguments.js';
import type { ToolRule } from './tool-rule.js';

const drawnOutByText = poisoned('TOL-03');

export const tol03: ToolRule = {
  id: 'TOL-03',
  family: 'tools',
  title: 'Argument that draws data out',
  severity: poisonSeverity['TOL-03'],
  confidence: 'high',
  rationale: 'What the agent puts into the argument reaches the server, whatever the tool is for.',
  fix: 'Remove the server; an honest parameter asks for what the task needs.',
  references: ['OWASP MCP10', 'MITRE ATLAS AML.T0086', 'CWE-200'],
  *definition(definition) {
    yield* drawnOutByText(definition);
    yield* smuggledArguments(definition);
  },
};

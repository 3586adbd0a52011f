import type { ToolRule } from './tool-rule.js';
import { chain, type Leg } from './toxic.js';

const LEGS: readonly Leg[] = [['untrusted_content'], ['execute']];

/** One agent can reach untrusted content and code execution. */
export const tol09: ToolRule = {
  id: 'TOL-09',
  family: 'tools',
  title: 'Untrusted content and execution',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Text from outsiders can make the agent run code with these tools.',
  fix: 'Run code in a sandbox, or ask before each call of the tool that executes.',
  references: ['OWASP ASI05', 'OWASP MCP05', 'CWE-94'],
  agent: (tools) => chain(tools, LEGS),
};

import type { ToolRule } from './tool-rule.js';
import { chain, type Leg } from './toxic.js';

const LEGS: readonly Leg[] = [['private_data', 'secrets'], ['untrusted_content'], ['external_communication']];

/** One agent can reach private data, untrusted content, and a way to send data out. */
export const tol08: ToolRule = {
  id: 'TOL-08',
  family: 'tools',
  title: 'Private data, untrusted content and a way out',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Text from outsiders can make the agent read private data and send it away with these tools.',
  fix: 'Remove one leg from this agent, or ask before each call of the tool that sends.',
  references: ['OWASP ASI02', 'OWASP MCP10', 'OWASP LLM06'],
  agent: (tools) => chain(tools, LEGS),
};

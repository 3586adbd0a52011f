import type { RuleInfo } from '../contract/rule.js';
import { type RuleRow, rulesOf } from '../text/rule-row.js';

const TABLE: Readonly<Record<string, RuleRow>> = {
  'TOL-01': [
    'critical',
    'Hidden order in a tool definition',
    'The agent reads definitions as instructions before any tool is called, and the user does not see them.',
    'Remove the server, or pin a version whose definitions hold no orders.',
    'OWASP MCP03, OWASP LLM01, OWASP ASI01, MITRE ATLAS AML.T0051.001, CWE-1427',
  ],
  'TOL-02': [
    'high',
    'Order about tools of other servers',
    'One server changes how the agent uses another, which the user trusted on its own.',
    'Remove the server, or run it without the servers it speaks of.',
    'OWASP MCP03, OWASP MCP06',
  ],
  'TOL-03': [
    'high',
    'Argument that draws data out',
    'What the agent puts into the argument reaches the server, whatever the tool is for.',
    'Remove the server; an honest parameter asks for what the task needs.',
    'OWASP MCP10, MITRE ATLAS AML.T0086, CWE-200',
  ],
  'TOL-04': [
    'high',
    'Order in schema values',
    'Values, defaults, examples and result descriptions are data; an order there is meant to be overlooked.',
    'Remove the server, or pin a version without it.',
    'OWASP MCP03, OWASP LLM01',
  ],
  'TOL-05': [
    'medium',
    'Read-only hint on a tool that acts',
    'Clients skip the question for tools that call themselves read-only.',
    'Correct the hint, and approve this tool by hand until then.',
    'OWASP MCP02',
    'medium',
  ],
  'TOL-06': [
    'medium',
    'Definition changed after approval',
    'What was approved is no longer what the server offers.',
    'Review the change, then approve it anew.',
    'OWASP MCP03, MITRE ATLAS AML.T0081',
  ],
  'TOL-07': [
    'medium',
    'Name that imitates another',
    'A name that looks like a known one is called, and trusted, by mistake.',
    'Check who publishes this server and rename or remove it.',
    'OWASP MCP09, CWE-1007',
  ],
  'TOL-08': [
    'medium',
    'Private data, untrusted content and a way out',
    'Text from outsiders can make the agent read private data and send it away with these tools.',
    'Remove one leg from this agent, or ask before each call of the tool that sends.',
    'OWASP ASI02, OWASP MCP10, OWASP LLM06',
    'medium',
  ],
  'TOL-09': [
    'medium',
    'Untrusted content and execution',
    'Text from outsiders can make the agent run code with these tools.',
    'Run code in a sandbox, or ask before each call of the tool that executes.',
    'OWASP ASI05, OWASP MCP05, CWE-94',
    'medium',
  ],
};

/** Every rule about tool definitions, by id. */
export const toolRules: readonly RuleInfo[] = rulesOf(TABLE).map((rule) => ({ ...rule, family: 'tools' }));

const BY_ID = new Map(toolRules.map((rule) => [rule.id, rule]));

/** The rule of an id. An id without an entry is a programming error. */
export function toolRule(id: string): RuleInfo {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new TypeError(`no tool rule ${id}`);
  return rule;
}

import type { Capability } from '../../model/agent.js';
import type { ToolSet } from '../../model/ai-evidence.js';
import type { Inventory } from '../../model/inventory.js';
import { quote } from '../../support/quote.js';
import type { RuleHit } from '../contract/rule.js';
import { definitionsOf, type ToolDefinition, toolRef } from './definition.js';

/** Tools that one agent can reach. */
export interface AgentTools {
  /** Ref of the agent, or of the server when no agent is known. */
  ref: string;
  path: string;
  line?: number;
  pointer: string;
  tools: readonly ToolDefinition[];
  /** Refs of tools that run without approval. */
  unasked: ReadonlySet<string>;
}

/** One scope for each agent with tools, and one for each tool set that no known agent uses. */
export function toolsByAgent(inventory: Inventory): AgentTools[] {
  const sets = inventory.evidence.toolSets;
  const used = new Set(inventory.agents.flatMap((agent) => agent.servers));
  const agents = inventory.agents.map((agent) => {
    const own = sets.filter((set) => agent.servers.includes(set.ref));
    return { ...scopeOf(own, inventory), ref: agent.ref, path: agent.path, pointer: '' };
  });
  const alone = sets
    .filter((set) => !used.has(set.ref))
    .map((set) => ({
      ...scopeOf([set], inventory),
      ref: set.ref,
      path: set.path,
      pointer: set.pointer,
      ...(set.line !== undefined && { line: set.line }),
    }));
  return [...agents, ...alone].filter((scope) => scope.tools.length > 0);
}

function scopeOf(sets: readonly ToolSet[], inventory: Inventory): Pick<AgentTools, 'tools' | 'unasked'> {
  const unasked = new Set<string>();
  for (const set of sets) {
    const approved = inventory.servers.find((server) => server.ref === set.ref)?.auto_approve ?? [];
    for (const { name } of definitionsOf(set)) if (approved.includes('*') || approved.includes(name)) unasked.add(toolRef(set, name));
  }
  return { tools: sets.flatMap((set) => definitionsOf(set)), unasked };
}

/** One part of a chain: a tool with any of these capabilities. */
export type Leg = readonly Capability[];

function having(scope: AgentTools, leg: Leg): ToolDefinition[] {
  return scope.tools.filter((tool) => leg.some((capability) => tool.capabilities.includes(capability)));
}

/** One hit for each scope in which every leg has a tool: it names the first tool of each leg and what to remove. */
export function* chain(scope: AgentTools, legs: readonly Leg[]): Generator<RuleHit> {
  const tools = legs.map((leg) => having(scope, leg));
  if (tools.some((leg) => leg.length === 0)) return;
  const unasked = tools.every((leg) => leg.some((tool) => scope.unasked.has(toolRef(tool.set, tool.name))));
  const named = legs.map(
    (leg, index) =>
      `${String(leg[0]).replaceAll('_', ' ')}: ${tools[index]
        ?.slice(0, 3)
        .map((tool) => quote(tool.name, 60))
        .join(', ')}`,
  );
  const smallest = [...tools].sort((a, b) => a.length - b.length)[0] ?? [];
  yield {
    location: {
      path: scope.path,
      ...(scope.line !== undefined && { line: scope.line }),
      ...(scope.pointer !== '' && { pointer: scope.pointer }),
    },
    subject: scope.ref,
    severity: unasked ? 'high' : 'medium',
    evidence: named.join('; '),
    fix: `Take ${smallest.map((tool) => quote(tool.name, 60)).join(', ')} away from this agent, or ask before each call: that breaks the chain.`,
  };
}

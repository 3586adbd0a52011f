import type { McpServer } from '../../model/agent.js';
import type { ToolSet } from '../../model/ai-evidence.js';
import type { Issue, Outcome } from '../../model/outcome.js';
import { isObject, own } from '../../support/json.js';

/** The answers of a server as it sent them: JSON of unknown shape. */
export interface Introspection {
  server: McpServer;
  /** `truncated`: a limit was reached or a list broke off; `failed`: nothing was learnt. */
  outcome: Extract<Outcome, 'scanned' | 'empty' | 'failed' | 'truncated' | 'skipped'>;
  instructions?: string;
  tools: unknown[];
  prompts: unknown[];
  resources: unknown[];
  issues: Issue[];
}

/** Id of the collector of live introspection. */
export const INTROSPECTION = 'mcp-introspect';

/** The result for a server that was not introspected. */
export function notIntrospected(server: McpServer, outcome: 'failed' | 'skipped', issue: Omit<Issue, 'collector' | 'path'>): Introspection {
  const at = { collector: INTROSPECTION, path: server.path, ...(server.line !== undefined && { line: server.line }) };
  return { server, outcome, tools: [], prompts: [], resources: [], issues: [{ ...at, ...issue }] };
}

/** The tool definitions for the detectors. Undefined when the server returned none. */
export function toolSetOf({ server, tools, instructions }: Introspection): ToolSet | undefined {
  if (tools.length === 0 && instructions === undefined) return undefined;
  return {
    ref: server.ref,
    server: server.name,
    path: server.path,
    ...(server.line !== undefined && { line: server.line }),
    tools,
    pointer: '/tools',
    ...(instructions !== undefined && { instructions }),
  };
}

/** Name of a tool, prompt or resource template; the address of a resource. */
export function nameOf(definition: unknown): string | undefined {
  if (!isObject(definition)) return undefined;
  const names = [own(definition, 'uri'), own(definition, 'uriTemplate'), own(definition, 'name')];
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}

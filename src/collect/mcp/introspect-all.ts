import { setTimeout as wait } from 'node:timers/promises';
import type { McpServer } from '../../model/agent.js';
import type { ConfiguredServer, ToolSet } from '../../model/ai-evidence.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import type { PinSet } from '../../model/pins.js';
import type { IntrospectionAccess } from '../../system/introspection-access.js';
import { type IntrospectionOptions, introspect } from './introspect.js';
import { INTROSPECTION, type Introspection, notIntrospected, toolSetOf } from './introspection.js';
import { pinsOf } from './pins.js';
import { startRequestOf } from './start-request.js';

/** What to ask of the servers of one scan. */
export interface Introspections {
  visits: Introspection[];
  toolSets: ToolSet[];
  collectors: CollectorOutcome[];
  issues: Issue[];
}

/** Number of servers that are asked at the same time. */
const WORKERS = 4;

/**
 * Asks each enabled server once, however many agents use it, and only servers that the user agrees to. A server that
 * was not asked gets an outcome that says so. `cwdOf` returns the folder that a server's relative paths start from.
 */
export async function introspectAll(
  configured: readonly ConfiguredServer[],
  access: IntrospectionAccess,
  options: IntrospectionOptions & { cwdOf?: (server: McpServer) => string | undefined } = {},
): Promise<Introspections> {
  const wanted = [...new Map(configured.filter(({ server }) => !server.disabled).map((one) => [one.server.ref, one])).values()];
  const agreed = new Map<string, boolean>();
  // The user is asked about one server after the other, before anything runs.
  for (const { server } of wanted) {
    options.signal?.throwIfAborted();
    agreed.set(server.ref, await access.consent(server));
  }
  const visits: Introspection[] = [];
  const queue = [...wanted];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      options.signal?.throwIfAborted();
      visits.push(await visit(next, { access, options, agreed: agreed.get(next.server.ref) ?? false }));
      await wait(0);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  for (const server of pinsOf(visits).servers) access.observed?.(server);
  return summary(visits.sort((a, b) => (a.server.ref < b.server.ref ? -1 : 1)));
}

interface Conditions {
  access: IntrospectionAccess;
  options: IntrospectionOptions & { cwdOf?: (server: McpServer) => string | undefined };
  agreed: boolean;
}

async function visit(configured: ConfiguredServer, { access, options, agreed }: Conditions): Promise<Introspection> {
  const { server } = configured;
  if (!agreed)
    return notIntrospected(server, 'skipped', {
      kind: 'skipped',
      reason: `server ${server.name} was not asked, as you wished`,
      note: true,
    });
  const cwd = options.cwdOf?.(server);
  const request = startRequestOf(configured, { environment: access.environment, ...(cwd !== undefined && { cwd }) });
  if (typeof request === 'string')
    return notIntrospected(server, 'failed', { kind: 'unresolved', reason: `server ${server.name} ${request}` });
  return introspect(server, request, access, options);
}

function summary(visits: Introspection[]): Introspections {
  return {
    visits,
    toolSets: visits.flatMap((one) => toolSetOf(one) ?? []),
    collectors: visits.map(({ server, outcome, tools, prompts, resources, issues }) => ({
      id: INTROSPECTION,
      target: `${server.path}#${server.name}`,
      outcome,
      components: tools.length + prompts.length + resources.length,
      issues: issues.length,
    })),
    issues: visits.flatMap(({ issues }) => issues),
  };
}

/** Adds the approved definitions from the pins to the tool sets, so that the drift rules can compare them. */
export function withApproved(toolSets: readonly ToolSet[], pins: PinSet): ToolSet[] {
  const byRef = new Map(pins.servers.map((server) => [server.ref, server]));
  return toolSets.map((set) => {
    const pinned = byRef.get(set.ref);
    return pinned ? { ...set, before: pinned.tool.map(({ definition }) => definition) } : set;
  });
}

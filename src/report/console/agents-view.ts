import type { McpServer, Tool } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { worstFirst } from '../order.js';

/** A report arranged by agents, with indexes built once and findings worst first. */
export interface AgentsView {
  servers: ReadonlyMap<string, McpServer>;
  /** Findings about the server, its tools and the packages it runs. */
  findingsOf(server: string): readonly Finding[];
  /** Findings whose subject is this skill, model or agent. */
  findingsAbout(ref: string): readonly Finding[];
  toolsOf(server: string): readonly Tool[];
  /** Names of credentials, sorted. */
  credentialsOf(server: string): readonly string[];
  /** True for the first agent, in the report's order, that uses the server. */
  isFirstUse(server: string, agent: string): boolean;
  /** Refs of the servers that only saved definitions name and no agent uses, sorted. */
  withoutAgent: readonly string[];
  /** Findings that are about no server, skill or model. */
  elsewhere: readonly Finding[];
  /** True when the matched text is shown with a finding's title, because no list of findings follows. */
  quotes: boolean;
}

/** Builds the view. Suppressed findings are left out, as they do not count. */
export function agentsView(report: ScanReport, { quotes }: { quotes: boolean }): AgentsView {
  const active = worstFirst(report).filter((finding) => finding.suppressed === undefined);
  const tools = grouped(report.tools, (tool) => [tool.server]);
  const serversOf = serverFinder(report, new Set([...report.servers.map(({ ref }) => ref), ...tools.keys()]));
  const byServer = grouped(active, serversOf);
  const bySubject = grouped(active, ({ subject }) => (subject === undefined ? [] : [subject]));
  const credentials = grouped(report.credentials, (credential) => credential.servers);
  const firstUse = new Map<string, string>();
  for (const agent of report.agents) for (const ref of agent.servers) if (!firstUse.has(ref)) firstUse.set(ref, agent.ref);
  const listed = new Set([...report.skills, ...report.models].map(({ ref }) => ref));
  const known = new Set([...report.servers.map(({ ref }) => ref), ...tools.keys()]);
  return {
    quotes,
    servers: new Map(report.servers.map((server) => [server.ref, server])),
    findingsOf: (ref) => byServer.get(ref) ?? [],
    findingsAbout: (ref) => bySubject.get(ref) ?? [],
    toolsOf: (ref) => tools.get(ref) ?? [],
    credentialsOf: (ref) => (credentials.get(ref) ?? []).map(({ name }) => name).sort(),
    isFirstUse: (ref, agent) => firstUse.get(ref) === agent,
    withoutAgent: [...known].filter((ref) => !firstUse.has(ref)).sort(),
    elsewhere: active.filter((finding) => serversOf(finding).length === 0 && !listed.has(finding.subject ?? '')),
  };
}

/**
 * Finds the servers that a finding is about: its subject, the server of its tool, or those that run its package.
 * Servers from which the finding can merely be reached are not included.
 */
function serverFinder(report: ScanReport, known: ReadonlySet<string>): (finding: Finding) => string[] {
  const ofTool = new Map(report.tools.map(({ ref, server }) => [ref, server]));
  return ({ subject, component, blast_radius: radius }) => {
    const own = subject === undefined ? undefined : (ofTool.get(subject) ?? subject);
    if (own !== undefined && known.has(own)) return [own];
    return component === undefined && subject !== undefined ? [] : (radius?.servers ?? []).filter((ref) => known.has(ref));
  };
}

function grouped<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const known = groups.get(key);
      if (known) known.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

import type { McpServer, Tool } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import type { FixFirst } from '../../model/graph.js';
import type { ScanReport } from '../../model/report.js';
import { compareSeverity } from '../../model/severity.js';
import { worstFirst } from '../../report/order.js';
import { plural } from '../../report/words.js';

/** One thing to do, and what it brings. */
export interface Step {
  action: string;
  gain: string;
  command?: string;
}

/** A report seen from its agents: look-ups made once, findings in the order they matter. */
export interface AgentsView {
  servers: ReadonlyMap<string, McpServer>;
  findingsOf(server: string): readonly Finding[];
  toolsOf(server: string): readonly Tool[];
  /** Names of credentials, sorted. */
  credentialsOf(server: string): readonly string[];
  /** True for the first agent, in the report's order, that uses the server. */
  isFirstUse(server: string, agent: string): boolean;
  /** Findings that reach no server. */
  elsewhere: readonly Finding[];
  steps: readonly Step[];
}

/** Builds the view. Suppressed findings are left out, as they do not count. */
export function agentsView(report: ScanReport): AgentsView {
  const active = worstFirst(report).filter((finding) => finding.suppressed === undefined);
  const byServer = new Map<string, Finding[]>();
  const elsewhere: Finding[] = [];
  const tools = grouped(report.tools, (tool) => [tool.server]);
  const serversOf = serverFinder(report);
  for (const finding of active) {
    const refs = serversOf(finding);
    if (refs.length === 0) elsewhere.push(finding);
    for (const ref of refs) byServer.set(ref, [...(byServer.get(ref) ?? []), finding]);
  }
  const credentials = grouped(report.credentials, (credential) => credential.servers);
  const firstUse = new Map<string, string>();
  for (const agent of report.agents) for (const ref of agent.servers) if (!firstUse.has(ref)) firstUse.set(ref, agent.ref);
  return {
    servers: new Map(report.servers.map((server) => [server.ref, server])),
    findingsOf: (ref) => byServer.get(ref) ?? [],
    toolsOf: (ref) => tools.get(ref) ?? [],
    credentialsOf: (ref) => (credentials.get(ref) ?? []).map(({ name }) => name).sort(),
    isFirstUse: (ref, agent) => firstUse.get(ref) === agent,
    elsewhere,
    steps: stepsOf(report, active),
  };
}

/** Servers a finding is about: its subject, the server of its tool, those that run its package. */
function serverFinder(report: ScanReport): (finding: Finding) => string[] {
  const known = new Set(report.servers.map(({ ref }) => ref));
  const ofTool = new Map(report.tools.map(({ ref, server }) => [ref, server]));
  return ({ subject, blast_radius: radius }) => {
    const own = subject === undefined ? undefined : (ofTool.get(subject) ?? subject);
    const refs = own !== undefined && known.has(own) ? [own] : (radius?.servers ?? []);
    return refs.filter((ref) => known.has(ref));
  };
}

/** Upgrades and removals, and between them the worst of what no upgrade clears, one step per fix. */
function stepsOf(report: ScanReport, active: readonly Finding[]): Step[] {
  const position = new Map(active.map((finding, at) => [finding.fingerprint, at]));
  const cleared = new Set(report.fix_first.flatMap((step) => step.findings));
  const upgrades = report.fix_first.map((step) => ({
    at: Math.min(...step.findings.map((id) => position.get(id) ?? Infinity)),
    step: upgrade(step),
  }));
  const byFix = grouped(
    active.filter((finding) => !cleared.has(finding.fingerprint) && compareSeverity(finding.severity, 'medium') > 0),
    (finding) => [finding.fix],
  );
  const others = [...byFix.values()].flatMap((findings) => {
    const [worst] = findings;
    return worst ? [{ at: position.get(worst.fingerprint) ?? Infinity, step: correction(worst, findings, report) }] : [];
  });
  return [...upgrades, ...others].sort((a, b) => a.at - b.at).map(({ step }) => step);
}

function upgrade({ action, command, findings, paths }: FixFirst): Step {
  const ends = paths > 0 ? `, ends ${plural(paths, 'exposure path')}` : '';
  return { action, gain: `clears ${plural(findings.length, 'finding')}${ends}`, ...(command !== undefined && { command }) };
}

function correction(worst: Finding, findings: readonly Finding[], report: ScanReport): Step {
  const names = new Set(findings.flatMap(({ subject }) => report.servers.find(({ ref }) => ref === subject)?.name ?? []));
  const [first, ...rest] = names;
  const who = first === undefined ? '' : ` in ${first}${rest.length > 0 ? ` and ${rest.length} more` : ''}`;
  return { action: worst.fix, gain: `${worst.severity} ${worst.id}${who}` };
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

import type { Tool } from '../model/agent.js';
import type { Finding } from '../model/finding.js';
import type { ExposurePath, Graph } from '../model/graph.js';
import type { Severity } from '../model/severity.js';
import { sha256 } from '../support/sha256.js';
import { Adjacency, reachOf, wayBack } from './adjacency.js';

/** Paths a report holds; the highest scored are kept. */
export const MAX_PATHS = 100;

/** Danger by severity; an unscored finding weighs like a medium one, a malicious one like nothing else. */
const WEIGHT: Record<Severity, number> = { critical: 40, high: 30, medium: 18, low: 8, none: 0, unknown: 18 };
const MALICIOUS = 50;

/** What a tool of this power adds; the strongest counts. */
const POWER: Readonly<Record<string, number>> = { execute: 15, secrets: 12, write: 10, network: 8, read: 4 };

/**
 * Walks from each active finding to what it endangers, at most one for each finding and server: finding, component, what
 * pulls it in, server, then a credential (else the strongest tool, else an agent). Highest score first, at most MAX_PATHS.
 * What a rule says in two places of one thing, as in two clients that share a server, is one way.
 *
 * Score, 0–100: severity up to 40 (malicious 50) + exploited in the wild 15 + EPSS × 10 + 5 a credential up to 15 + the
 * strongest tool up to 15 + 5 when the server runs the component directly.
 */
export function exposurePaths(graph: Graph, findings: readonly Finding[], tools: readonly Tool[]): ExposurePath[] {
  const adjacency = new Adjacency(graph);
  const powers = new Map(tools.map((tool) => [tool.ref, tool.capabilities.map((name) => ({ name, power: POWER[name] ?? 0 }))]));
  const active = findings.filter((finding) => finding.suppressed === undefined && (finding.blast_radius?.servers.length ?? 0) > 0);
  const byServer = concernedBy(active);
  const paths: ExposurePath[] = [];
  for (const server of adjacency.ofKind('server')) {
    const concerned = byServer.get(server);
    if (!concerned) continue;
    const reach = reachOf(adjacency, server);
    for (const finding of concerned) {
      const way = wayTo(adjacency, reach, finding, server);
      if (way) paths.push(pathOf({ adjacency, powers, finding, server, way }));
    }
  }
  const ranked = paths.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return eachWayOnce(ranked, active).slice(0, MAX_PATHS);
}

function eachWayOnce(paths: readonly ExposurePath[], findings: readonly Finding[]): ExposurePath[] {
  const idOf = new Map(findings.map(({ fingerprint, id }) => [fingerprint, id]));
  const ways = new Set<string>();
  return paths.filter(({ finding, nodes }) => {
    const way = [idOf.get(finding), ...nodes.slice(1)].join('\n');
    return !ways.has(way) && ways.add(way);
  });
}

/** Findings by each server they reach, in one pass: estates have thousands of both. */
function concernedBy(findings: readonly Finding[]): Map<string, Finding[]> {
  const byServer = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const server of finding.blast_radius?.servers ?? []) {
      const known = byServer.get(server);
      if (known) known.push(finding);
      else byServer.set(server, [finding]);
    }
  }
  return byServer;
}

/** From the finding to the server, both included. */
function wayTo(adjacency: Adjacency, reach: ReadonlyMap<string, string>, finding: Finding, server: string): string[] | undefined {
  const { component, subject, fingerprint } = finding;
  if (component !== undefined && reach.has(component)) return [fingerprint, ...wayBack(reach, component)];
  if (subject === undefined) return undefined;
  if (subject === server) return [fingerprint, server];
  const joined = adjacency.out(server).some((hop) => hop.id === subject) || adjacency.into(server).some((hop) => hop.id === subject);
  if (joined) return [fingerprint, subject, server];
  const agent = adjacency.outOf(subject, 'instructs').find((ref) => adjacency.outOf(ref, 'uses').includes(server));
  return agent === undefined ? undefined : [fingerprint, subject, agent, server];
}

interface PathParts {
  adjacency: Adjacency;
  powers: ReadonlyMap<string, { name: string; power: number }[]>;
  finding: Finding;
  server: string;
  way: string[];
}

function pathOf({ adjacency, powers, finding, server, way }: PathParts): ExposurePath {
  const credentials = adjacency.outOf(server, 'holds').sort();
  const strongest = strongestTool(adjacency.outOf(server, 'offers').sort(), powers);
  const end = credentials[0] ?? strongest?.tool ?? adjacency.intoOf(server, 'uses').sort()[0];
  const nodes = end === undefined || way.includes(end) ? way : [...way, end];
  const terms = scoreTerms(finding, credentials.length, strongest, way.length);
  const sum = terms.reduce((total, term) => total + term.points, 0);
  return {
    id: sha256(nodes.join('\n')).slice(0, 16),
    finding: finding.fingerprint,
    nodes,
    score: Math.min(100, Math.round(sum)),
    why: terms.map((term) => `${term.what} ${Math.round(term.points)}`).join(' + '),
  };
}

interface Strongest {
  tool: string;
  name: string;
  power: number;
}

function strongestTool(tools: readonly string[], powers: PathParts['powers']): Strongest | undefined {
  let best: Strongest | undefined;
  for (const tool of tools) {
    for (const { name, power } of powers.get(tool) ?? []) if (power > (best?.power ?? 0)) best = { tool, name, power };
  }
  return best;
}

function scoreTerms(
  finding: Finding,
  credentials: number,
  strongest: Strongest | undefined,
  length: number,
): { what: string; points: number }[] {
  const malicious = finding.kind === 'malicious';
  return [
    { what: malicious ? 'malicious' : finding.severity, points: malicious ? MALICIOUS : WEIGHT[finding.severity] },
    { what: 'known to be exploited', points: finding.kev === 'listed' ? 15 : 0 },
    { what: 'EPSS', points: (finding.epss?.score ?? 0) * 10 },
    { what: `${credentials} credential(s)`, points: Math.min(15, credentials * 5) },
    { what: `${strongest?.name ?? ''} tool`, points: strongest?.power ?? 0 },
    { what: 'run directly', points: length <= 3 ? 5 : 0 },
  ].filter((term) => Math.round(term.points) > 0);
}

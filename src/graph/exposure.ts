import type { Tool } from '../model/agent.js';
import { isCloudRef, isDeclaredRef } from '../model/cloud.js';
import type { Finding } from '../model/finding.js';
import { type ExposurePath, type Graph, OPEN_TO_THE_INTERNET } from '../model/graph.js';
import type { Severity } from '../model/severity.js';
import { plural } from '../support/listing.js';
import { sha256 } from '../support/sha256.js';
import { atOnce, type Steps } from '../support/turns.js';
import { Adjacency, reachFrom, type Walkable, wayBack } from './adjacency.js';
import { CloudReach, type WayToData } from './cloud-reach.js';

/** Paths a report holds; the highest scored are kept. */
export const MAX_PATHS = 100;

/** What of a finding its ways turn on. */
export type Endangering = Pick<
  Finding,
  'fingerprint' | 'id' | 'kind' | 'severity' | 'kev' | 'epss' | 'component' | 'subject' | 'context' | 'suppressed' | 'blast_radius'
>;

/** Points by severity. A finding without a score counts like a medium one; a malicious one counts most. */
const WEIGHT: Record<Severity, number> = { critical: 40, high: 30, medium: 18, low: 8, none: 0, unknown: 18 };
const MALICIOUS = 50;

/** Points for a tool of this power; only the strongest tool counts. */
const POWER: Readonly<Record<string, number>> = { execute: 15, secrets: 12, write: 10, network: 8, read: 4 };

/**
 * Walks from each active finding of some severity to what it endangers, at most one for each finding and server: finding, component, what
 * pulls it in, server, then a credential (else the strongest tool, else an agent). Highest score first, those of tests and examples
 * last, at most MAX_PATHS.
 * A finding about something of a cloud has paths over services, agents and roles to data: one for each role that holds some, at most three; the
 * best one says how many are left out.
 * A rule's findings about one thing in two places, such as two clients that share a server, make one path.
 *
 * Score, 0–100: severity up to 40 (malicious 50) + exploited in the wild 15 + EPSS × 10 + 5 a credential up to 15 + the
 * strongest tool up to 15 + 5 when the server runs the component directly. In a cloud, after severity: open to the internet 15 + what
 * may be done with the data up to 15 + 2 a data store up to 10.
 */
export function exposurePaths(graph: Graph, findings: readonly Finding[], tools: readonly Tool[]): ExposurePath[] {
  return atOnce(exposureSteps(new Adjacency(graph), findings, tools));
}

/** The same over a graph that is indexed already, with a step for each server and each path: estates have thousands. */
export function* exposureSteps(adjacency: Walkable, findings: readonly Endangering[], tools: readonly Tool[]): Steps<ExposurePath[]> {
  const powers = new Map(tools.map((tool) => [tool.ref, tool.capabilities.map((name) => ({ name, power: POWER[name] ?? 0 }))]));
  const dangerous = findings.filter(endangers);
  const active = dangerous.filter((finding) => (finding.blast_radius?.servers.length ?? 0) > 0);
  const danger = eachOnce(active);
  const byServer = concernedBy([...danger.keys()]);
  const candidates: Candidate[] = [];
  for (const server of adjacency.ofKind('server')) {
    const concerned = byServer.get(server);
    if (!concerned) continue;
    const reach = reachFrom(adjacency, server);
    const within = pointsOf(serverTerms(endsOf(adjacency, powers, server)));
    for (const finding of concerned) {
      const direct = isDirect({ adjacency, reach, finding, server });
      if (direct === undefined) continue;
      candidates.push({ score: scoreOf((danger.get(finding) ?? 0) + within + (direct ? DIRECT : 0)), finding, server });
    }
    yield;
  }
  // Findings in test files are ranked apart, so that they take no room from the others.
  const product = candidates.filter(({ finding }) => finding.context !== 'test');
  const chosen = [...highest(product), ...highest(candidates.filter(({ finding }) => finding.context === 'test'))];
  const paths: ExposurePath[] = [];
  // Candidates of one server are next to each other.
  let last: { server: string; reach: ReadonlyMap<string, string> } | undefined;
  for (const { finding, server } of chosen) {
    if (last?.server !== server) last = { server, reach: reachFrom(adjacency, server) };
    const way = wayTo(adjacency, last.reach, finding, server);
    if (way) paths.push(pathOf({ adjacency, powers, finding, server, way }));
    yield;
  }
  paths.push(...(yield* cloudPaths(adjacency, dangerous)));
  const inTests = new Set(dangerous.flatMap(({ context, fingerprint }) => (context === 'test' ? fingerprint : [])));
  const isOfTests = ({ finding }: ExposurePath) => Number(inTests.has(finding));
  const ranked = paths.sort((a, b) => isOfTests(a) - isOfTests(b) || b.score - a.score || (a.id < b.id ? -1 : 1));
  return eachWayOnce(ranked, dangerous).slice(0, MAX_PATHS);
}

/** Ways of findings about things of a cloud to data: from a public endpoint over agent and role, for example. */
function* cloudPaths(adjacency: Walkable, findings: readonly Endangering[]): Steps<ExposurePath[]> {
  const reach = new CloudReach(adjacency);
  const paths: ExposurePath[] = [];
  for (const [finding] of eachOnce(findings.filter(opensWay))) {
    const { subject = '' } = finding;
    for (const way of reach.ways(subject)) {
      if (way.nodes.length <= 1 && isDeclaredRef(subject) && !reach.radius(subject).exposed) continue;
      const path = pathAlong(finding, way.nodes, [...findingTerms(finding), ...cloudTerms(reach, subject, way)]);
      paths.push({ ...path, ...(way.leftOut !== undefined && { left_out: way.leftOut }) });
    }
    yield;
  }
  return paths;
}

/** Habits of infrastructure code, such as a missing limit, let nobody in: those of low severity are the start of no way. */
function opensWay({ subject, severity }: Endangering): boolean {
  return subject !== undefined && isCloudRef(subject) && !(severity === 'low' && isDeclaredRef(subject));
}

function cloudTerms(reach: CloudReach, subject: string, { word, points }: WayToData): Term[] {
  const { exposed, data = [] } = reach.radius(subject);
  return [
    { what: OPEN_TO_THE_INTERNET, points: exposed ? 15 : 0 },
    { what: word, points },
    { what: plural(data.length, 'data store'), points: Math.min(10, data.length * 2) },
  ].filter(counts);
}

/** A remark without severity endangers nothing, however much lies behind it. */
function endangers({ suppressed, kind, severity }: Endangering): boolean {
  return suppressed === undefined && (kind === 'malicious' || severity !== 'none');
}

/** Findings that say the same of the same thing lead the same ways: the worst of them stands for all. */
function eachOnce(findings: readonly Endangering[]): Map<Endangering, number> {
  const worst = new Map<string, { finding: Endangering; points: number }>();
  for (const finding of findings) {
    const key = [finding.id, finding.component, finding.subject].join('\n');
    const points = pointsOf(findingTerms(finding));
    if (points > (worst.get(key)?.points ?? -1)) worst.set(key, { finding, points });
  }
  return new Map([...worst.values()].map(({ finding, points }) => [finding, points]));
}

/** Ways may still be equal where one finding names the component and another one the subject too. */
function eachWayOnce(paths: readonly ExposurePath[], findings: readonly Endangering[]): ExposurePath[] {
  const idOf = new Map(findings.map(({ fingerprint, id }) => [fingerprint, id]));
  const ways = new Set<string>();
  return paths.filter(({ finding, nodes }) => {
    const way = [idOf.get(finding), ...nodes.slice(1)].join('\n');
    return !ways.has(way) && ways.add(way);
  });
}

/** A path before its nodes are listed, because estates have millions of paths. */
interface Candidate {
  score: number;
  finding: Endangering;
  server: string;
}

/** Of the paths with the lowest score kept, at most this many are compared by name: the first in the order of servers. */
const MAX_EQUALS = 1000;

/** The paths that score at least as much as the last one kept. */
function highest(candidates: readonly Candidate[]): Candidate[] {
  const numbers = new Array<number>(101).fill(0);
  for (const { score } of candidates) numbers[score] = (numbers[score] ?? 0) + 1;
  let least = 100;
  for (let kept = numbers[100] ?? 0; kept < MAX_PATHS && least > 0; kept += numbers[least] ?? 0) least -= 1;
  const above = candidates.filter(({ score }) => score > least);
  return [...above, ...candidates.filter(({ score }) => score === least).slice(0, MAX_EQUALS)];
}

/** True if the server runs the finding's component directly, or is as near to its subject; undefined when no path leads there. */
function isDirect({ adjacency, reach, finding, server }: Omit<PathParts, 'powers' | 'way'> & { reach: ReadonlyMap<string, string> }) {
  const before = finding.component === undefined ? undefined : reach.get(finding.component);
  if (before !== undefined) return before === server;
  const way = wayTo(adjacency, reach, finding, server);
  return way && way.length <= NEAR;
}

/** Findings by each server they reach, in one pass: estates have thousands of both. */
function concernedBy(findings: readonly Endangering[]): Map<string, Endangering[]> {
  const byServer = new Map<string, Endangering[]>();
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
function wayTo(adjacency: Walkable, reach: ReadonlyMap<string, string>, finding: Endangering, server: string): string[] | undefined {
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
  adjacency: Walkable;
  powers: ReadonlyMap<string, { name: string; power: number }[]>;
  finding: Endangering;
  server: string;
  way: string[];
}

function pathOf({ adjacency, powers, finding, server, way }: PathParts): ExposurePath {
  const ends = endsOf(adjacency, powers, server);
  const end = ends.credentials[0] ?? ends.strongest?.tool ?? adjacency.intoOf(server, 'uses').sort()[0];
  const nodes = end === undefined || way.includes(end) ? way : [...way, end];
  const direct = way.length <= NEAR ? [{ what: 'run directly', points: DIRECT }] : [];
  return pathAlong(finding, nodes.slice(1), [...findingTerms(finding), ...serverTerms(ends), ...direct]);
}

/** The path from the finding over `way`, which begins with what it is about. */
function pathAlong({ fingerprint }: Endangering, way: readonly string[], terms: readonly Term[]): ExposurePath {
  const nodes = [fingerprint, ...way];
  return {
    id: sha256(nodes.join('\n')).slice(0, 16),
    finding: fingerprint,
    nodes,
    score: scoreOf(pointsOf(terms)),
    why: terms.map((term) => `${term.what} ${Math.round(term.points)}`).join(' + '),
  };
}

/** The possible ends of a path that has reached a server. */
interface Ends {
  credentials: string[];
  strongest: Strongest | undefined;
}

function endsOf(adjacency: Walkable, powers: PathParts['powers'], server: string): Ends {
  return {
    credentials: adjacency.outOf(server, 'holds').sort(),
    strongest: strongestTool(adjacency.outOf(server, 'offers').sort(), powers),
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

interface Term {
  what: string;
  points: number;
}

/** Longest path, in nodes, that counts as run directly, and its points. */
const NEAR = 3;
const DIRECT = 5;

function findingTerms(finding: Endangering): Term[] {
  const malicious = finding.kind === 'malicious';
  return [
    { what: malicious ? 'malicious' : finding.severity, points: malicious ? MALICIOUS : WEIGHT[finding.severity] },
    { what: 'known to be exploited', points: finding.kev === 'listed' ? 15 : 0 },
    { what: 'EPSS', points: (finding.epss?.score ?? 0) * 10 },
  ].filter(counts);
}

function serverTerms({ credentials, strongest }: Ends): Term[] {
  return [
    {
      what: plural(credentials.length, 'credential'),
      points: Math.min(15, credentials.length * 5),
    },
    { what: `${strongest?.name ?? ''} tool`, points: strongest?.power ?? 0 },
  ].filter(counts);
}

function counts({ points }: Term): boolean {
  return Math.round(points) > 0;
}

function pointsOf(terms: readonly Term[]): number {
  return terms.reduce((total, term) => total + term.points, 0);
}

function scoreOf(points: number): number {
  return Math.min(100, Math.round(points));
}

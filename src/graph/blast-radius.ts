import { isCloudRef } from '../model/cloud.js';
import type { BlastRadius, Finding } from '../model/finding.js';
import type { Graph } from '../model/graph.js';
import { atOnce, type Steps } from '../support/turns.js';
import { Adjacency, isWithin, reachFrom, type Walkable } from './adjacency.js';
import { CloudReach } from './cloud-reach.js';

const NOTHING: BlastRadius = { servers: [], agents: [], credentials: [], tools: [] };

/** Computes blast radii on one graph. It walks the components of each server only once. */
export class RadiusIndex {
  private readonly known = new Map<string, BlastRadius>();
  private readonly cloud: CloudReach;

  private constructor(
    private readonly adjacency: Walkable,
    private readonly running: ReadonlyMap<string, string[]>,
  ) {
    this.cloud = new CloudReach(adjacency);
  }

  /** Yields after each server, because estates have thousands. */
  static *over(adjacency: Walkable): Steps<RadiusIndex> {
    return new RadiusIndex(adjacency, yield* serversByComponent(adjacency, adjacency.ofKind('server')));
  }

  /** Refs of the components that some server runs, directly or not. */
  components(): string[] {
    return [...this.running.keys()];
  }

  /** Findings about the same component and subject share one radius. */
  of({ component, subject }: Pick<Finding, 'component' | 'subject'>): BlastRadius {
    const key = `${component ?? ''}\n${subject ?? ''}`;
    const known = this.known.get(key);
    if (known) return known;
    const about = { ...(component !== undefined && { component }), ...(subject !== undefined && { subject }) };
    const radius = isOfCloud(this.adjacency, subject)
      ? { ...NOTHING, ...this.cloud.radius(subject) }
      : radiusOf(this.adjacency, serversOf(this.adjacency, this.running, about));
    this.known.set(key, radius);
    return radius;
  }
}

/** The blast radius of one finding, walked back from what it is about: for graphs of which nobody asks more. */
export function radiusOfOne(adjacency: Walkable, finding: Pick<Finding, 'component' | 'subject'>): BlastRadius {
  const { component, subject } = finding;
  if (isOfCloud(adjacency, subject)) return { ...NOTHING, ...new CloudReach(adjacency).radius(subject) };
  const running = new Map(component === undefined ? [] : [[component, serversRunning(adjacency, component)]]);
  return radiusOf(adjacency, serversOf(adjacency, running, finding));
}

/** Not all infrastructure code declares something of the graph: a Dockerfile, for example. */
function isOfCloud(adjacency: Walkable, subject: string | undefined): subject is string {
  return subject !== undefined && isCloudRef(subject) && adjacency.nodes.get(subject) !== undefined;
}

/** Servers from which `runs`, `depends_on` and `contains` lead to a component: the ways of `reachFrom`, walked back. */
function serversRunning(adjacency: Walkable, component: string): string[] {
  const seen = new Set([component]);
  // A Set visits what is added while it is walked: this is the whole search.
  for (const at of seen) for (const { id, kind } of adjacency.into(at)) if (isWithin(kind)) seen.add(id);
  seen.delete(component);
  return [...seen].filter((id) => adjacency.nodes.get(id)?.kind === 'server');
}

/**
 * Writes onto each finding what it can reach by real edges: servers that run its component (or that its subject is or belongs
 * to), agents that use those, and the credentials and tools those servers have. Lists are sorted refs.
 */
export function attachBlastRadius(graph: Graph, findings: readonly Finding[]): Finding[] {
  const index = atOnce(RadiusIndex.over(new Adjacency(graph)));
  return findings.map((finding) => ({ ...finding, blast_radius: index.of(finding) }));
}

function* serversByComponent(adjacency: Walkable, servers: readonly string[]): Steps<Map<string, string[]>> {
  const running = new Map<string, string[]>();
  for (const server of servers) {
    for (const component of reachFrom(adjacency, server).keys()) {
      const known = running.get(component);
      if (known) known.push(server);
      else running.set(component, [server]);
    }
    yield;
  }
  return running;
}

function serversOf(adjacency: Walkable, running: ReadonlyMap<string, string[]>, finding: Pick<Finding, 'component' | 'subject'>): string[] {
  const found = new Set(finding.component === undefined ? [] : running.get(finding.component));
  if (finding.subject !== undefined) for (const server of serversOfSubject(adjacency, finding.subject)) found.add(server);
  return [...found].sort();
}

function serversOfSubject(adjacency: Walkable, subject: string): string[] {
  switch (adjacency.nodes.get(subject)?.kind) {
    case 'server':
      return [subject];
    case 'tool':
      return adjacency.intoOf(subject, 'offers');
    case 'credential':
      return adjacency.intoOf(subject, 'holds');
    case 'agent':
      return adjacency.outOf(subject, 'uses');
    case 'skill':
      return adjacency.outOf(subject, 'instructs').flatMap((agent) => adjacency.outOf(agent, 'uses'));
    default:
      return [];
  }
}

function radiusOf(adjacency: Walkable, servers: readonly string[]): BlastRadius {
  if (servers.length === 0) return NOTHING;
  const gather = (next: (server: string) => string[]) => [...new Set(servers.flatMap(next))].sort();
  return {
    servers: [...servers],
    agents: gather((server) => adjacency.intoOf(server, 'uses')),
    credentials: gather((server) => adjacency.outOf(server, 'holds')),
    tools: gather((server) => adjacency.outOf(server, 'offers')),
  };
}

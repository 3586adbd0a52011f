import type { BlastRadius } from '../model/finding.js';
import { type EdgeKind, leadingEdges, type NodeKind } from '../model/graph.js';
import type { Walkable } from './adjacency.js';

/** How strongly the last step of a way holds data, and its points. */
const HOLDS: Partial<Record<EdgeKind, { word: string; points: number }>> = {
  administers: { word: 'admin of data', points: 15 },
  writes: { word: 'writes data', points: 10 },
  reads: { word: 'reads data', points: 4 },
  uses: { word: 'reads data', points: 4 },
};

/** A way from something of a cloud to data, both included, and what may be done there. */
export interface WayToData {
  nodes: string[];
  word: string;
  points: number;
  /** Of the best way: how many further ones are not told. */
  leftOut?: number;
}

/** Ways of one thing that are told: whoever reads more of them learns nothing new. */
const MAX_WAYS = 3;

interface Step {
  from: string | undefined;
  kind: EdgeKind | undefined;
}

/** What things of clouds lead to, over one graph; each thing is walked from only once. */
export class CloudReach {
  private readonly radii = new Map<string, Partial<BlastRadius>>();
  private readonly known = new Map<string, readonly WayToData[]>();

  constructor(private readonly adjacency: Walkable) {}

  /** What `subject` leads to, and whether the internet leads to it. */
  radius(subject: string): Partial<BlastRadius> {
    const known = this.radii.get(subject);
    if (known) return known;
    const after = [...this.from(subject).keys()];
    const before = [...this.to(subject)];
    const ofKind = (ids: readonly string[], ...kinds: NodeKind[]) =>
      [...new Set(ids.filter((id) => kinds.some((kind) => this.adjacency.nodes.get(id)?.kind === kind)))].sort();
    const radius = {
      agents: ofKind([...before, ...after], 'agent'),
      services: ofKind([...before, ...after], 'service', 'entrance'),
      roles: ofKind(after, 'role'),
      data: ofKind(after, 'data'),
      credentials: [
        ...new Set(after.flatMap((id) => this.adjacency.out(id).flatMap((hop) => (hop.kind === 'holds' ? [hop.id] : [])))),
      ].sort(),
      ...(ofKind(before, 'network').length > 0 && { exposed: true as const }),
    };
    this.radii.set(subject, radius);
    return radius;
  }

  /**
   * One way to data for each role that holds some, and one for what it holds itself: the data held most strongly, among those the nearest,
   * among those the first by id. The best way comes first, at most MAX_WAYS; none without data.
   */
  ways(subject: string): readonly WayToData[] {
    const known = this.known.get(subject) ?? this.findWays(subject);
    this.known.set(subject, known);
    return known;
  }

  private findWays(subject: string): WayToData[] {
    const steps = this.from(subject);
    const byRole = new Map<string, WayToData>();
    for (const id of steps.keys()) {
      if (this.adjacency.nodes.get(id)?.kind !== 'data') continue;
      const way = wayAlong(steps, id);
      const role = way.nodes.findLast((node) => this.adjacency.nodes.get(node)?.kind === 'role') ?? '';
      const best = byRole.get(role);
      if (best === undefined || isBetter(way, best)) byRole.set(role, way);
    }
    const [best, ...others] = [...byRole.values()].sort((a, b) => (isBetter(a, b) ? -1 : 1));
    if (best === undefined) return [];
    const leftOut = Math.max(0, others.length + 1 - MAX_WAYS);
    return [{ ...best, ...(leftOut > 0 && { leftOut }) }, ...others.slice(0, MAX_WAYS - 1)];
  }

  /** Everything that `start` leads to, breadth first, with the step by which each was reached; `start` itself is the first. */
  private from(start: string): Map<string, Step> {
    const steps = new Map<string, Step>([[start, { from: undefined, kind: undefined }]]);
    // A Map visits what is added while it is walked: this is the whole search.
    for (const id of steps.keys()) {
      const isAccount = this.adjacency.nodes.get(id)?.kind === 'account' && id !== start;
      for (const { id: to, kind } of this.adjacency.out(id)) {
        const leads = isAccount ? kind === 'contains' && this.adjacency.nodes.get(to)?.kind === 'data' : leadingEdges.has(kind);
        if (leads && !steps.has(to)) steps.set(to, { from: id, kind });
      }
    }
    return steps;
  }

  /** Everything that leads to `end`, itself included. */
  private to(end: string): Set<string> {
    const found = new Set([end]);
    for (const id of found) for (const { id: from, kind } of this.adjacency.into(id)) if (leadingEdges.has(kind)) found.add(from);
    return found;
  }
}

function wayAlong(steps: ReadonlyMap<string, Step>, end: string): WayToData {
  const nodes: string[] = [];
  let held: { word: string; points: number } | undefined;
  for (let at: string | undefined = end; at !== undefined; at = steps.get(at)?.from) {
    nodes.unshift(at);
    const kind = steps.get(at)?.kind;
    // The account contains its data: the step to the account says what may be done with them.
    held ??= kind === undefined ? undefined : HOLDS[kind];
  }
  return { nodes, ...(held ?? { word: 'data', points: 4 }) };
}

function isBetter(a: WayToData, b: WayToData): boolean {
  if (a.points !== b.points) return a.points > b.points;
  if (a.nodes.length !== b.nodes.length) return a.nodes.length < b.nodes.length;
  return (a.nodes.at(-1) ?? '') < (b.nodes.at(-1) ?? '');
}

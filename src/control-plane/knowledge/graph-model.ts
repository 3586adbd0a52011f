import type { Hop, Walkable } from '../../graph/adjacency.js';
import type { EdgeKind, NodeKind } from '../../model/graph.js';
import type { Severity } from '../../model/severity.js';
import { byNodeId, type ModelNode, type NodeFacts, rankOf, ranksOf, worstNodesFirst } from './model-node.js';
import { BEGINS, type Hits, SortedNodes } from './sorted-nodes.js';

/** Most nodes have one neighbour, and a list for each would take half of the memory. */
type Hops = Hop | Hop[] | undefined;

class Linked implements ModelNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly label: string;
  declare readonly severity?: Severity;
  out: Hops = undefined;
  into: Hops = undefined;
  open = 0;

  constructor(
    { id, kind, label, severity }: NodeFacts,
    readonly sources: readonly string[],
    readonly rank: number,
  ) {
    this.id = id;
    this.kind = kind;
    this.label = label;
    if (severity !== undefined) this.severity = severity;
  }
}

const NONE: readonly Hop[] = [];
/** Short lists are copied when they grow, because a growing array reserves room for many more. */
const SHORT = 32;

/** Kinds from which no walk of a server leads on, so that changes among them alone leave `walks` as it is. */
const AT_THE_EDGE: ReadonlySet<NodeKind> = new Set(['finding', 'package']);

/**
 * The graph of a tenant in memory: the nodes of all sources joined and ordered, and the edges whose ends both exist. It
 * is updated when its rows change.
 */
export class GraphModel implements Walkable {
  private readonly byId = new Map<string, Linked>();
  private readonly sourceLists = new Map<string, readonly string[]>();
  private readonly labels = new Map<string, string>();
  private readonly counts = new Map<NodeKind, number>();
  private sorted = new SortedNodes(worstNodesFirst);
  /** All nodes except findings. */
  private assetsById = new SortedNodes(byNodeId);
  /** Number of edges. */
  edges = 0;
  /** Increases with every change to nodes or edges that may lead from servers to what they run. */
  walks = 0;

  /** Adds one of many nodes, each given once; call `order` afterwards. */
  load(facts: NodeFacts): void {
    this.byId.set(facts.id, this.linked(facts));
    this.count(facts.kind, 1);
  }

  /** Orders the nodes that were loaded. */
  order(): void {
    const all = [...this.byId.values()];
    this.sorted = new SortedNodes(worstNodesFirst, all);
    this.assetsById = new SortedNodes(
      byNodeId,
      all.filter(({ kind }) => kind !== 'finding'),
    );
  }

  get nodes(): { get(id: string): ModelNode | undefined; has(id: string): boolean } {
    return this.byId;
  }

  get size(): number {
    return this.byId.size;
  }

  /** Worst first, then by kind and id. */
  inOrder(): Iterable<ModelNode> {
    return this.sorted;
  }

  /** All nodes except findings, ordered by id, from one id on. */
  assetsFrom(id: string): Iterable<ModelNode> {
    return this.assetsById.from({ rank: 0, id });
  }

  /** Number of nodes of a kind. */
  countOf(kind: NodeKind): number {
    return this.counts.get(kind) ?? 0;
  }

  out(id: string): readonly Hop[] {
    return listOf(this.byId.get(id)?.out);
  }

  into(id: string): readonly Hop[] {
    return listOf(this.byId.get(id)?.into);
  }

  outOf(id: string, kind: EdgeKind): string[] {
    return this.out(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  intoOf(id: string, kind: EdgeKind): string[] {
    return this.into(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  ofKind(kind: NodeKind): string[] {
    const ids: string[] = [];
    for (const rank of ranksOf(kind)) {
      for (const node of this.sorted.from({ rank, id: '' })) {
        if (node.rank !== rank) break;
        ids.push(node.id);
      }
    }
    return ids;
  }

  /**
   * Nodes whose label or id contains every word, in order; labels that begin with the first word come first. Returns at
   * most `limit`, and the total. Without `wanted`, all nodes are.
   */
  search(query: string, limit: number, wanted?: (node: ModelNode) => boolean): { items: ModelNode[]; total: number } {
    const [begins, others]: [ModelNode[], ModelNode[]] = [[], []];
    let total = 0;
    this.sorted.search(wordsOf(query), (nodes, hits) => {
      // Where all are wanted, those of a block that cannot be shown are only counted.
      if (!wanted && others.length >= limit && (hits.begun === 0 || begins.length >= limit)) total += hits.count;
      else
        eachHit(nodes, hits, (node, isBegun) => {
          if (wanted && !wanted(node)) return;
          total += 1;
          const list = isBegun ? begins : others;
          if (list.length < limit) list.push(node);
        });
    });
    return { items: [...begins, ...others].slice(0, limit), total };
  }

  /** Calls `found` with each node whose label or id contains every word. */
  eachMatch(query: string, found: (node: ModelNode) => void): void {
    this.sorted.search(wordsOf(query), (nodes, hits) => eachHit(nodes, hits, found));
  }

  /** Adds or changes a node. True when it is new: its edges are then still missing. */
  put(facts: NodeFacts): boolean {
    const known = this.byId.get(facts.id);
    const node = this.linked(facts);
    if (known) {
      Object.assign(node, { open: known.open, out: known.out, into: known.into });
      this.leave(known);
    }
    this.byId.set(node.id, node);
    this.sorted.add(node);
    if (node.kind !== 'finding') this.assetsById.add(node);
    this.count(node.kind, 1);
    return known === undefined;
  }

  /** Removes a node with its edges. */
  drop(id: string): void {
    const node = this.byId.get(id);
    if (!node) return;
    for (const { id: to, kind } of listOf(node.out)) this.unlink(id, to, kind);
    for (const { id: from, kind } of listOf(node.into)) this.unlink(from, id, kind);
    this.leave(node);
    this.byId.delete(id);
  }

  /** Adds an edge, unless it exists or one of its nodes is missing. */
  link(from: string, to: string, kind: EdgeKind): void {
    const [start, end] = [this.byId.get(from), this.byId.get(to)];
    if (!start || !end) return;
    if (has(start.out, { id: to, kind })) return;
    // Uses the ids of the nodes themselves, so that each text is in memory once.
    start.out = inserted(start.out, { id: end.id, kind });
    end.into = inserted(end.into, { id: start.id, kind });
    this.noteEdge(kind, 1);
  }

  unlink(from: string, to: string, kind: EdgeKind): void {
    const [start, end] = [this.byId.get(from), this.byId.get(to)];
    if (!start || !end || !has(start.out, { id: to, kind })) return;
    start.out = removed(start.out, { id: to, kind });
    end.into = removed(end.into, { id: from, kind });
    this.noteEdge(kind, -1);
  }

  /** Sets the number of open findings about a node. */
  setOpen(id: string, open: number): void {
    const node = this.byId.get(id);
    if (node) node.open = open;
  }

  private noteEdge(kind: EdgeKind, by: 1 | -1): void {
    this.edges += by;
    if (kind !== 'affects') this.walks += 1;
  }

  private leave(node: Linked): void {
    this.sorted.remove(node);
    if (node.kind !== 'finding') this.assetsById.remove(node);
    this.count(node.kind, -1);
  }

  private count(kind: NodeKind, by: 1 | -1): void {
    this.counts.set(kind, this.countOf(kind) + by);
    if (!AT_THE_EDGE.has(kind)) this.walks += 1;
  }

  /** Findings of one problem share its label. */
  private linked(facts: NodeFacts): Linked {
    const { kind, label } = facts;
    const shared = kind === 'finding' ? (this.labels.get(label) ?? label) : label;
    if (kind === 'finding') this.labels.set(shared, shared);
    return new Linked({ ...facts, label: shared }, this.shared(facts.sources), rankOf(facts));
  }

  /** Nodes of the same sources share one list. */
  private shared(sources: readonly string[]): readonly string[] {
    const key = sources.join('\n');
    const known = this.sourceLists.get(key) ?? sources;
    this.sourceLists.set(key, known);
    return known;
  }
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

function eachHit(nodes: readonly ModelNode[], { places, count }: Hits, found: (node: ModelNode, begins: boolean) => void): void {
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    const node = nodes[place & ~BEGINS];
    if (node) found(node, (place & BEGINS) !== 0);
  }
}

function listOf(hops: Hops): readonly Hop[] {
  return hops === undefined ? NONE : Array.isArray(hops) ? hops : [hops];
}

/** The index of a hop, or the index at which to insert it: by id, then by kind. */
function placeOf(hops: readonly Hop[], hop: Hop): number {
  let [low, high] = [0, hops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = hops[middle];
    if (other && (other.id < hop.id || (other.id === hop.id && other.kind < hop.kind))) low = middle + 1;
    else high = middle;
  }
  return low;
}

function has(hops: Hops, { id, kind }: Hop): boolean {
  const list = listOf(hops);
  const hop = list[placeOf(list, { id, kind })];
  return hop?.id === id && hop.kind === kind;
}

function inserted(hops: Hops, hop: Hop): Hops {
  if (hops === undefined) return hop;
  const list = Array.isArray(hops) ? hops : [hops];
  const place = placeOf(list, hop);
  if (list.length < SHORT) return list.toSpliced(place, 0, hop);
  list.splice(place, 0, hop);
  return list;
}

/** The hops without one that they contain. */
function removed(hops: Hops, hop: Hop): Hops {
  const list = listOf(hops);
  const rest = list.toSpliced(placeOf(list, hop), 1);
  return rest.length > 1 ? rest : rest[0];
}

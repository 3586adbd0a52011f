import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import type { EdgeKind, Graph, GraphEdge, GraphNode } from '../model/graph.js';
import { imagesOfPlaces } from '../model/image-places.js';
import type { Inventory } from '../model/inventory.js';
import { cloudGraph, declaredCredentials, imageIds } from './cloud.js';

/** How much of a large inventory becomes nodes. */
export interface BuildOptions {
  /** True: every component. Default: those affected by a finding, what depends on them, and what servers run. */
  all?: boolean;
}

/**
 * Joins inventory and findings in one pass. Node ids are identities (`ref`s, fingerprints), edges never dangle, and both lists
 * are in an order that depends on identities alone.
 */
export function buildGraph(inventory: Inventory, findings: readonly Finding[], options: BuildOptions = {}): Graph {
  const builder = new GraphBuilder();
  const cloud = cloudGraph([...inventory.cloud, ...inventory.infrastructure], inventory.images);
  const secrets = declaredCredentials(inventory.infrastructure);
  for (const node of [...cloud.nodes, ...secrets.nodes]) builder.node(node);
  const kept = options.all ? inventory.components : involved(inventory, findings);
  for (const { ref, name, version } of kept)
    builder.node({ id: ref, kind: 'package', label: version === null ? name : `${name}@${version}` });
  for (const server of inventory.servers) builder.node({ id: server.ref, kind: 'server', label: server.name });
  for (const agent of inventory.agents) builder.node({ id: agent.ref, kind: 'agent', label: agent.client });
  for (const tool of inventory.tools) builder.node({ id: tool.ref, kind: 'tool', label: tool.name });
  for (const credential of inventory.credentials) builder.node({ id: credential.ref, kind: 'credential', label: credential.name });
  for (const skill of inventory.skills) builder.node({ id: skill.ref, kind: 'skill', label: skill.path });
  for (const model of inventory.models) builder.node({ id: model.ref, kind: 'model', label: model.path });
  for (const finding of findings) builder.node({ id: finding.fingerprint, kind: 'finding', label: finding.id, severity: finding.severity });
  joinInventory(builder, inventory, kept);
  for (const edge of [...cloud.edges, ...secrets.edges]) builder.edge(edge);
  const ids = imageIds([...inventory.cloud, ...inventory.infrastructure], inventory.images);
  joinContents(builder, inventory, findings, ids);
  for (const { fingerprint, component, subject } of findings) {
    for (const target of [component, subject === undefined ? undefined : (ids.get(subject) ?? subject)])
      if (target !== undefined) builder.edge({ from: fingerprint, to: target, kind: 'affects' });
  }
  return builder.graph();
}

function joinInventory(builder: GraphBuilder, inventory: Inventory, kept: readonly Component[]): void {
  for (const { ref, dependencies } of kept) builder.edges(ref, dependencies, 'depends_on');
  for (const [ref, components] of componentsByServer(inventory)) builder.edges(ref, [...components], 'runs');
  for (const agent of inventory.agents) builder.edges(agent.ref, agent.servers, 'uses');
  for (const skill of inventory.skills) {
    for (const to of skill.agents ?? []) builder.edge({ from: skill.ref, to, kind: 'instructs' });
    for (const to of skill.components ?? []) builder.edge({ from: skill.ref, to, kind: 'contains' });
  }
  for (const tool of inventory.tools) builder.edge({ from: tool.server, to: tool.ref, kind: 'offers' });
  for (const credential of inventory.credentials) {
    for (const server of credential.servers) builder.edge({ from: server, to: credential.ref, kind: 'holds' });
  }
}

/** Images contain the packages that findings are about, and all that agents have in them. */
function joinContents(
  builder: GraphBuilder,
  { components, images, agents, servers, skills, models }: Inventory,
  findings: readonly Finding[],
  ids: ReadonlyMap<string, string>,
): void {
  if (images.length === 0) return;
  for (const { ref, in_image: place } of [...agents, ...servers, ...skills, ...models]) {
    const from = place && ids.get(place.image);
    if (from !== undefined) builder.edge({ from, to: ref, kind: 'contains' });
  }
  const imageOf = imagesOfPlaces(images);
  const concerned = new Set(findings.map(({ component }) => component));
  for (const { ref, locations } of components) {
    if (!concerned.has(ref)) continue;
    const holders = new Set(locations.flatMap((place) => ids.get(imageOf(place)?.reference ?? '') ?? []));
    for (const from of holders) builder.edge({ from, to: ref, kind: 'contains' });
  }
}

/** The inventory lists a server once for each client that configures it; the graph joins its components only once. */
function componentsByServer({ servers }: Inventory): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { ref, components } of servers) {
    const known = found.get(ref);
    if (known) for (const component of components) known.add(component);
    else found.set(ref, new Set(components));
  }
  return found;
}

/** Components that matter for exposure: affected ones, everything that depends on them, and the ones that servers run directly. */
function involved(inventory: Inventory, findings: readonly Finding[]): Component[] {
  const wanted = new Set<string>(findings.flatMap((finding) => finding.component ?? []));
  const dependents = wanted.size === 0 ? undefined : dependentsOf(inventory.components);
  // Iterating over a Set also visits members added meanwhile, so this loop is the whole breadth-first search.
  for (const ref of wanted) for (const dependent of dependents?.get(ref) ?? []) wanted.add(dependent);
  for (const server of inventory.servers) for (const ref of server.components) wanted.add(ref);
  for (const skill of inventory.skills) for (const ref of skill.components ?? []) wanted.add(ref);
  return inventory.components.filter((component) => wanted.has(component.ref));
}

function dependentsOf(components: readonly Component[]): Map<string, string[]> {
  const dependents = new Map<string, string[]>();
  for (const { ref, dependencies } of components) {
    for (const dependency of dependencies) {
      const known = dependents.get(dependency);
      if (known) known.push(ref);
      else dependents.set(dependency, [ref]);
    }
  }
  return dependents;
}

class GraphBuilder {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly joined: GraphEdge[] = [];

  node(node: GraphNode): void {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node);
  }

  /** Drops edges to nodes that were left out, so that no edge dangles. */
  edge(edge: GraphEdge): void {
    if (this.nodes.has(edge.from) && this.nodes.has(edge.to)) this.joined.push(edge);
  }

  /** Edges of one kind from one known node. */
  edges(from: string, targets: readonly string[], kind: EdgeKind): void {
    for (const to of targets) if (this.nodes.has(to)) this.joined.push({ from, to, kind });
  }

  graph(): Graph {
    return { nodes: [...this.nodes.values()], edges: this.joined };
  }
}

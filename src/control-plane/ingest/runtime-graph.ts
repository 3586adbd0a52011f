import type { GraphEdge } from '../../model/graph.js';
import type { IngestGraph, IngestNode } from './batch.js';

/** A tool call that was observed. */
export interface ServerSighting {
  agent?: string | undefined;
  server?: string | undefined;
  /** The server's identity in scans and fleet, if the observer knows it. */
  serverRef?: string | undefined;
  tool?: string | undefined;
}

/** What tool calls show: agents that use servers that offer tools. An agent given by its fleet id is joined to it. */
export function runtimeGraph(sightings: Iterable<ServerSighting>): IngestGraph {
  const nodes = new Map<string, IngestNode>();
  const edges = new Map<string, GraphEdge>();
  const node = (one: IngestNode) => {
    nodes.set(one.id, one);
    return one.id;
  };
  const join = (from: string, kind: GraphEdge['kind'], to: string) => edges.set(`${from}\n${kind}\n${to}`, { from, to, kind });
  for (const { agent, server, serverRef, tool } of sightings) {
    const from = agent === undefined ? undefined : agentNode(agent, node);
    const at = serverRef ?? (server === undefined ? undefined : `runtime:server:${server}`);
    if (at === undefined) continue;
    node({ id: at, kind: 'server', label: server ?? at });
    if (from !== undefined) join(from, 'uses', at);
    if (tool !== undefined) join(at, 'offers', node({ id: `${at}#tool:${tool}`, kind: 'tool', label: tool }));
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** An agent of the fleet has a node already. */
function agentNode(agent: string, node: (one: IngestNode) => string): string {
  return /^agt_[0-9A-Za-z]{8,64}$/.test(agent) ? agent : node({ id: `runtime:agent:${agent}`, kind: 'agent', label: agent });
}

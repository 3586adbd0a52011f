import type { GraphEdge } from '../../model/graph.js';
import type { IngestGraph, IngestNode } from './batch.js';
import { packageNode } from './finding-graph.js';
import type { FleetAgent } from './fleet-agent.js';

/** Agents, the servers they use, and those servers' credentials and tools, as nodes and edges. */
export function fleetGraph(agents: readonly FleetAgent[], device: string): IngestGraph {
  const nodes = new Map<string, IngestNode>();
  const edges: GraphEdge[] = [];
  const add = (node: IngestNode) => nodes.set(node.id, node);
  for (const { agentId, name, client, document } of agents) {
    add({ id: agentId, kind: 'agent', label: name, properties: { client, device } });
    for (const { ref, name: label, transport, command, url, version, tools, components } of document.servers) {
      add({ id: ref, kind: 'server', label, properties: { transport, command, url, ...(version !== undefined && { version }) } });
      edges.push({ from: agentId, to: ref, kind: 'uses' });
      for (const component of components) {
        add(packageNode(component));
        edges.push({ from: ref, to: component, kind: 'runs' });
      }
      for (const tool of tools) {
        add({ id: tool.ref, kind: 'tool', label: tool.name, properties: { capabilities: tool.capabilities } });
        edges.push({ from: ref, to: tool.ref, kind: 'offers' });
      }
    }
    for (const { ref, name: label, kind, servers } of document.credentials) {
      add({ id: ref, kind: 'credential', label, properties: { kind } });
      for (const from of servers) edges.push({ from, to: ref, kind: 'holds' });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

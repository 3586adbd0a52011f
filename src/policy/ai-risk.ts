import { isAiPackage } from '../ecosystems/ai-catalogue.js';
import { exposurePaths } from '../graph/exposure.js';
import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import type { Graph } from '../model/graph.js';
import type { Inventory } from '../model/inventory.js';

/** Kinds of tools through which a compromised package can act on the world. */
const ACTING = new Set(['execute', 'write', 'network']);

/** A finding that endangers credentials through AI, and the path that shows it. */
export interface AiRisk {
  finding: Finding;
  /** Labels of the path's nodes, joined by arrows. */
  path: string;
}

/**
 * Vulnerable or malicious packages that (a) are AI components or run in a server that offers an acting tool, and (b) share a
 * path with a credential.
 */
export function aiRisks(inventory: Inventory, findings: readonly Finding[], graph: Graph): AiRisk[] {
  const components = new Map(inventory.components.map((component) => [component.ref, component]));
  const acting = new Set(inventory.tools.filter((tool) => tool.capabilities.some((name) => ACTING.has(name))).map((tool) => tool.ref));
  const labels = new Map(graph.nodes.map((node) => [node.id, node.label]));
  const candidates = findings.filter((finding) => concerns(finding, components, acting));
  const paths = exposurePaths(graph, candidates, inventory.tools);
  return candidates.flatMap((finding) => {
    const path = paths.find((candidate) => candidate.finding === finding.fingerprint);
    return path ? [{ finding, path: path.nodes.map((id) => labels.get(id) ?? id).join(' → ') }] : [];
  });
}

function concerns(finding: Finding, components: ReadonlyMap<string, Component>, acting: ReadonlySet<string>): boolean {
  if (finding.kind !== 'vulnerability' && finding.kind !== 'malicious') return false;
  const radius = finding.blast_radius;
  if (!radius || radius.credentials.length === 0) return false;
  const component = finding.component === undefined ? undefined : components.get(finding.component);
  return (component !== undefined && isAiPackage(component.ecosystem, component.name)) || radius.tools.some((tool) => acting.has(tool));
}

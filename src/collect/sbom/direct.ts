import type { SbomDocument } from './sbom-document.js';

/**
 * Which nodes the document's roots depend on without another package in between. Nodes without a purl that contain
 * packages (a lockfile, an image) are passed through. Undefined when the roots depend on nothing, so that directness is
 * unknown.
 */
export function directNodes(document: SbomDocument): ReadonlyMap<string, boolean> | undefined {
  const identified = new Set(document.nodes.filter((node) => node.purls.length > 0).map((node) => node.key));
  const roots = new Set(document.roots);
  const direct = new Set<string>();
  const seen = new Set(roots);
  const open = [...roots];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const target of document.edges.get(key) ?? []) {
      if (identified.has(target)) direct.add(target);
      else if (!seen.has(target)) open.push(target);
      seen.add(target);
    }
  }
  if (direct.size === 0) return undefined;
  return new Map([...identified].filter((key) => !roots.has(key)).map((key) => [key, direct.has(key)]));
}

import type { Finding } from '../../model/finding.js';
import { parsePurl } from '../../model/purl.js';
import type { IngestGraph, IngestNode } from './batch.js';

/** A graph of findings and the packages they are about, for intakes without a graph of their own. */
export function graphOfFindings(findings: readonly Finding[]): IngestGraph {
  const nodes = new Map<string, IngestNode>();
  const edges: IngestGraph['edges'][number][] = [];
  for (const { fingerprint, id, severity, component } of findings) {
    if (component === undefined) continue;
    nodes.set(fingerprint, { id: fingerprint, kind: 'finding', label: id, severity });
    if (!nodes.has(component)) nodes.set(component, packageNode(component));
    edges.push({ from: fingerprint, to: component, kind: 'affects' });
  }
  return { nodes: [...nodes.values()], edges };
}

/** The node of a package of which only the purl is known. */
export function packageNode(purl: string): IngestNode {
  const { namespace, name, version } = parsePurl(purl);
  const whole = namespace === undefined ? name : `${namespace}/${name}`;
  return { id: purl, kind: 'package', label: version === undefined ? whole : `${whole}@${version}` };
}

import type { ScanReport } from '../model/report.js';

/** The report with its graph cut down to these nodes: the edges between them, and the exposure paths whose nodes are all among them. */
export function excerptOf(report: ScanReport, ids: Iterable<string>): ScanReport {
  const kept = new Set(ids);
  return {
    ...report,
    graph: {
      nodes: report.graph.nodes.filter((node) => kept.has(node.id)),
      edges: report.graph.edges.filter((edge) => kept.has(edge.from) && kept.has(edge.to)),
    },
    exposure_paths: report.exposure_paths.filter((path) => path.nodes.every((id) => kept.has(id))),
  };
}

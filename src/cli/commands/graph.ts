import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { excerptOf } from '../../graph/excerpt.js';
import { findNode, impactOf, shortestPath } from '../../graph/search.js';
import type { GraphNode } from '../../model/graph.js';
import type { ScanReport } from '../../model/report.js';
import { canvasOf } from '../../report/console/canvas.js';
import { UsageError } from '../../support/errors.js';
import { answerOutputs, type ReportAnswer, withAnswer } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { flagList, flagText } from '../flag-values.js';
import { writeReports } from '../output.js';
import { openReport } from '../saved-report.js';
import { drawImpact, drawOverview, drawWalk } from '../terminal/graph-answer.js';

/** The answer: its nodes, which the drawing formats show, and the same in words. */
interface View {
  nodes: string[];
  answer: ReportAnswer;
}

/**
 * `castellan graph`: the graph of a saved report, a shortest path between two of its nodes, or everything that one of them
 * affects. Exit 1 when there is no path.
 */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings: Settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const outputs = answerOutputs('graph', settings, context.cwd);
  const [ends, node] = [flagList(invocation.flags.path), flagText(invocation.flags.impact)];
  if (ends.length > 0 && node !== undefined) throw new UsageError({ where: '--impact', message: 'cannot be combined with --path' });
  const report = openReport(invocation.operands[0] ?? '', context.cwd);
  const view = ends.length > 0 ? pathView(report, ends) : node === undefined ? wholeView(report) : impactView(report, node);
  if (!view) {
    context.io.err(`nothing joins ${ends.map((end) => `"${end.slice(0, 80)}"`).join(' and ')}`);
    return exitCodes.failed;
  }
  await writeReports(excerptOf(report, view.nodes), withAnswer(outputs, view.answer), { settings, command: context });
  return exitCodes.success;
}

function wholeView(report: ScanReport): View {
  const { graph, exposure_paths } = report;
  return {
    nodes: graph.nodes.map((node) => node.id),
    answer: { json: { ...graph, exposure_paths }, draw: async (options) => drawOverview(await canvasOf(report, options)) },
  };
}

function pathView(report: ScanReport, ends: readonly string[]): View | undefined {
  const [from, to] = ends;
  if (from === undefined || to === undefined || ends.length > 2) {
    throw new UsageError({ where: '--path', message: `expected two nodes, got ${ends.length}` });
  }
  const walk = shortestPath(report.graph, nodeOf(report, from, '--path').id, nodeOf(report, to, '--path').id);
  if (!walk) return undefined;
  const json = walk.map(({ node, edge }) => ({ ...node, ...(edge && { edge }) }));
  return {
    nodes: walk.map((step) => step.node.id),
    answer: { json: { path: json }, draw: async (options) => drawWalk(await canvasOf(report, options), walk) },
  };
}

function impactView(report: ScanReport, name: string): View {
  const node = nodeOf(report, name, '--impact');
  const reached = impactOf(report.graph, node.id);
  const json = reached.map(({ node: one, distance, via }) => ({ ...one, distance, via }));
  return {
    nodes: [node.id, ...reached.map((one) => one.node.id)],
    answer: { json: { node, impact: json }, draw: async (options) => drawImpact(await canvasOf(report, options), node, reached) },
  };
}

function nodeOf({ graph }: ScanReport, name: string, option: string): GraphNode {
  const found = findNode(graph, name);
  if ('node' in found) return found.node;
  const { candidates } = found;
  if (candidates.length === 0) {
    throw new UsageError({
      where: option,
      message: `no node "${name.slice(0, 80)}"`,
      hint: 'name it by label, id or purl: --format json lists all',
    });
  }
  const listed = candidates.slice(0, 8).map((node) => `${node.kind} ${node.id}`);
  const more = candidates.length > 8 ? `, and ${candidates.length - 8} more` : '';
  throw new UsageError({
    where: option,
    message: `"${name.slice(0, 80)}" names ${candidates.length} nodes`,
    hint: `give the id: ${listed.join(', ')}${more}`,
  });
}

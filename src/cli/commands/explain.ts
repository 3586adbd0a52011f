import { resolveSettings } from '../../config/resolve.js';
import { explain, findFindings } from '../../graph/explanation.js';
import type { ScanReport } from '../../model/report.js';
import { canvasOf, drawLine, drawParagraph, surfaceOf } from '../../report/console/canvas.js';
import type { RenderOptions } from '../../report/reporter.js';
import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { isThere } from '../../system/stored-file.js';
import { answerOutputs, writeAnswer } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { flagText } from '../flag-values.js';
import { pathsOf } from '../open-context.js';
import type { Output, OutputContext } from '../output.js';
import { openReport } from '../saved-report.js';
import { drawExplanation } from '../terminal/explanation.js';

const WITH_REPORT = '`castellan scan -f json=report.json`, then `castellan explain ID --report report.json`';

/** Explanations shown on a terminal without `--verbose`. */
const MAX_SHOWN = 5;

/**
 * `castellan explain`: everything a saved report knows about one finding, or without a report what the advisory database knows about
 * an id. Exit 1 when there is no such finding or advisory.
 */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const name = invocation.operands[0] ?? '';
  const outputs = answerOutputs('explain', settings, context.cwd);
  const file = flagText(invocation.flags.report);
  if (file === undefined) return explainAdvisory(name, outputs, { settings, command: context });
  const report = openReport(file, context.cwd);
  const explanations = explain(report, findFindings(report, name));
  if (explanations.length === 0) {
    context.io.err(`no finding "${name.slice(0, 80)}" in this report; it holds ${known(report)}`);
    return exitCodes.failed;
  }
  const answer = {
    json: explanations,
    draw: async (options: RenderOptions) => {
      const canvas = await canvasOf(report, options);
      const shown = options.verbose ? explanations : explanations.slice(0, MAX_SHOWN);
      const more = explanations.length - shown.length;
      const lines = shown.flatMap((one, at) => [...(at === 0 ? [] : ['', '']), ...drawExplanation(canvas, one)]);
      return more > 0 ? [...lines, '', drawLine(canvas, 0, [`${more} more findings of this id: --verbose, or --format json`])] : lines;
    },
  };
  await writeAnswer(answer, outputs, { settings, command: context });
  return exitCodes.success;
}

/** What the local database says. It also names the command for the rest, because only a scan knows places and reach. */
async function explainAdvisory(id: string, outputs: readonly Output[], around: OutputContext): Promise<number> {
  const { database } = pathsOf(around.settings, around.command.environment);
  if (!isThere(database)) {
    throw new UsageError({
      where: '--report',
      message: 'expected a saved report, as there is no advisory database yet',
      hint: `write one with ${WITH_REPORT}; or \`castellan db update\``,
    });
  }
  const { knownAdvisories } = await import('../../advisories/known-advisory.js');
  const found = knownAdvisories(database, id);
  if (found.length === 0) {
    around.command.io.err(
      `no advisory "${quote(id, 80)}" in the local database\n  a package: \`castellan check NAME@VERSION\`\n  a finding: ${WITH_REPORT}`,
    );
    return exitCodes.failed;
  }
  const { drawAdvisory } = await import('../terminal/known-advisory.js');
  const draw = async (options: RenderOptions) => {
    const surface = await surfaceOf(options);
    const more = `Where you have it, what it reaches and what to do: ${WITH_REPORT}`;
    const records = found.flatMap((one, at) => [...(at === 0 ? [] : ['', '']), ...drawAdvisory(surface, one)]);
    return [...records, '', ...drawParagraph(surface, { text: more, indent: 0, role: 'faint' })];
  };
  await writeAnswer({ json: found, draw }, outputs, around);
  return exitCodes.success;
}

function known(report: ScanReport): string {
  const ids = [...new Set(report.findings.map((finding) => finding.id))];
  if (ids.length === 0) return 'none';
  return ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
}

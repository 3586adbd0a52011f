import { resolveSettings } from '../../config/resolve.js';
import { explain, findFindings } from '../../graph/explanation.js';
import type { ScanReport } from '../../model/report.js';
import { canvasOf, drawLine } from '../../report/console/canvas.js';
import { UsageError } from '../../support/errors.js';
import { answerOutputs, withAnswer } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { flagText } from '../flag-values.js';
import { writeReports } from '../output.js';
import { openReport } from '../saved-report.js';
import { drawExplanation } from '../terminal/explanation.js';

/** Explanations shown on a terminal without `--verbose`. */
const MAX_SHOWN = 5;

/** `castellan explain`: everything a saved report knows about one finding. Exit 1 when it holds no such finding. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const name = invocation.operands[0] ?? '';
  const outputs = answerOutputs('explain', ['console', 'json'], settings, context.cwd);
  const report = openReport(reportFile(invocation), context.cwd);
  const explanations = explain(report, findFindings(report, name));
  if (explanations.length === 0) {
    context.io.err(`no finding "${name.slice(0, 80)}" in this report; it holds ${known(report)}`);
    return exitCodes.failed;
  }
  const answer = {
    json: explanations,
    draw: async (options: Parameters<typeof canvasOf>[1]) => {
      const canvas = await canvasOf(report, options);
      const shown = options.verbose ? explanations : explanations.slice(0, MAX_SHOWN);
      const more = explanations.length - shown.length;
      const lines = shown.flatMap((one, at) => [...(at === 0 ? [] : ['', '']), ...drawExplanation(canvas, one)]);
      return more > 0 ? [...lines, '', drawLine(canvas, 0, [`${more} more findings of this id: --verbose, or --format json`])] : lines;
    },
  };
  await writeReports(report, withAnswer(outputs, answer), { settings, command: context });
  return exitCodes.success;
}

function reportFile({ flags }: Invocation): string {
  const file = flagText(flags.report);
  if (file !== undefined) return file;
  throw new UsageError({
    where: '--report',
    message: 'expected a saved report',
    hint: 'write one with `castellan scan --format json=report.json`, then `castellan explain ID --report report.json`',
  });
}

function known(report: ScanReport): string {
  const ids = [...new Set(report.findings.map((finding) => finding.id))];
  if (ids.length === 0) return 'none';
  return ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
}

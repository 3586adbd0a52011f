import { resolveSettings } from '../../config/resolve.js';
import type { Counts, ScanReport } from '../../model/report.js';
import type { Gate } from '../../model/verdict.js';
import { lastLine } from '../../policy/last-line.js';
import { runScan } from '../../scan/run.js';
import { plural } from '../../support/listing.js';
import { answerOutputs } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { openContext } from '../open-context.js';
import { writeEach } from '../output.js';
import { scanRequest } from '../scan-request.js';
import { describeEvent, startProgress } from '../terminal/progress.js';
import { version } from '../version.js';

/** Gates that say what was read; all others judge what was found, which is not asked here. */
const READING: readonly Gate[] = ['no-input', 'empty-after-filter', 'incomplete'];

/** `castellan sbom`: what a scan finds, as a bill of materials. Nothing is judged, so no advisory database is needed. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  const outputs = answerOutputs('sbom', settings, context.cwd);
  const request = await scanRequest(settings, operands, undefined, context.cwd);
  const progress = startProgress(process.stderr, !settings.quiet);
  const onEvent = (event: Parameters<typeof describeEvent>[0]) => progress.update(describeEvent(event) ?? '');
  const scanContext = openContext({ settings, command: context, demo: request.demo, onEvent });
  try {
    const only = { ...request, vulnerabilities: false, infrastructure: false, secrets: false };
    const report = inventoryOf(await runScan(only, scanContext, version));
    progress.stop();
    if (report.verdict.exit_code !== exitCodes.usage)
      await writeEach(outputs, { settings, command: context }, async ({ reporter }) => {
        const { render } = (await reporter.load()).default;
        return (options) => render(report, options);
      });
    context.io.err(report.verdict.gate === null ? `written — ${amount(report)}` : lastLine(report.verdict, report.counts));
    return report.verdict.exit_code;
  } finally {
    progress.stop();
    scanContext.advisories.source?.close();
  }
}

/** The report without what rules found, and without the gates that look at it. */
function inventoryOf(report: ScanReport): ScanReport {
  const gates = report.verdict.gates.filter(({ gate }) => READING.includes(gate));
  const isWhole = gates.length === 0;
  const verdict = { ...report.verdict, gates, gate: gates[0]?.gate ?? null, warnings: [] };
  return { ...report, findings: [], verdict: isWhole ? { ...verdict, outcome: 'clean', exit_code: exitCodes.success } : verdict };
}

/** `366 components, 2 servers`. */
function amount({ counts, servers, models, skills }: ScanReport): string {
  const parts: [number, string][] = [
    [servers.length, 'server'],
    [models.length, 'model'],
    [skills.length, 'skill'],
  ];
  const more = parts.filter(([count]) => count > 0).map(([count, word]) => plural(count, word));
  return [...components(counts), ...more].join(', ');
}

function components({ components: all, unresolved }: Counts): string[] {
  return [plural(all, 'component'), ...(unresolved > 0 ? [`${unresolved} of them without an exact version`] : [])];
}

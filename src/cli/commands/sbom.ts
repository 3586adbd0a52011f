import { resolveSettings } from '../../config/resolve.js';
import type { Counts, ScanReport } from '../../model/report.js';
import { lastLine } from '../../policy/last-line.js';
import { runScan } from '../../scan/run.js';
import { plural } from '../../support/listing.js';
import { answerOutputs } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { narrowedReport } from '../narrowed-report.js';
import { openContext } from '../open-context.js';
import { writeEach } from '../output.js';
import { scanRequest } from '../scan-request.js';
import { describeEvent, startProgress } from '../terminal/progress.js';
import { version } from '../version.js';

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
    const report = narrowedReport(await runScan(only, scanContext, version), { findings: [] });
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

import { resolveSettings } from '../../config/resolve.js';
import type { ScanReport } from '../../model/report.js';
import type { GateOptions, ScanRequest } from '../../model/request.js';
import { lastLine } from '../../policy/last-line.js';
import { canvasOf } from '../../report/console/canvas.js';
import { judgesLicenses, type LicenseInventory, licenseInventory } from '../../report/license-inventory.js';
import type { Reporter } from '../../report/reporter.js';
import { runScan } from '../../scan/run.js';
import { plural } from '../../support/listing.js';
import { answerOutputs, type ReportAnswer, withAnswer } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { narrowedReport } from '../narrowed-report.js';
import { openContext } from '../open-context.js';
import { type Output, writeEach } from '../output.js';
import { scanRequest } from '../scan-request.js';
import { drawLicenses } from '../terminal/license-list.js';
import { version } from '../version.js';

/** `castellan licenses`: the licences of everything a scan finds, and with a policy the gate on them. Nothing else is judged. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  const outputs = answerOutputs('licenses', settings, context.cwd);
  const request = await scanRequest(settings, operands, undefined, context.cwd);
  const scanContext = openContext({ settings, command: context, demo: request.demo, onEvent: () => {} });
  try {
    const only = { ...request, vulnerabilities: false, infrastructure: false, secrets: false, licenseTexts: true as const };
    const report = licensedOf(await runScan({ ...only, gates: gatesOf(request) }, scanContext, version));
    const inventory = licenseInventory(report);
    await writeEach(withAnswer(outputs, answerOf(report, inventory)), { settings, command: context }, async (output) => {
      const render = await renderOf(output, inventory);
      return (options) => render(report, options);
    });
    for (const warning of report.verdict.warnings) context.io.err(warning);
    context.io.err(closingLine(report, inventory));
    return report.verdict.exit_code;
  } finally {
    scanContext.advisories.source?.close();
  }
}

/** Without a policy nothing was judged, so nothing is clean. */
function closingLine(report: ScanReport, { components, without_license: without }: LicenseInventory): string {
  if (judgesLicenses(report) || report.verdict.outcome !== 'clean') return lastLine(report.verdict, report.counts);
  return `listed — ${plural(components.length, 'component')}, ${without} without a licence; no policy judges them`;
}

/** The gates with what a policy says of licences, by its list of them or by rules. */
function gatesOf({ gates }: ScanRequest): GateOptions {
  if (gates.policy === undefined) return gates;
  const rules = gates.policy.rules.filter(({ when }) => 'license' in when || 'no_license' in when);
  return { ...gates, policy: { ...gates.policy, rules } };
}

/** Servers, skills and models are read for their licences; what rules find about them is for `castellan scan` to say. */
function licensedOf(report: ScanReport): ScanReport {
  const findings = report.findings.filter(({ kind }) => kind === 'license' || kind === 'policy');
  const warnings = report.verdict.warnings.filter((line) => line.startsWith('policy warning'));
  return narrowedReport(report, { findings, gates: ['policy'], warnings });
}

function answerOf(report: ScanReport, inventory: LicenseInventory): ReportAnswer {
  return { json: inventory, draw: async (options) => drawLicenses(await canvasOf(report, options), inventory) };
}

/** The format `markdown` is a notices file here. */
async function renderOf({ reporter }: Output, inventory: LicenseInventory): Promise<Reporter['render']> {
  if (reporter.id !== 'markdown') return (await reporter.load()).default.render;
  const [{ noticesOf }, { spdxTexts }] = await Promise.all([
    import('../license-notices.js'),
    import('../../support/licenses/spdx-texts.js'),
  ]);
  const notices = noticesOf(inventory, spdxTexts());
  return () => notices;
}

import type { Log, Run } from 'sarif';
import type { ScanReport } from '../../model/report.js';
import { safeJson } from '../../support/terminal.js';
import { worstFirst } from '../order.js';
import type { Reporter } from '../reporter.js';
import { directoryOf } from '../words.js';
import { invocationOf, notificationDescriptors } from './invocation.js';
import { resultObject } from './result.js';
import { ruleObjects } from './rule.js';

/** GitHub code scanning refuses a run with more results. */
export const MAX_SARIF_RESULTS = 25_000;

/** SARIF 2.1.0, within the limits of GitHub code scanning. */
const reporter: Reporter = {
  render(report) {
    const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [runOf(report)] };
    return `${safeJson(JSON.stringify(log, null, 1))}\n`;
  },
};

function runOf(report: ScanReport): Run {
  const findings = worstFirst(report);
  const shown = findings.slice(0, MAX_SARIF_RESULTS);
  const rules = ruleObjects(shown);
  const positions = new Map(rules.map((rule, index) => [rule.id, index]));
  const directory = directoryOf(report);
  const fallback = report.scan_run.collectors[0]?.target ?? report.scan_run.targets[0] ?? '';
  return {
    tool: {
      driver: {
        name: report.tool.name,
        version: report.tool.version,
        semanticVersion: report.tool.version,
        rules,
        notifications: notificationDescriptors(report),
      },
    },
    automationDetails: { id: 'castellan/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The scanned directory.' } } },
    invocations: [invocationOf(report, findings.length - shown.length)],
    results: shown.map((finding) => resultObject(finding, { directory, positions, fallback })),
  };
}

export default reporter;

import type { Invocation, Notification, ReportingDescriptor } from 'sarif';
import { isUnfiltered, lookOf } from '../../model/narrowing.js';
import type { Issue } from '../../model/outcome.js';
import type { ScanReport } from '../../model/report.js';
import { isWholeScan } from '../../model/verdict.js';
import { compareText } from '../../support/compare-text.js';
import { issueText } from '../words.js';
import { cut } from './rule.js';
import { relativeUri } from './uri.js';

const LEFT_OUT = 'results-left-out';

/** The SARIF invocation: exit code, and a notification for each issue and for results left out because of the limit. */
export function invocationOf(report: ScanReport, leftOut: number): Invocation {
  const { scan_run: run, verdict } = report;
  const notifications = run.issues.map(notificationOf);
  if (leftOut > 0) {
    notifications.unshift({
      descriptor: { id: LEFT_OUT },
      level: 'warning',
      message: { text: `${leftOut} results of lesser severity are left out; the JSON report holds all` },
    });
  }
  return {
    executionSuccessful: (verdict.outcome === 'empty' && verdict.gate !== 'empty-after-filter') || isWholeScan(verdict),
    exitCode: verdict.exit_code,
    exitCodeDescription: verdict.gates.map((match) => `${match.gate}: ${cut(match.reason)}`).join('; ') || verdict.outcome,
    startTimeUtc: run.started_at,
    endTimeUtc: run.finished_at,
    toolExecutionNotifications: notifications,
    ...(run.narrowed && !isUnfiltered(run.narrowed) && { properties: { 'castellan:look': lookOf(run.narrowed) } }),
  };
}

/** Descriptors of the notifications in the run, sorted by id. */
export function notificationDescriptors(report: ScanReport): ReportingDescriptor[] {
  const kinds = new Set<string>(report.scan_run.issues.map((issue) => issue.kind));
  return [LEFT_OUT, ...kinds].sort(compareText).map((id) => ({ id }));
}

function notificationOf(issue: Issue): Notification {
  const { path, line, kind, note } = issue;
  const region = line === undefined ? {} : { region: { startLine: Math.max(1, line) } };
  return {
    descriptor: { id: kind },
    level: note ? 'note' : 'error',
    message: { text: cut(issueText(issue)) || kind },
    locations: [{ physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: '%SRCROOT%' }, ...region } }],
  };
}

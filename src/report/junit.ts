import type { Finding } from '../model/finding.js';
import type { CollectorOutcome, Issue } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import { markup, markupLines } from './escape.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, issueText, locationText, type NameDirectory, originWord, severityWord, subjectLabel } from './words.js';

/**
 * JUnit XML as build systems read it: a test case for each finding (failed, or skipped when suppressed), a test case
 * for each collector, and an error for each issue that makes the scan incomplete.
 */
const reporter: Reporter = {
  *render(report) {
    const { counts, scan_run: run } = report;
    const problems = run.issues.filter((issue) => !issue.note);
    const seconds = Math.max(0, (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000 || 0).toFixed(3);
    const findings = { name: 'findings', tests: report.findings.length, failures: counts.findings, errors: 0, skipped: counts.suppressed };
    const collectors = {
      name: 'collectors',
      tests: run.collectors.length + problems.length,
      failures: 0,
      errors: problems.length,
      skipped: 0,
    };
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites name="castellan" tests="${findings.tests + collectors.tests}" failures="${findings.failures}" errors="${collectors.errors}" time="${seconds}">\n`;
    yield suiteStart(report, findings);
    const directory = directoryOf(report);
    for (const finding of worstFirst(report)) yield findingCase(finding, directory);
    yield '  </testsuite>\n';
    yield suiteStart(report, collectors);
    for (const collector of run.collectors) yield collectorCase(collector);
    for (const issue of problems) yield issueCase(issue);
    yield '  </testsuite>\n</testsuites>\n';
  },
};

interface Suite {
  name: string;
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

function suiteStart(report: ScanReport, { name, tests, failures, errors, skipped }: Suite): string {
  const timestamp = markup(report.scan_run.started_at.slice(0, 19));
  return `  <testsuite name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" timestamp="${timestamp}">\n`;
}

function findingCase(finding: Finding, directory: NameDirectory): string {
  const [first] = finding.locations;
  const place = first ? ` file="${markup(first.path)}"${first.line === undefined ? '' : ` line="${first.line}"`}` : '';
  const head = `    <testcase classname="${markup(subjectLabel(finding, directory))}" name="${markup(`${finding.id} ${finding.title}`)}"${place}>\n`;
  return `${head}${outcomeOf(finding)}    </testcase>\n`;
}

function outcomeOf(finding: Finding): string {
  const { suppressed, title, why, fix, locations, aliases } = finding;
  if (suppressed) return `      <skipped message="${markup(`${suppressed.by}: ${suppressed.reason}`)}"/>\n`;
  const lines = [
    why,
    originWord(finding) === '' ? '' : `Found ${originWord(finding)}.`,
    fix === '' ? '' : `Fix: ${fix}`,
    aliases.length === 0 ? '' : `Aliases: ${aliases.join(', ')}`,
    ...locations.map((location) => `At ${locationText(location)}`),
  ];
  const body = lines
    .filter((line) => line !== '')
    .map(markupLines)
    .join('\n');
  return `      <failure type="${severityWord(finding)}" message="${markup(title)}">${body}</failure>\n`;
}

function collectorCase({ id, target, outcome, components }: CollectorOutcome): string {
  const said = `${outcome}, ${components} components`;
  return `    <testcase classname="${markup(id)}" name="${markup(target)}"><system-out>${said}</system-out></testcase>\n`;
}

function issueCase(issue: Issue): string {
  const name = markup(`${locationText(issue)} ${issue.kind}`);
  return `    <testcase classname="${markup(issue.collector)}" name="${name}">\n      <error type="${issue.kind}" message="${markup(issueText(issue))}"/>\n    </testcase>\n`;
}

export default reporter;

import type { Finding } from '../model/finding.js';
import { inertLine, safeText } from '../support/terminal.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, issueText, layersWord, locationText, type NameDirectory, remarksOf, severityWord, subjectLabel } from './words.js';

/**
 * One line for each finding, for grep, cut and awk. Stable tab-separated columns: severity or `malicious`, id, aliases,
 * subject, place, fixed version, marks, title; `-` when empty. Then `issue` lines and one `verdict` line.
 */
const reporter: Reporter = {
  *render(report) {
    const directory = directoryOf(report);
    for (const finding of worstFirst(report)) yield row(columns(finding, directory));
    for (const issue of report.scan_run.issues)
      yield row([issue.note ? 'note' : 'issue', issue.kind, locationText(issue), issueText(issue)]);
    const { outcome, exit_code, gates } = report.verdict;
    yield row(['verdict', outcome, `exit ${exit_code}`, gates.map((match) => match.gate).join(','), remarksOf(report.verdict).join('; ')]);
  },
};

function columns(finding: Finding, directory: NameDirectory): string[] {
  const [first] = finding.locations;
  const marks = [
    finding.kev === 'listed' ? 'kev' : '',
    finding.context ?? '',
    layersWord(finding),
    finding.suppressed ? `suppressed:${finding.suppressed.by}` : '',
  ];
  return [
    severityWord(finding),
    finding.id,
    finding.aliases.join(','),
    subjectLabel(finding, directory),
    first ? locationText(first) : '',
    finding.fixed_version ?? '',
    marks.filter((mark) => mark !== '').join(','),
    finding.title,
  ];
}

function row(cells: readonly string[]): string {
  return `${inertLine(cells.map((cell) => safeText(cell) || '-').join('\t'))}\n`;
}

export default reporter;

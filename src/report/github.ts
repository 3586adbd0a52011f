import type { Finding } from '../model/finding.js';
import type { Issue } from '../model/outcome.js';
import type { Severity } from '../model/severity.js';
import { safeText } from '../support/terminal.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, issueText, type NameDirectory, originWord, remarksOf, sentence, severityWord, subjectLabel } from './words.js';

type Level = 'error' | 'warning' | 'notice';

const LEVELS: Record<Severity, Level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  none: 'notice',
  unknown: 'warning',
};

/** Workflow commands of GitHub Actions: annotations at the lines of the findings. Suppressed findings are left out. */
const reporter: Reporter = {
  *render(report) {
    const directory = directoryOf(report);
    for (const finding of worstFirst(report)) if (!finding.suppressed) yield findingCommand(finding, directory);
    for (const issue of report.scan_run.issues) yield issueCommand(issue);
    const { outcome, exit_code, gates } = report.verdict;
    const reasons = [...gates.map((match) => `${match.gate}: ${match.reason}`), ...remarksOf(report.verdict)].join('; ');
    yield command(exit_code === 0 ? 'notice' : 'error', {
      title: 'castellan',
      message: `${outcome}, exit ${exit_code}${reasons === '' ? '' : `. ${reasons}`}`,
    });
  },
};

function findingCommand(finding: Finding, directory: NameDirectory): string {
  const [first] = finding.locations;
  const level = finding.kind === 'malicious' ? 'error' : LEVELS[finding.severity];
  const fixed = finding.fixed_version === undefined ? '' : ` Fixed in ${finding.fixed_version}.`;
  return command(level, {
    file: first?.path,
    line: first?.line,
    title: `${finding.id} (${severityWord(finding)})`,
    message: `${subjectLabel(finding, directory)}: ${sentence(finding.title)}${fixed}${originWord(finding) === '' ? '' : ` (${originWord(finding)})`}`,
  });
}

function issueCommand(issue: Issue): string {
  const { path, line, kind, note } = issue;
  const title = kind === 'unresolved' ? 'without an exact version' : `not read in full (${kind})`;
  return command(note ? 'notice' : 'error', { file: path, line, title, message: issueText(issue) });
}

interface Annotation {
  file?: string | undefined;
  line?: number | undefined;
  title: string;
  message: string;
}

/** GitHub cuts longer messages. */
const MAX_MESSAGE = 4_000;

function command(level: Level, { file, line, title, message }: Annotation): string {
  const parts = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${parts.join(',')}::${data(message)}\n`;
}

/** Escapes of the runner's command format: `%` first, in properties also `:` and `,`. */
function data(text: string): string {
  return safeText(text.slice(0, MAX_MESSAGE)).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

export default reporter;

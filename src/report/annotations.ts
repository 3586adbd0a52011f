import type { Finding } from '../model/finding.js';
import type { Issue } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import type { Severity } from '../model/severity.js';
import { worstFirst } from './order.js';
import { directoryOf, issueText, type NameDirectory, originWord, remarksOf, sentence, severityWord, subjectLabel } from './words.js';

export type AnnotationLevel = 'error' | 'warning' | 'notice';

/** What a build system shows at a line of a file, or with the job where there is none. Texts are as they were found: who writes them makes them safe. */
export interface Annotation {
  level: AnnotationLevel;
  /** `malicious`, or how severe the finding is; absent for what is none. */
  severity?: Severity | 'malicious';
  /** The id of the finding, the kind of what was not read, or `castellan`. */
  id: string;
  /** Names it among all annotations of a report: a finding's fingerprint. */
  key?: string;
  path?: string | undefined;
  line?: number | undefined;
  title: string;
  message: string;
}

const LEVELS: Record<Severity | 'malicious', AnnotationLevel> = {
  malicious: 'error',
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  none: 'notice',
  unknown: 'warning',
};

/** Findings, worst first, then what was not read in full. Suppressed findings are left out. */
export function* annotationsOf(report: ScanReport): Generator<Annotation> {
  const directory = directoryOf(report);
  for (const finding of worstFirst(report)) if (!finding.suppressed) yield ofFinding(finding, directory);
  for (const issue of report.scan_run.issues) yield ofIssue(issue);
}

/** The verdict, and why. */
export function verdictAnnotation({ verdict }: ScanReport): Annotation {
  const { outcome, exit_code, gates } = verdict;
  const reasons = [...gates.map((match) => `${match.gate}: ${match.reason}`), ...remarksOf(verdict)].join('; ');
  const message = `${outcome}, exit ${exit_code}${reasons === '' ? '' : `. ${reasons}`}`;
  return { level: exit_code === 0 ? 'notice' : 'error', id: 'castellan', title: 'castellan', message };
}

function ofFinding(finding: Finding, directory: NameDirectory): Annotation {
  const [first] = finding.locations;
  const severity = finding.kind === 'malicious' ? 'malicious' : finding.severity;
  const fixed = finding.fixed_version === undefined ? '' : ` Fixed in ${finding.fixed_version}.`;
  const origin = originWord(finding);
  return {
    level: LEVELS[severity],
    severity,
    id: finding.id,
    key: finding.fingerprint,
    path: first?.path,
    line: first?.line,
    title: `${finding.id} (${severityWord(finding)})`,
    message: `${subjectLabel(finding, directory)}: ${sentence(finding.title)}${fixed}${origin === '' ? '' : ` (${origin})`}`,
  };
}

function ofIssue(issue: Issue): Annotation {
  const { path, line, kind, note } = issue;
  const title = kind === 'unresolved' ? 'without an exact version' : `not read in full (${kind})`;
  return { level: note ? 'notice' : 'error', id: kind, path, line, title, message: issueText(issue) };
}

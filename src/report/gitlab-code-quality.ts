import { createHash } from 'node:crypto';
import type { Finding } from '../model/finding.js';
import type { Issue } from '../model/outcome.js';
import type { Severity } from '../model/severity.js';
import { safeJson, safeText } from '../support/terminal.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, issueText, type NameDirectory, sentence, subjectLabel } from './words.js';

const SEVERITIES: Record<Severity, 'blocker' | 'critical' | 'major' | 'minor' | 'info'> = {
  critical: 'blocker',
  high: 'critical',
  medium: 'major',
  low: 'minor',
  none: 'info',
  unknown: 'major',
};

/**
 * GitLab's Code Quality: findings at the lines of a merge request. Suppressed findings are left out, because it has no word for them. What
 * was not read in full is an entry of its own, because an empty list says that all is well.
 */
const reporter: Reporter = {
  *render(report) {
    const directory = directoryOf(report);
    const active = worstFirst(report).filter(({ suppressed }) => suppressed === undefined);
    const unread = report.scan_run.issues.filter(({ note }) => !note);
    const entries = [...active.map((finding) => findingEntry(finding, directory)), ...unread.map(issueEntry)];
    yield '[';
    for (const [at, entry] of entries.entries()) yield `${at === 0 ? '\n' : ',\n'}${safeJson(JSON.stringify(entry))}`;
    yield '\n]\n';
  },
};

function findingEntry(finding: Finding, directory: NameDirectory): object {
  const fixed = finding.fixed_version === undefined ? '' : ` Fixed in ${finding.fixed_version}.`;
  return {
    description: safeText(`${finding.id}: ${subjectLabel(finding, directory)}: ${sentence(finding.title)}${fixed}`),
    check_name: finding.rule ?? finding.id,
    fingerprint: finding.fingerprint,
    severity: finding.kind === 'malicious' ? 'blocker' : SEVERITIES[finding.severity],
    location: place(finding.locations[0]),
  };
}

function issueEntry(issue: Issue): object {
  const description = safeText(`not read in full: ${issueText(issue)}`);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([issue.kind, issue.path, issue.line, description]))
    .digest('hex');
  return { description, check_name: `castellan-${issue.kind}`, fingerprint, severity: 'major', location: place(issue) };
}

/** GitLab refuses an entry without a place. */
function place(at: { path?: string | undefined; line?: number | undefined } | undefined): object {
  return { path: at?.path || '.', lines: { begin: at?.line ?? 1 } };
}

export default reporter;

import type { Issue } from '../../model/outcome.js';
import type { ScanReport } from '../../model/report.js';
import { issueText, locationText } from '../words.js';
import { type Canvas, capped, drawLine, drawParagraph, drawSection } from './canvas.js';

/** Title of the section that says what kept the scan from being complete. */
export const NOT_READ = 'NOT READ IN FULL';

const READ_WHOLE = new Set(['scanned', 'empty', 'skipped']);

/** What could not be read in full: collectors that nothing more is known of, and the issues that say why. */
export function drawProblems(canvas: Canvas): string[] {
  const { report } = canvas;
  const partial = partialCollectors(report);
  const told = toldIssues(report);
  if (canvas.options.lastLineFollows && partial.length + told.length === 1 && isListed(report, report.verdict.gates[0])) return [];
  const outcomes = capped(canvas, partial, {
    limit: 10,
    draw: ({ id, target, outcome }) => [
      drawLine(canvas, 2, [{ text: outcome.padEnd(12), role: 'bad' }, target, { text: `  ${id}`, role: 'faint' }]),
    ],
  });
  return drawSection(canvas, NOT_READ, [...outcomes, ...capped(canvas, told, { limit: 12, draw: (issue) => drawIssue(canvas, issue) })]);
}

/** A place and what is to be said of it, without the file's name a second time. */
export function drawIssue(canvas: Canvas, issue: Issue): string[] {
  const name = `${issue.path.slice(issue.path.lastIndexOf('/') + 1)} `;
  const text = issueText(issue);
  return drawParagraph(canvas, {
    text: `${locationText(issue)}  ${text.startsWith(name) ? text.slice(name.length) : text}`,
    indent: 2,
    role: 'warn',
  });
}

/** True for a remark that says what to do about a file that is recognised but not read; the section of unread files has it. */
export function saysWhyUnread({ scan_run: { collectors } }: ScanReport, { note, kind, path }: Issue): boolean {
  return (
    note === true && kind === 'unsupported_format' && collectors.some(({ target, outcome }) => target === path && !READ_WHOLE.has(outcome))
  );
}

/** True for a gate whose reason the section says already. */
export function isListed(report: ScanReport, match: { gate: string; reason: string } | undefined): boolean {
  if (match?.gate !== 'incomplete') return false;
  const places = [...partialCollectors(report).map(({ target }) => target), ...toldIssues(report).map(({ path }) => path)];
  return places.some((place) => match.reason.startsWith(place));
}

/** Collectors that did not read everything, without those whose issue says so. */
function partialCollectors(report: ScanReport): ScanReport['scan_run']['collectors'] {
  const explained = new Set(toldIssues(report).map(({ path }) => path));
  return report.scan_run.collectors.filter(({ outcome, target }) => !READ_WHOLE.has(outcome) && !explained.has(target));
}

function toldIssues(report: ScanReport): Issue[] {
  return report.scan_run.issues.filter((issue) => !issue.note || saysWhyUnread(report, issue));
}

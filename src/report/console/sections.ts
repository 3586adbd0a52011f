import type { Finding } from '../../model/finding.js';
import type { FixFirst } from '../../model/graph.js';
import type { Issue } from '../../model/outcome.js';
import { plural } from '../../support/listing.js';
import { worstFirst } from '../order.js';
import { type ToldPath, toldPaths } from '../told-paths.js';
import { contextWord, issueText, locationText, subjectLabel } from '../words.js';
import { type Canvas, capped, drawLine, drawParagraph, drawSection, fitting } from './canvas.js';
import { drawFix } from './findings.js';
import { drawFeeds } from './header.js';
import { drawIssue, saysWhyUnread } from './problems.js';

/** The upgrades and removals that resolve the most findings, best first. */
export function drawFixFirst(canvas: Canvas): string[] {
  const { report } = canvas;
  return drawSection(
    canvas,
    'DO FIRST',
    capped(canvas, report.fix_first, { limit: 5, draw: (step) => drawStep(canvas, step, report.fix_first.indexOf(step) + 1) }),
  );
}

function drawStep(canvas: Canvas, step: FixFirst, position: number): string[] {
  const ends = step.paths > 0 ? `, ends ${plural(step.paths, 'exposure path')}` : '';
  const where = step.context === undefined ? '' : ` ${contextWord(step)}`;
  const gain = { text: `clears ${plural(step.findings.length, 'finding')}${where}${ends}`, role: 'faint' } as const;
  const head = [
    { text: `${position}. `, role: 'faint' },
    { text: step.action, role: 'strong' },
  ] as const;
  const line = [...head, { text: '  ' }, gain];
  const onOneLine = fitting(canvas, 1, line).length === line.length;
  return [
    ...(onOneLine ? [drawLine(canvas, 1, line)] : wrappedStep(canvas, `${position}. ${step.action}`, gain.text)),
    ...(step.command === undefined ? [] : drawParagraph(canvas, { text: step.command, indent: 4, role: 'command' })),
    ...(step.fix === undefined ? [] : drawFix(canvas, step.fix)),
  ];
}

/** An action too long for one line with its gain: two lines of the action, then the gain. */
function wrappedStep(canvas: Canvas, action: string, gain: string): string[] {
  const [first = '', ...rest] = drawParagraph(canvas, { text: action, indent: 1, role: 'strong', maxLines: 2 });
  const text = { text: gain, role: 'faint' } as const;
  const last = rest.at(-1);
  const under = rest.map((line) => (`   ${line.trimStart()}`.length > canvas.width ? line : `   ${line}`));
  return last === undefined ? [first, drawLine(canvas, 4, [text])] : [first, ...under, drawLine(canvas, 4, [text])];
}

/** Exposure paths from findings to the things they endanger. */
export function drawPaths(canvas: Canvas): string[] {
  return drawSection(
    canvas,
    'EXPOSURE PATHS',
    capped(canvas, toldPaths(canvas.report.exposure_paths, canvas.directory, canvas.report.graph), {
      limit: 5,
      draw: (told) => drawPath(canvas, told),
    }),
  );
}

/** One exposure path with its score and the parts of the score. */
export function drawPath(canvas: Canvas, { path, names, reasons }: ToldPath): string[] {
  const walk = names.join(` ${canvas.signs.arrow} `);
  return [
    ...drawParagraph(canvas, { text: `${String(path.score).padStart(3)}  ${walk}`, indent: 1 }),
    ...drawParagraph(canvas, { text: reasons, indent: 6, role: 'faint' }),
  ];
}

/** Suppressed findings, which do not count for gates, each with who suppressed it and why. Those without a fix are counted only. */
export function drawSuppressed(canvas: Canvas): string[] {
  const suppressed = worstFirst(canvas.report).filter((finding) => finding.suppressed !== undefined);
  const listed = suppressed.filter((finding) => finding.suppressed?.by !== 'unfixed');
  const unfixed = suppressed.length - listed.length;
  const counted = `${unfixed} without a fix, set aside by --ignore-unfixed: --format json has them`;
  return drawSection(canvas, 'SUPPRESSED', [
    ...capped(canvas, listed, { limit: 8, draw: (finding) => [suppressedLine(canvas, finding)] }),
    ...(unfixed > 0 ? [drawLine(canvas, 2, [{ text: counted, role: 'faint' }])] : []),
  ]);
}

function suppressedLine(canvas: Canvas, finding: Finding): string {
  const { by, reason, expires } = finding.suppressed ?? { by: 'ignore', reason: '' };
  const until = expires === undefined ? '' : ` until ${expires}`;
  return drawLine(canvas, 2, [
    finding.id,
    { text: `  ${subjectLabel(finding, canvas.directory)}`, role: 'faint' },
    `  ${by}${until}: ${reason}`,
  ]);
}

/** Files whose versions are not pinned, each with what would pin them. */
export function drawUnresolved(canvas: Canvas): string[] {
  const open = canvas.report.scan_run.issues.filter((issue) => issue.note && issue.kind === 'unresolved' && !isUndecided(issue));
  return drawSection(canvas, 'WITHOUT AN EXACT VERSION', capped(canvas, open, { limit: 6, draw: (issue) => drawIssue(canvas, issue) }));
}

/** A rule about infrastructure code that hangs on a value outside of it. */
function isUndecided({ note, kind, collector }: Issue): boolean {
  return note === true && collector === 'iac' && (kind === 'unresolved' || kind === 'missing_include');
}

/** Checks of infrastructure code that nobody could decide: one line for each file, and each of them with `--verbose`. */
export function drawUndecided(canvas: Canvas): string[] {
  const open = canvas.report.scan_run.issues.filter(isUndecided);
  const files = new Map<string, Issue[]>();
  for (const issue of open) files.set(issue.path, [...(files.get(issue.path) ?? []), issue]);
  const lines = canvas.options.verbose
    ? open.flatMap((issue) => drawIssue(canvas, issue))
    : capped(canvas, [...files], {
        limit: 6,
        draw: ([path, own]) => drawParagraph(canvas, { text: `${path}  ${plural(own.length, 'check')}`, indent: 2, role: 'warn' }),
      });
  return drawSection(canvas, 'UNDECIDED FOR WANT OF A VALUE', lines);
}

/** Remarks that are not findings, such as notes about odd but legal entries. */
export function drawNotes(canvas: Canvas): string[] {
  const { notes, scan_run: run } = canvas.report;
  const odd = run.issues
    .filter((issue) => issue.note && issue.kind !== 'unresolved' && !isUndecided(issue) && !saysWhyUnread(canvas.report, issue))
    .map((issue) => `${locationText(issue)}: ${issueText(issue)}`);
  const texts = [...notes.map((note) => `${note.kind.replaceAll('_', ' ')}: ${note.text}`), ...odd];
  const draw = (text: string) => drawParagraph(canvas, { text, indent: 2, role: 'faint' });
  return drawSection(canvas, 'NOTES', capped(canvas, texts, { limit: 8, draw }));
}

/** Ages of the feeds that were used. */
export function drawFeedSection(canvas: Canvas): string[] {
  return drawSection(canvas, 'ADVISORY DATA', drawFeeds(canvas));
}

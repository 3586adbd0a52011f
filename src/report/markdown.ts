import type { Finding } from '../model/finding.js';
import type { Issue } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import { severities } from '../model/severity.js';
import type { Verdict } from '../model/verdict.js';
import { plural } from '../support/listing.js';
import { safeText, truncate } from '../support/terminal.js';
import { linkTarget, markdownCode, markdownText } from './escape.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import {
  ageText,
  contextWord,
  directoryOf,
  epssText,
  estateCounts,
  issueText,
  locationText,
  type NameDirectory,
  noFindingsText,
  originWord,
  remarksOf,
  severityWord,
  subjectLabel,
} from './words.js';

/** GitHub refuses comments above 65 536 characters; the difference is left for text that a workflow adds. */
export const MAX_LENGTH = 65_000;

/** Characters kept free for the sections after the table. */
const TAIL = 12_000;

/** Markdown for a pull-request comment. */
const reporter: Reporter = { render: (report) => markdownWithin(report, MAX_LENGTH) };

/**
 * The report as Markdown in at most so many characters, 30 000 or more: the worst findings are shown, the others counted. `plain`: without
 * HTML, for readers who would be shown it.
 */
export function markdownWithin(report: ScanReport, maxLength: number, plain = false): string {
  const head = [...heading(report), ...fixFirst(report)].join('\n');
  const tail = [...problems(report), ...details(report, plain)].join('\n').slice(0, TAIL - 500);
  const table = findingsTable(report, maxLength - head.length - TAIL);
  return `${[head, table, tail].filter((part) => part !== '').join('\n\n')}\n`;
}

const ICONS: Record<Verdict['outcome'], string> = { clean: '✅', findings: '⚠️', blocked: '❌', incomplete: '❌', empty: '⚠️' };

function heading(report: ScanReport): string[] {
  const { verdict, counts, posture } = report;
  const estate = estateCounts(report).join(' · ');
  const remarks = [...remarksOf(verdict), ...verdict.warnings];
  const icon = ICONS[verdict.outcome].replace('\ufe0f', '');
  const marks = [
    counts.malicious > 0 ? `**${counts.malicious} malicious**` : '',
    counts.kev > 0 ? `**${counts.kev} known to be exploited**` : '',
    counts.fixable > 0 ? `${counts.fixable} with a fix` : '',
    counts.suppressed > 0 ? `${counts.suppressed} suppressed` : '',
    counts.unresolved > 0 ? `${plural(counts.unresolved, 'component')} unresolved` : '',
  ].filter((mark) => mark !== '');
  return [
    `### ${icon} Castellan: ${verdict.outcome}`,
    '',
    ...verdict.gates.map(({ gate, reason }) => `- **gate ${gate}**: ${short(reason, 300)}`),
    ...remarks.map((text) => `- ${short(text, 300)}`),
    ...(verdict.gates.length + remarks.length > 0 ? [''] : []),
    `| ${severities.join(' | ')} | components | grade |`,
    `|${' --: |'.repeat(severities.length + 1)} :-: |`,
    `| ${severities.map((severity) => counts.by_severity[severity]).join(' | ')} | ${counts.components} | ${posture.grade} |`,
    ...(marks.length > 0 ? ['', marks.join(' · ')] : []),
    ...(estate === '' ? [] : ['', estate]),
  ];
}

function fixFirst({ fix_first: steps }: ScanReport): string[] {
  if (steps.length === 0) return [];
  const lines = steps.slice(0, 5).map(({ action, command, fix, findings, context }, index) => {
    const where = context === undefined ? '' : ` ${contextWord({ context })}`;
    const how = command === undefined ? '' : `: ${markdownCode(truncate(safeText(command), 300))}`;
    const text = fix === undefined ? '' : `: ${short(fix, 200)}`;
    return `${index + 1}. ${short(action, 200)}${how}${text} (clears ${plural(findings.length, 'finding')}${where})`;
  });
  return ['', '**Do first**', '', ...lines];
}

/** As many rows as fit, worst first, and the number of those that did not. */
function findingsTable(report: ScanReport, room: number): string {
  const active = worstFirst(report).filter((finding) => !finding.suppressed);
  if (active.length === 0) return noFindingsText(report);
  const directory = directoryOf(report);
  const lines = ['| severity | id | what | where | fixed in |', '| --- | --- | --- | --- | --- |'];
  let length = lines.join('\n').length;
  let shown = 0;
  for (const finding of active) {
    const row = rowOf(finding, directory);
    length += row.length + 1;
    if (length > room) break;
    lines.push(row);
    shown++;
  }
  const left = active.length - shown;
  return left === 0 ? lines.join('\n') : `${lines.join('\n')}\n\n${plural(left, 'finding')} more; the JSON report holds all.`;
}

function rowOf(finding: Finding, directory: NameDirectory): string {
  const [first, ...others] = finding.locations;
  const link = finding.references.map(linkTarget).find((url) => url !== undefined && url.length < 300);
  const id = short(finding.id, 80);
  const marks = [
    finding.score?.toFixed(1),
    finding.kev === 'listed' ? '**KEV**' : undefined,
    finding.epss && `EPSS ${epssText(finding.epss)}`,
  ];
  const place = first
    ? `${markdownCode(truncate(safeText(locationText(first)), 120))}${others.length > 0 ? ` +${others.length}` : ''}`
    : '';
  const cells = [
    [`**${severityWord(finding)}**`, ...marks.filter((mark) => mark !== undefined)].join(' '),
    link === undefined ? id : `[${id}](${link})`,
    `${markdownCode(truncate(safeText(subjectLabel(finding, directory)), 120))}: ${short(finding.title, 160)}${originWord(finding) === '' ? '' : ` *(${originWord(finding)})*`}`,
    place,
    finding.fixed_version === undefined ? '–' : markdownCode(truncate(safeText(finding.fixed_version), 60)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function problems({ scan_run: { issues } }: ScanReport): string[] {
  const unresolved = issues.filter(({ note, kind }) => note && kind === 'unresolved');
  return [
    ...issueList(
      'Not read in full',
      issues.filter(({ note }) => !note),
    ),
    ...issueList('Without an exact version', unresolved),
  ];
}

function issueList(title: string, issues: readonly Issue[]): string[] {
  if (issues.length === 0) return [];
  const lines = issues
    .slice(0, 20)
    .map((issue) => `- ${markdownCode(truncate(safeText(locationText(issue)), 120))}: ${short(issueText(issue), 200)}`);
  if (issues.length > lines.length) lines.push(`- and ${issues.length - lines.length} more`);
  return [`**${title}**`, '', ...lines, ''];
}

function details({ scan_run: run, tool, notes }: ScanReport, plain: boolean): string[] {
  const feeds = run.feeds
    .slice(0, 12)
    .map(
      ({ name, ecosystem, as_of }) =>
        `${name}${ecosystem === undefined ? '' : ` ${short(ecosystem, 40)}`} ${ageText(as_of, run.finished_at)} old`,
    );
  const remarks = notes.slice(0, 15).map(({ kind, text }) => `- ${kind.replaceAll('_', ' ')}: ${short(text, 200)}`);
  if (notes.length > remarks.length) remarks.push(`- and ${notes.length - remarks.length} more`);
  const origin = `${tool.name} ${tool.version} · ${feeds.join(', ') || 'no advisory data'}`;
  if (plain) return [...(remarks.length > 0 ? ['**Notes**', '', ...remarks, ''] : []), `*${origin}*`];
  return [
    ...(remarks.length > 0 ? ['<details><summary>Notes</summary>', '', ...remarks, '', '</details>', ''] : []),
    `<sub>${origin}</sub>`,
  ];
}

function short(text: string, width: number): string {
  return markdownText(truncate(safeText(text.slice(0, width * 4)), width));
}

export default reporter;

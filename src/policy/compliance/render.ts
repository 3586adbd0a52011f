import type { ControlResult, FrameworkResult } from './assess.js';

const STATUS = { pass: 'pass', fail: 'fail', not_assessed: 'not assessed' } as const;
const BY = { scans: 'scans', scans_in_part: 'scans in part', people: 'people' } as const;

/** A result as a Markdown page: summary, then a table of controls. */
export function complianceMarkdown(result: FrameworkResult): string {
  const { title, version, publisher, reference, confirmed_with, summary, controls } = result;
  return [
    `# ${title}, ${version}`,
    '',
    `Published by ${publisher}: ${reference}`,
    '',
    `Titles are ${result.titles === 'official' ? 'the publisher’s' : 'in our words'}; ids and titles were compared with ${confirmed_with}.`,
    '',
    `**${summary.pass} pass, ${summary.fail} fail, ${summary.not_assessed} not assessed.**`,
    '',
    'Assessed are weaknesses that scans can find. A control that was not assessed has not passed.',
    '',
    '| Control | Title | Status | Assessed by | Why | Not looked at | Evidence | Findings |',
    '|---|---|---|---|---|---|---|---|',
    ...controls.map((control) => `| ${cells(control).map(markdownCell).join(' | ')} |`),
    '',
  ].join('\n');
}

/** A result as RFC 4180 CSV, one line for each control. */
export function complianceCsv({ framework, version, controls }: FrameworkResult): string {
  const head = ['framework', 'version', 'control', 'title', 'status', 'assessed_by', 'reason', 'not_inspected', 'evidence', 'findings'];
  const rows = controls.map((control) => [framework, version, ...cells(control)]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function cells(control: ControlResult): string[] {
  const { control_id, title, status, assessed_by, reason, evidence_needed, findings } = control;
  const shown = findings.examples.map(({ id, finding_id }) => `${id} (${finding_id})`).join(', ');
  const more = findings.count - findings.examples.length;
  const found = more > 0 ? `${shown}, +${more} more` : shown;
  return [control_id, title, STATUS[status], BY[assessed_by], reason, unseen(control), evidence_needed, found];
}

const SOURCES = 3;

function unseen({ not_inspected }: ControlResult): string {
  return not_inspected
    .map(({ kind, why, sources }) => {
      const more = sources.length > SOURCES ? `, +${sources.length - SOURCES} more` : '';
      const where = sources.length === 0 ? '' : ` (${sources.slice(0, SOURCES).join(', ')}${more})`;
      return `${kind}: ${why}${where}`;
    })
    .join('; ');
}

function markdownCell(text: string): string {
  return text.replace(/[\\|`<>[\]*_]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}

/** A quoted cell. A text that a spreadsheet would treat as a formula gets an apostrophe in front. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

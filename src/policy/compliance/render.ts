import type { ControlResult, FrameworkResult } from './assess.js';

const WORDS = { pass: 'pass', fail: 'fail', not_assessed: 'not assessed' } as const;

/** A result as a Markdown page: summary, then a table of controls. */
export function complianceMarkdown(result: FrameworkResult): string {
  const { title, version, reference, summary, controls } = result;
  return [
    `# ${title} (${version})`,
    '',
    `${summary.pass} pass, ${summary.fail} fail, ${summary.not_assessed} not assessed. Reference: ${reference}`,
    '',
    'Assessed are weaknesses that scans can find. A control that was not assessed has not passed.',
    '',
    '| Control | Title | Status | Why | Evidence | Findings |',
    '|---|---|---|---|---|---|',
    ...controls.map((control) => `| ${cells(control).map(markdownCell).join(' | ')} |`),
    '',
  ].join('\n');
}

/** A result as RFC 4180 CSV, one line for each control. */
export function complianceCsv({ framework, controls }: FrameworkResult): string {
  const head = ['framework', 'control', 'title', 'status', 'reason', 'evidence', 'findings'];
  const rows = controls.map((control) => [framework, ...cells(control)]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function cells({ control_id, title, status, reason, evidence_needed, findings }: ControlResult): string[] {
  const shown = findings.examples.map(({ id, finding_id }) => `${id} (${finding_id})`).join(', ');
  const more = findings.count - findings.examples.length;
  return [control_id, title, WORDS[status], reason, evidence_needed, more > 0 ? `${shown}, +${more} more` : shown];
}

function markdownCell(text: string): string {
  return text.replace(/[\\|`<>[\]*_]/g, '\\$&').replace(/[\r\n]+/g, ' ');
}

/** Quoted; what a spreadsheet would take for a formula is led by an apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

import type { ScanReport } from '../../model/report.js';
import { severities } from '../../model/severity.js';
import type { Verdict } from '../../model/verdict.js';
import { plural } from '../../support/listing.js';
import { markup } from '../escape.js';
import { signs } from '../page/signs.js';
import { contextWord, estateCounts, grouped, remarksOf, scannedText } from '../words.js';

const OUTCOMES: Record<Verdict['outcome'], { tone: string; words: string }> = {
  clean: { tone: 'good', words: 'Clean' },
  findings: { tone: 'warn', words: 'Findings below the gates' },
  blocked: { tone: 'bad', words: 'Blocked' },
  incomplete: { tone: 'bad', words: 'Incomplete' },
  empty: { tone: 'warn', words: 'Nothing scanned' },
};

/** Head of the page: the verdict with its reasons, the counts, and what to do first. */
export function summarySection(report: ScanReport): string {
  const { scan_run: run, verdict, posture } = report;
  const { tone, words } = OUTCOMES[verdict.outcome];
  const targets = run.targets.map((target) => `<code>${markup(target)}</code>`).join(' ') || scannedText(report);
  const reasons = [
    ...verdict.gates.map(({ gate, reason }) => `<li><b>gate ${gate}</b> ${markup(reason)}</li>`),
    ...[...remarksOf(verdict), ...verdict.warnings].map((text) => `<li>${markup(text)}</li>`),
  ];
  return `<header>
<p class="brand">Castellan</p>
<div class="verdict ${tone}"><h1>${words}</h1><p>exit ${verdict.exit_code} · grade <b>${posture.grade}</b> ${markup(posture.reason)}</p>
${reasons.length > 0 ? `<ul>${reasons.join('')}</ul>` : ''}</div>
<p class="soft">${targets} · <time>${markup(run.finished_at)}</time>${run.offline ? ' · offline' : ''} · ${inventoryText(report)}</p>
${countCards(report)}
${fixFirst(report)}</header>
`;
}

function inventoryText(report: ScanReport): string {
  const { counts } = report;
  const parts = [plural(counts.components, 'component', grouped(counts.components))];
  if (counts.unresolved > 0) parts.push(`${grouped(counts.unresolved)} unresolved`);
  return [...parts, ...estateCounts(report)].join(' · ');
}

function countCards({ counts }: ScanReport): string {
  const cards = severities.map((severity) => card(`${signs[severity]} ${severity}`, counts.by_severity[severity], severity));
  const marks = [
    counts.malicious > 0 ? card('✖ malicious', counts.malicious, 'malicious') : '',
    counts.kev > 0 ? card('known to be exploited', counts.kev, 'critical') : '',
    card('with a fix', counts.fixable, 'plain'),
    counts.suppressed > 0 ? card('suppressed', counts.suppressed, 'plain') : '',
  ];
  return `<ul class="cards">${[...cards, ...marks].join('')}</ul>`;
}

function card(label: string, count: number, tone: string): string {
  return `<li class="card ${tone}${count === 0 ? ' zero' : ''}"><b>${grouped(count)}</b> ${label}</li>`;
}

function fixFirst({ fix_first: steps }: ScanReport): string {
  if (steps.length === 0) return '';
  const items = steps.slice(0, 8).map(({ action, command, fix, findings, paths, context }) => {
    const where = context === undefined ? '' : ` ${contextWord({ context })}`;
    const ends = paths > 0 ? ` and ends ${plural(paths, 'exposure path')}` : '';
    const how = command === undefined ? '' : `<br><code class="command">${markup(command)}</code>`;
    const text = fix === undefined ? '' : howTo(fix);
    return `<li><b>${markup(action)}</b> <span class="soft">clears ${plural(findings.length, 'finding')}${where}${ends}</span>${how}${text}</li>`;
  });
  return `<section class="first"><h2>Do first</h2><ol>${items.join('')}</ol></section>`;
}

/** A fix is a sentence, a snippet to paste, or both with a blank line between. */
function howTo(fix: string): string {
  const parts = fix
    .split('\n\n')
    .map((part) => (/^[A-Z][a-z]+ [^\n]+$/.test(part) ? `<p>${markup(part)}</p>` : `<pre>${markup(part)}</pre>`));
  return parts.join('');
}

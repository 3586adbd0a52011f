import { severities } from '../../model/severity.js';
import { licenseCategories } from '../../support/licenses/categories.js';
import { plural } from '../../support/listing.js';
import { ageText, estateCounts, grouped, scannedText } from '../words.js';
import { type Canvas, drawLine, drawParagraph, type StyledText } from './canvas.js';

/** Space between the counts of one line. */
const GAP = '   ';

/** What was scanned, and the counts at one glance. */
export function drawHeader(canvas: Canvas): string[] {
  const { report, signs } = canvas;
  const { scan_run: run, tool } = report;
  const separator = { text: ` ${signs.dot} `, role: 'faint' } as const;
  const when = run.finished_at.slice(0, 16).replace('T', ' ');
  return [
    drawLine(canvas, 0, [
      { text: `${tool.name} ${tool.version}`, role: 'strong' },
      separator,
      scannedText(report),
      { text: ` ${signs.dot} ${when} UTC${run.offline ? ` ${signs.dot} offline` : ''}`, role: 'faint' },
    ]),
    ...drawParagraph(canvas, { text: inventoryLine(canvas), indent: 0, role: 'faint' }),
    ...licenseLines(canvas),
    '',
    ...severityLines(canvas),
    ...remarkLine(canvas),
  ];
}

function inventoryLine({ report, signs }: Canvas): string {
  const { components, unresolved } = report.counts;
  const parts = [plural(components, 'component', grouped(components))];
  if (unresolved > 0) parts.push(`${grouped(unresolved)} of them unresolved`);
  return [...parts, ...estateCounts(report)].join(` ${signs.dot} `);
}

/** How many components are under licences of each category; what nobody knows is said, too. */
function licenseLines(canvas: Canvas): string[] {
  const { components, by_license: counts } = canvas.report.counts;
  if (counts === undefined || components === 0) return [];
  const parts = licenseCategories.flatMap((category) => (counts[category] > 0 ? [`${grouped(counts[category])} ${category}`] : []));
  return drawParagraph(canvas, { text: `licences: ${parts.join(` ${canvas.signs.dot} `)}`, indent: 0, role: 'faint' });
}

/** Every severity with its count, on as few lines as the width allows; zeros are faint. */
function severityLines(canvas: Canvas): string[] {
  const { report, signs, width } = canvas;
  const rows: (StyledText | string)[][] = [];
  let room = 0;
  for (const severity of severities) {
    const count = report.counts.by_severity[severity];
    const text = `${signs.marks[severity]} ${severity} ${grouped(count)}`;
    room -= text.length + GAP.length;
    if (room < 0) {
      rows.push([]);
      room = width - GAP.length - text.length;
    }
    rows.at(-1)?.push({ text, role: count === 0 ? 'faint' : severity }, GAP);
  }
  return rows.map((row) => drawLine(canvas, 2, row));
}

function remarkLine(canvas: Canvas): string[] {
  const { counts } = canvas.report;
  const spans: StyledText[] = [];
  if (counts.malicious > 0) spans.push({ text: ` ${counts.malicious} MALICIOUS `, role: 'malicious' });
  if (counts.kev > 0) spans.push({ text: `${counts.kev} known to be exploited`, role: 'badge' });
  if (counts.fixable > 0) spans.push({ text: `${grouped(counts.fixable)} with a fix`, role: 'good' });
  if (counts.suppressed > 0) spans.push({ text: `${grouped(counts.suppressed)} suppressed`, role: 'faint' });
  if (counts.withdrawn > 0) spans.push({ text: `${plural(counts.withdrawn, 'advisory').replace('ys', 'ies')} withdrawn`, role: 'faint' });
  if (spans.length === 0) return [];
  return [
    drawLine(
      canvas,
      2,
      spans.flatMap((span) => [span, GAP]),
    ),
  ];
}

/** Age of the advisory data, one line for each feed. */
export function drawFeeds(canvas: Canvas): string[] {
  const { feeds, finished_at: now } = canvas.report.scan_run;
  return ['osv', 'kev', 'epss'].flatMap((name) => {
    const own = feeds.filter((feed) => feed.name === name);
    if (own.length === 0) return [];
    const texts = own.map((feed) => [feed.ecosystem, ageText(feed.as_of, now)].filter((part) => part !== undefined).join(' '));
    return [
      drawLine(canvas, 2, [
        { text: name.padEnd(6), role: 'strong' },
        { text: texts.join(', '), role: 'faint' },
      ]),
    ];
  });
}

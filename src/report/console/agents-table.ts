import type { ScanReport } from '../../model/report.js';
import { severities } from '../../model/severity.js';
import type { RenderOptions } from '../reporter.js';
import { estateCounts, kindWord, locationText } from '../words.js';
import { drawAgents, findingSpans } from './agents.js';
import { type AgentsView, agentsView } from './agents-view.js';
import { type Canvas, canvasOf, drawLine, drawParagraph, drawSection, type StyledText } from './canvas.js';
import { seenLine } from './findings.js';
import { drawProblems } from './problems.js';
import { drawFixFirst, drawNotes } from './sections.js';
import { drawModels, drawSkills } from './skills-models.js';
import { drawVerdict } from './verdict.js';

/**
 * The overview of `castellan agents`: which agents run which servers, what the servers hold and can do, what is wrong
 * with them, and what to fix first. Pure: the same report and options give the same text.
 */
export async function renderAgents(report: ScanReport, options: RenderOptions): Promise<string> {
  const canvas = await canvasOf(report, options);
  const view = agentsView(report, { quotes: true });
  const lines = [
    ...drawHead(canvas),
    ...drawFixFirst(canvas),
    ...drawAgents(canvas, view),
    ...drawSkills(canvas, view),
    ...drawModels(canvas, view),
    ...drawElsewhere(canvas, view),
    ...drawProblems(canvas),
    ...(options.verbose ? drawNotes(canvas) : []),
    ...drawVerdict(canvas),
  ];
  return `${lines.join('\n')}\n`;
}

/** Counts of agents, servers and the like, and of findings by severity. */
function drawHead(canvas: Canvas): string[] {
  const { report, signs } = canvas;
  const { counts } = report;
  const found: StyledText[] = severities
    .filter((severity) => counts.by_severity[severity] > 0)
    .map((severity) => ({ text: `${signs.marks[severity]} ${counts.by_severity[severity]} ${severity}   `, role: severity }));
  if (counts.malicious > 0) found.unshift({ text: ` ${counts.malicious} MALICIOUS `, role: 'malicious' }, { text: '   ' });
  const none: StyledText = { text: 'no findings', role: 'good' };
  return [
    drawLine(canvas, 0, [{ text: 'AI agents', role: 'strong' }]),
    ...drawParagraph(canvas, { text: estateCounts(report).join(` ${signs.dot} `), indent: 2, role: 'faint' }),
    drawLine(canvas, 2, found.length > 0 ? found : [none]),
  ];
}

/** Findings that belong to no server, skill or model but to a file or project. */
function drawElsewhere(canvas: Canvas, { elsewhere }: AgentsView): string[] {
  const shown = canvas.options.verbose ? elsewhere : elsewhere.slice(0, 6);
  const lines = shown.flatMap((finding) => {
    const [place] = finding.locations;
    return [
      drawLine(canvas, 2, findingSpans(canvas, finding)),
      drawLine(canvas, 4, [{ text: place ? locationText(place) : kindWord(finding.kind), role: 'faint' }]),
      ...(finding.kind === 'mcp_config' ? [] : seenLine(canvas, finding, 4)),
    ];
  });
  const more = elsewhere.length - shown.length;
  if (more > 0) lines.push(drawLine(canvas, 2, [{ text: `${canvas.signs.cut} ${more} more: --verbose, or --format json`, role: 'faint' }]));
  return drawSection(canvas, 'BESIDE THE SERVERS', lines);
}

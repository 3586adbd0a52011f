import type { Reporter } from '../reporter.js';
import { noFindingsText } from '../words.js';
import { drawAgents } from './agents.js';
import { agentsView } from './agents-view.js';
import { type Canvas, canvasOf, drawLine, drawSection } from './canvas.js';
import { drawClouds } from './clouds.js';
import { drawFindings } from './findings.js';
import { drawHeader } from './header.js';
import { drawProblems } from './problems.js';
import { drawFeedSection, drawFixFirst, drawNotes, drawPaths, drawSuppressed, drawUndecided, drawUnresolved } from './sections.js';
import { drawModels, drawSkills } from './skills-models.js';
import { drawVerdict } from './verdict.js';

/** For people at a terminal: what is wrong, where, and what to do first. */
const reporter: Reporter = {
  async render(report, options) {
    const canvas = await canvasOf(report, options);
    const lines = options.quiet ? [...drawFindings(canvas), ...drawProblems(canvas)] : fullReport(canvas);
    return `${[...lines, ...drawVerdict(canvas)].join('\n').replace(/^\n+/, '')}\n`;
  },
};

function fullReport(canvas: Canvas): string[] {
  const view = agentsView(canvas.report, { quotes: false });
  return [
    ...drawHeader(canvas),
    ...drawFixFirst(canvas),
    ...drawAgents(canvas, view),
    ...drawSkills(canvas, view),
    ...drawModels(canvas, view),
    ...drawClouds(canvas, view),
    ...drawSection(canvas, 'FINDINGS', canvas.report.counts.findings > 0 ? drawFindings(canvas) : []),
    ...nothingFound(canvas),
    ...drawPaths(canvas),
    ...drawSuppressed(canvas),
    ...drawProblems(canvas),
    ...drawFeedSection(canvas),
    ...drawUnresolved(canvas),
    ...drawUndecided(canvas),
    ...drawNotes(canvas),
  ];
}

/** An empty report would read as "all is well"; only a complete scan may say that. */
function nothingFound(canvas: Canvas): string[] {
  const { counts, verdict } = canvas.report;
  if (counts.findings > 0) return [];
  const role = verdict.outcome === 'clean' && counts.suppressed === 0 ? 'good' : 'warn';
  return ['', drawLine(canvas, 2, [{ text: noFindingsText(canvas.report), role }])];
}

export default reporter;

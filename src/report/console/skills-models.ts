import type { AiModel, Skill } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import { plural } from '../../support/listing.js';
import { displayWidth, safeText, truncateStart } from '../../support/terminal.js';
import { inImageWords } from '../words.js';
import { widthOf, worstSpans } from './agents.js';
import type { AgentsView } from './agents-view.js';
import { type Canvas, capped, drawLine, drawSection, type StyledText } from './canvas.js';
import { seenLine } from './findings.js';
import type { TextStyle } from './paint.js';

/** Lines of each section without `--verbose`. */
const MAX_LINES = 6;

/**
 * Columns reserved for the worst finding's severity (its title gets what is left), and columns that the path keeps at
 * least.
 */
const MAX_WORST = 12;
const MIN_PATH = 16;

const RANK: Readonly<Record<string, number>> = { malicious: 0, unsafe: 0, suspicious: 1, unknown: 2, benign: 3, safe: 3 };
/** Added to the rank of files below tests and examples, so that they come last. */
const RANKS = 4;
const ROLES: readonly TextStyle[] = ['bad', 'warn', 'warn', 'good'];

/**
 * Skills and instruction files: one line for each with findings or a verdict other than benign; the others are only
 * counted.
 */
export function drawSkills(canvas: Canvas, view: AgentsView): string[] {
  const entries = canvas.report.skills.map((skill) => ({
    ...skill,
    remark: joined(readers(canvas, skill), inImageWords(skill)),
    findings: view.findingsAbout(skill.ref),
  }));
  return drawSection(canvas, 'SKILLS AND INSTRUCTIONS', judgedLines(canvas, view, { entries, good: 'benign' }));
}

/** Model files in the same form, with format and signature. */
export function drawModels(canvas: Canvas, view: AgentsView): string[] {
  const entries = canvas.report.models.map((model) => ({
    ...model,
    remark: joined(`${model.format}${signature(model)}`, inImageWords(model)),
    findings: view.findingsAbout(model.ref),
  }));
  return drawSection(canvas, 'MODELS', judgedLines(canvas, view, { entries, good: 'safe' }));
}

interface Judged {
  path: string;
  verdict: string;
  remark: string;
  findings: readonly Finding[];
}

function judgedLines(canvas: Canvas, view: AgentsView, { entries, good }: { entries: readonly Judged[]; good: string }): string[] {
  const rank = ({ verdict, findings }: Judged) => (RANK[verdict] ?? 2) + (findings[0]?.context === 'test' ? RANKS : 0);
  const notable = entries.filter((entry) => entry.verdict !== good || entry.findings.length > 0).sort((a, b) => rank(a) - rank(b));
  const shown = canvas.options.verbose ? [...entries].sort((a, b) => rank(a) - rank(b)) : notable;
  const rest = entries.length - shown.length;
  const quoteOf = ({ findings: [worst] }: Judged) => (view.quotes && worst ? seenLine(canvas, worst, 4) : []);
  return [
    ...capped(canvas, shown, { limit: MAX_LINES, draw: (entry) => [entryLine(canvas, entry), ...quoteOf(entry)] }),
    ...(rest > 0 ? [drawLine(canvas, 2, [{ text: `${rest} ${good}`, role: 'faint' }])] : []),
  ];
}

function entryLine(canvas: Canvas, { path, verdict, remark, findings }: Judged): string {
  const role = ROLES[RANK[verdict] ?? 2] ?? 'warn';
  const worst = worstSpans(findings);
  const words: StyledText = { text: `${verdict.padEnd(10)} `, role };
  // The path is shortened in favour of the findings, at its start, because its end says more.
  const taken = 4 + displayWidth(words.text) + (remark === '' ? 0 : displayWidth(remark) + 2) + Math.min(widthOf(worst), MAX_WORST);
  const room = Math.max(MIN_PATH, canvas.width - taken);
  const spans: StyledText[] = [words, { text: truncateStart(safeText(path), room, canvas.signs.cut) }];
  if (remark !== '') spans.push({ text: `  ${remark}`, role: 'faint' });
  return drawLine(canvas, 2, worst.length === 0 ? spans : [...spans, { text: '  ' }, ...worst]);
}

function readers({ directory }: Canvas, { agents = [] }: Skill): string {
  const clients = [...new Set(agents.map((ref) => directory.label(ref)))].sort();
  if (clients.length === 0) return '';
  return clients.length > 2 ? `read by ${plural(clients.length, 'client')}` : `read by ${clients.join(', ')}`;
}

function joined(...remarks: string[]): string {
  return remarks.filter((remark) => remark !== '').join(', ');
}

function signature({ signature: state }: AiModel): string {
  return state === 'not_checked' || state === 'missing' ? '' : `, signature ${state}`;
}

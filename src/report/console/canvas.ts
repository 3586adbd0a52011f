import type { ScanReport } from '../../model/report.js';
import { displayWidth, inertLine, safeText, truncate, wrap } from '../../support/terminal.js';
import type { RenderOptions } from '../reporter.js';
import { directoryOf, type NameDirectory } from '../words.js';
import { type Paint, type Signs, signsOf, type TextStyle } from './paint.js';

/** Text is wrapped at this width at most: longer lines are hard to read. */
const MAX_WIDTH = 120;

/** What drawing a line needs: the signs, colours and width of the stream. */
export interface Surface {
  options: RenderOptions;
  signs: Signs;
  paint: Paint;
  width: number;
}

/** A surface with the report to draw on it. */
export interface Canvas extends Surface {
  report: ScanReport;
  directory: NameDirectory;
}

/** Creates the canvas for one rendering. */
export async function canvasOf(report: ScanReport, options: RenderOptions): Promise<Canvas> {
  return { report, directory: directoryOf(report), ...(await surfaceOf(options)) };
}

/** Creates a surface for text that is not a report. */
export async function surfaceOf(options: RenderOptions): Promise<Surface> {
  return {
    options,
    signs: signsOf(options),
    paint: await painterOf(options),
    width: Math.min(options.width, MAX_WIDTH),
  };
}

/** The function that colours text for this stream; the colour library is loaded only when there is colour. */
async function painterOf(options: RenderOptions): Promise<Paint> {
  if (!options.colour) return (_role, text) => text;
  const { colourPainter } = await import('./colours.js');
  return colourPainter(options.theme);
}

/** A piece of text with its style; text from evidence is made safe when it is drawn. */
export interface StyledText {
  text: string;
  role?: TextStyle;
}

/** One coloured line of spans, cut at the canvas's width; `indent` in columns. Empty spans are left out. */
export function drawLine(canvas: Surface, indent: number, spans: readonly (StyledText | string)[]): string {
  let left = canvas.width - indent;
  let line = ' '.repeat(indent);
  for (const span of spans) {
    const { text, role } = typeof span === 'string' ? { text: span, role: undefined } : span;
    if (left <= 0) break;
    const safe = truncate(safeText(text), left, canvas.signs.cut);
    left -= displayWidth(safe);
    line += role === undefined ? safe : canvas.paint(role, safe);
  }
  return inertLine(line.trimEnd());
}

/** The spans that fit; a span is left out whole, the last ones first. */
export function fitting(canvas: Surface, indent: number, spans: readonly StyledText[]): StyledText[] {
  let left = canvas.width - indent;
  return spans.filter(({ text }) => {
    left -= displayWidth(safeText(text));
    return left >= 0;
  });
}

export interface WrappedText {
  text: string;
  indent: number;
  role?: TextStyle;
  /** Lines to keep; when there are more, the last one ends in the cut sign. */
  maxLines?: number;
}

/** Text of the evidence as wrapped lines, by default at most three. */
export function drawParagraph(canvas: Surface, { text, indent, role, maxLines = 3 }: WrappedText): string[] {
  const { signs, width } = canvas;
  // An advisory's text may be huge, so only as much is looked at as can be shown.
  const lines = wrap(safeText(text.slice(0, width * (maxLines + 1))), width - indent);
  const kept = lines.slice(0, maxLines);
  const last = kept.at(-1);
  if (lines.length > maxLines && last !== undefined) kept[maxLines - 1] = truncate(`${last}${signs.cut}`, width - indent, signs.cut);
  return kept.map((line) => drawLine(canvas, indent, [role === undefined ? line : { text: line, role }]));
}

/** Lines of a section under its heading; nothing at all for an empty one. */
export function drawSection(canvas: Surface, title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const { signs, width } = canvas;
  const rule = { text: ` ${signs.bar.repeat(Math.max(0, width - title.length - 1))}`, role: 'faint' as const };
  return ['', drawLine(canvas, 0, [{ text: title, role: 'heading' }, rule]), ...lines];
}

/** The lines of the first `limit` items, and a line that says how many more there are and how to see them. */
export function capped<T>(canvas: Surface, items: readonly T[], { limit, draw }: { limit: number; draw: (item: T) => string[] }): string[] {
  const shown = canvas.options.verbose ? items : items.slice(0, limit);
  const lines = shown.flatMap(draw);
  const more = items.length - shown.length;
  if (more > 0) lines.push(drawLine(canvas, 2, [{ text: `${canvas.signs.cut} ${more} more: --verbose, or --format json`, role: 'faint' }]));
  return lines;
}

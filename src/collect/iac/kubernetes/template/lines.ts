import type { IacMap, IacValue, SourcePlace } from '../../../../model/iac.js';
import { asMany, hasMarks, MARK, type Marks, markKind } from './marks.js';
import { type Part, textOfParts, type Via } from './parts.js';
import type { Origins, TemplateValue } from './values.js';

/** A line of rendered text: where it comes from. */
interface Line {
  /** Line of the template. */
  line: number;
  via: readonly SourcePlace[];
}

/** Lines under a condition that nobody knows, 1-based, both included. */
interface Region {
  from: number;
  upto: number;
  expression: string;
  other: boolean;
}

/** Rendered text as YAML can read it, and the way back to the template. */
export interface RenderedText {
  text: string;
  lines: readonly Line[];
  regions: readonly Region[];
  /** True where something in it is unknown. */
  partly: boolean;
}

/** Puts the parts of one template together. */
export function renderedText(parts: readonly Part[], origins: Origins, marks: Marks): RenderedText {
  const raw = textOfParts(parts);
  const partly = hasMarks(raw);
  const lines = linesOf(parts, origins);
  if (!partly) return { text: raw, lines, regions: [], partly };
  const regions: Region[] = [];
  const text = withoutEdges(raw, regions, marks);
  return { text: withPlacedHoles(text), lines, regions, partly };
}

function linesOf(parts: readonly Part[], origins: Origins): Line[] {
  const lines: Line[] = [];
  let current: Line | undefined;
  for (const part of parts) {
    const viaOf = viaByLine(part, origins);
    for (const [index, text] of part.text.split('\n').entries()) {
      if (index > 0 || !current) {
        current = { line: part.line + (part.literal ? index : 0), via: [] };
        lines.push(current);
        if (text.trim() === '') blank.add(current);
      } else if (text.trim() !== '' && blank.has(current)) {
        current.line = part.line + (part.literal ? index : 0);
        blank.delete(current);
      }
      const via = text.trim() === '' ? [] : viaOf(text);
      if (via.length > 0) current.via = [...current.via, ...via];
    }
  }
  return lines;
}

/** Lines that hold blanks alone so far: what comes next says where they come from. */
const blank = new WeakSet<Line>();

/** Values of one line of what an action printed: for a whole mapping the entry that the line shows. */
function viaByLine({ via }: Part, origins: Origins): (line: string) => SourcePlace[] {
  const places = via.map(({ at }) => at);
  const entries = via.flatMap(({ value }: Via) => (value === undefined ? [] : entriesIn(value, origins, 0)));
  if (entries.length === 0) return () => places;
  let next = 0;
  return (line) => {
    const key = line.trim().replace(/^(?:- )+/, '');
    const found = entries.findIndex(({ name }, index) => index >= next && index < next + 50 && key.startsWith(`${name}:`));
    if (found === -1) return places;
    next = found + 1;
    const at = entries[found]?.at;
    return at ? [at] : places;
  };
}

/** Entries in the order in which `toYaml` prints them. */
function entriesIn(value: TemplateValue, origins: Origins, depth: number): { name: string; at: SourcePlace | undefined }[] {
  if (depth > 20) return [];
  if (Array.isArray(value)) return value.flatMap((item) => entriesIn(item, origins, depth + 1));
  if (!(value instanceof Map)) return [];
  return [...value.keys()]
    .sort()
    .flatMap((key) => [{ name: key, at: origins.of(value, key) }, ...entriesIn(value.get(key) ?? null, origins, depth + 1)]);
}

/** Takes the edges of conditional lines out of a text, and notes the lines between them. */
function withoutEdges(text: string, regions: Region[], marks: Marks): string {
  const open: Region[] = [];
  return text
    .split('\n')
    .map((line, index) => {
      if (!hasMarks(line)) return line;
      return line.replace(MARK, (mark, char: string, number: string, offset: number) => {
        const kind = markKind(char);
        if (kind === 'from') {
          const said = marks.expression(number);
          const region = {
            from: isBlank(line.slice(offset)) ? index + 2 : index + 1,
            upto: 0,
            expression: said.slice(1),
            other: said.startsWith('1'),
          };
          open.push(region);
          regions.push(region);
        } else if (kind === 'upto') {
          const region = open.pop();
          if (region) region.upto = isBlank(line.slice(0, offset)) ? index : index + 1;
        } else return mark;
        return '';
      });
    })
    .join('\n');
}

function isBlank(text: string): boolean {
  return text.replace(MARK, (mark, char: string) => (markKind(char) === 'hole' ? mark : '')).trim() === '';
}

/** Lines that are searched for a neighbour. */
const MAX_NEIGHBOURS = 500;
const ONLY_HOLES = /^([ ]*)((?:\ue000\d+\ue004\s*)+)$/;
const KEY = /^[ ]*(?:- )*(?:"[^"]*"|'[^']*'|[^\s#"'&*!|>%@`{[-][^#]*?|-[^\s#][^#]*?):(?:\s|$)/;

/** A line that is a hole alone becomes an entry or an item, as its neighbours are, so that YAML can still be read. */
function withPlacedHoles(text: string): string {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, pad = '', holes = ''] = ONLY_HOLES.exec(line) ?? [];
    if (holes === '') continue;
    const hole = holes.trim();
    const before = neighbour(lines, index, -1, pad.length);
    const after = neighbour(lines, index, 1, pad.length);
    const sibling = before ?? after;
    if (sibling === undefined) {
      if (!opensValue(lines, index, pad.length)) lines[index] = `${pad}${asMany(hole)}: ~`;
    } else if (/^ *- /.test(sibling) || /^ *-$/.test(sibling)) lines[index] = `${pad}- ${asMany(hole)}`;
    else if (KEY.test(sibling)) lines[index] = `${pad}${asMany(hole)}: ~`;
  }
  return lines.join('\n');
}

/** The nearest line of the same block with the same indentation. */
function neighbour(lines: readonly string[], index: number, step: 1 | -1, indent: number): string | undefined {
  for (let at = index + step; at >= 0 && at < lines.length && Math.abs(at - index) < MAX_NEIGHBOURS; at += step) {
    const line = lines[at] ?? '';
    const text = line.trimStart();
    if (text === '' || text.startsWith('#')) continue;
    if (/^(?:---|\.\.\.)/.test(line)) return undefined;
    const own = line.length - text.length;
    if (own < indent) return undefined;
    if (own === indent && !ONLY_HOLES.test(line)) return line;
  }
  return undefined;
}

/** True where the line before opens a value: `key:`, `- `, or a block of text. */
function opensValue(lines: readonly string[], index: number, indent: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (/^(?:---)/.test(line)) return true;
    return line.length - line.trimStart().length <= indent && /(?::|-|[|>][+-]?\d?)$/.test(text);
  }
  return true;
}

/** Puts values of rendered text at their lines of the template, and makes unknown what was not rendered. */
export class Locator {
  /** The outermost condition of each line. */
  private readonly conditions = new Map<number, Region>();

  constructor(
    private readonly rendered: RenderedText,
    private readonly path: string,
    private readonly marks: Marks,
  ) {
    let covered = 0;
    for (const region of rendered.regions) {
      for (let line = Math.max(region.from, covered + 1); line <= region.upto; line++) this.conditions.set(line, region);
      covered = Math.max(covered, region.upto);
    }
  }

  /** The line of the template behind a line of the text. */
  line(rendered: number): number {
    return this.rendered.lines[rendered - 1]?.line ?? rendered;
  }

  /** The condition around the lines of a whole document. */
  condition(from: number, upto: number): string | undefined {
    const region = this.conditions.get(from);
    return region && upto <= region.upto ? region.expression : undefined;
  }

  value(value: IacValue, known: string | undefined = undefined): IacValue {
    const region = this.conditions.get(value.at.line);
    const located = this.located(value, region?.expression ?? known);
    if (!region || region.expression === known) return located;
    return { kind: 'unknown', at: located.at, expression: expressionOf(region.expression), oneOf: [located] };
  }

  private located(value: IacValue, known: string | undefined): IacValue {
    const info = this.rendered.lines[value.at.line - 1];
    const via = [...(info?.via ?? []), ...(value.via ?? [])];
    const placed = { at: { path: this.path, line: info?.line ?? value.at.line }, ...(via.length > 0 && { via }) };
    switch (value.kind) {
      case 'scalar':
        return typeof value.value === 'string' && hasMarks(value.value)
          ? { ...placed, ...this.holes(value.value) }
          : { ...value, ...placed };
      case 'list':
        return this.list(value.items, placed, known);
      case 'map':
        return this.map(value, placed, known);
      default:
        return { ...value, ...placed };
    }
  }

  private list(items: readonly IacValue[], placed: { at: SourcePlace }, known: string | undefined): IacValue {
    let rest: string | undefined;
    const kept = items.flatMap((item) => {
      const many = item.kind === 'scalar' && typeof item.value === 'string' ? this.many(item.value) : undefined;
      rest ??= many;
      return many === undefined ? [this.value(item, known)] : [];
    });
    return { kind: 'list', ...placed, items: kept, ...(rest !== undefined && { rest }) };
  }

  private map({ entries }: IacMap, placed: { at: SourcePlace }, known: string | undefined): IacMap {
    let rest: string | undefined;
    const kept = new Map<string, IacValue>();
    for (const [key, entry] of entries) {
      const region = this.conditions.get(entry.at.line);
      if (region?.other && region.expression !== known) rest ??= expressionOf(region.expression);
      if (hasMarks(key)) rest ??= this.many(key) ?? this.expression(key);
      else kept.set(key, this.value(entry, known));
    }
    return { kind: 'map', ...placed, entries: kept, ...(rest !== undefined && { rest }) };
  }

  private holes(text: string): { kind: 'unknown'; expression: string; pieces: (string | null)[] } {
    const pieces: (string | null)[] = [];
    let at = 0;
    for (const found of text.matchAll(MARK)) {
      if (found.index > at) pieces.push(text.slice(at, found.index));
      pieces.push(null);
      at = found.index + found[0].length;
    }
    if (at < text.length) pieces.push(text.slice(at));
    return { kind: 'unknown', expression: this.expression(text), pieces };
  }

  private many(text: string): string | undefined {
    return text.includes('\ue001') ? this.expression(text) : undefined;
  }

  private expression(text: string): string {
    return expressionOf(this.marks.expression([...text.matchAll(MARK)][0]?.[2] ?? ''));
  }
}

/** As a template writes it, on one line. */
export function expressionOf(expression: string): string {
  const text = expression.replace(/\s+/g, ' ').trim();
  return `{{ ${text.length > 100 ? `${text.slice(0, 100)}…` : text} }}`;
}

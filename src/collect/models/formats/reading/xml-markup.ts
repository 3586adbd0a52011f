/** One piece of markup, with its brackets. Comments and CDATA are skipped, character data is not kept. */
export interface Markup {
  readonly kind: 'doctype' | 'instruction' | 'element';
  readonly text: string;
}

/** Limit for a tag or document type; of longer ones only the end is kept. */
const MAX_MARKUP = 1024 * 1024;

const ENDS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** Splits XML that arrives in pieces into its markup; it needs no more memory than one tag. */
export class MarkupReader {
  private rest = '';
  private cut = false;

  constructor(private readonly take: (markup: Markup) => void) {}

  push(text: string): void {
    this.rest += text;
    let at = this.rest.indexOf('<');
    while (at !== -1) {
      const end = this.endOf(at);
      if (end === -1) break;
      this.emit(at, end);
      at = this.rest.indexOf('<', end);
    }
    if (at > 0) this.rest = this.rest.slice(at);
    if (at === -1) this.rest = '';
    if (this.rest.length > 4 * MAX_MARKUP) {
      this.cut = true;
      this.rest = '';
    }
  }

  /** False when the text ended inside markup, or one piece of markup exceeded the limit. */
  finished(): boolean {
    return this.rest === '' && !this.cut;
  }

  private emit(at: number, end: number): void {
    const text = this.rest.slice(at, Math.min(end, at + MAX_MARKUP));
    if (text.startsWith('<!DOCTYPE')) this.take({ kind: 'doctype', text });
    else if (text.startsWith('<?')) this.take({ kind: 'instruction', text });
    else if (/^<[A-Za-z_:\u0080-\uffff]/.test(text)) this.take({ kind: 'element', text });
  }

  private endOf(at: number): number {
    for (const [start, stop] of ENDS) {
      if (!this.rest.startsWith(start, at)) continue;
      const end = this.rest.indexOf(stop, at + start.length);
      return end === -1 ? -1 : end + stop.length;
    }
    return this.rest.startsWith('<!DOCTYPE', at) ? this.endOfDoctype(at) : this.endOfTag(at);
  }

  private endOfTag(at: number): number {
    let quote = '';
    for (let index = at + 1; index < this.rest.length; index++) {
      const char = this.rest[index] ?? '';
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === '"' || char === "'") quote = char;
      else if (char === '>') return index + 1;
    }
    return -1;
  }

  /** The internal subset is in brackets and holds declarations with brackets of their own. */
  private endOfDoctype(at: number): number {
    let quote = '';
    let depth = 0;
    for (let index = at + 1; index < this.rest.length; index++) {
      const char = this.rest[index] ?? '';
      if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === '"' || char === "'") quote = char;
      else if (char === '[') depth++;
      else if (char === ']') depth--;
      else if (char === '>' && depth <= 0) return index + 1;
    }
    return -1;
  }
}

/*
 * Rendered text may hold what nobody knows. An unknown piece of text is a hole, and lines under a condition that nobody knows stand between
 * two edges. Both are characters of the private use area around a number, so that functions on texts carry them along.
 */

const OPEN = '\ue000';
const MANY = '\ue001';
const FROM = '\ue002';
const UPTO = '\ue003';
const CLOSE = '\ue004';

/** A hole in a text, or an edge of conditional lines. */
export const MARK = /([\ue000-\ue003])(\d+)\ue004/g;
const ANY = /[\ue000-\ue004]/;
const EVERY = /[\ue000-\ue004]/g;

/** The expressions behind the marks of one rendering. */
export class Marks {
  private readonly expressions: string[] = [];
  private readonly numbers = new Map<string, number>();

  hole(expression: string): string {
    return `${OPEN}${this.number(expression)}${CLOSE}`;
  }

  /** The edges of lines that stand under a condition; `other`: something else stands there if it is false. */
  edges(expression: string, other: boolean): readonly [from: string, upto: string] {
    const number = this.number(`${other ? '1' : '0'}${expression}`);
    return [`${FROM}${number}${CLOSE}`, `${UPTO}${number}${CLOSE}`];
  }

  expression(number: string): string {
    return this.expressions[Number(number)] ?? '';
  }

  private number(expression: string): number {
    let number = this.numbers.get(expression);
    if (number === undefined) {
      number = this.expressions.push(expression) - 1;
      this.numbers.set(expression, number);
    }
    return number;
  }
}

export function hasMarks(text: string): boolean {
  return ANY.test(text);
}

/** A text of the tree without characters that would be taken for marks. */
export function withoutMarks(text: string): string {
  return ANY.test(text) ? text.replace(EVERY, '\ufffd') : text;
}

export type Mark = 'hole' | 'many' | 'from' | 'upto';
const KINDS: Readonly<Record<string, Mark>> = { [OPEN]: 'hole', [MANY]: 'many', [FROM]: 'from', [UPTO]: 'upto' };

export function markKind(char: string | undefined): Mark {
  return KINDS[char ?? ''] ?? 'hole';
}

/** The same hole, as one that may stand for several items. */
export function asMany(hole: string): string {
  return hole.replaceAll(OPEN, MANY);
}

import { numberOf } from '../evaluator/arithmetic.js';
import { constant, derived, isWhollyKnown, reversed, type Value } from '../value.js';

/** Limit for characters of a text that is changed letter by letter. */
const MAX_TEXT = 20_000;

/** What a filter makes of known text; undefined for programs that are no filter. Text that it changes is text that was hidden. */
export function filtered(name: string, args: readonly Value[], stdin: Value): Value | undefined {
  if (name === 'tee') return stdin;
  if (!/^(?:rev|tr|xxd|sed|cut|head|tail|fold|awk)$/.test(name)) return undefined;
  const words = args.map(({ shape }) => shape);
  if (!isWhollyKnown(stdin) || stdin.shape.length > MAX_TEXT)
    return { ...derived([stdin, ...args]), ...(stdin.assembled && { assembled: true }) };
  const text = stdin.shape.replace(/\n$/, '');
  if (name === 'rev') return { ...reversed(constant(text)), marks: stdin.marks };
  if (name === 'tr') return translated(text, words, stdin);
  if (name === 'xxd' && words.some((word) => /^-\w*r/.test(word)))
    return {
      ...stdin,
      shape: Buffer.from(text.replace(/\s/g, ''), 'hex').toString('utf8'),
      marks: [...stdin.marks, { source: 'decoded', label: 'xxd' }],
      assembled: true,
    };
  if (name === 'cut') return cut(text, words, stdin);
  return derived([stdin, ...args]);
}

/** `tr a-z n-za-m`, `tr -d x` */
function translated(text: string, words: readonly string[], stdin: Value): Value {
  const [from = '', to = ''] = words.filter((word) => !/^-[a-zA-Z]+$/.test(word)).map((word) => lettersOf(word));
  if (words.includes('-d')) return { ...stdin, shape: [...text].filter((char) => !from.includes(char)).join(''), assembled: true };
  if (from === '' || to === '') return derived([stdin]);
  const shape = [...text].map((char) => {
    const at = from.indexOf(char);
    return at === -1 ? char : (to[at] ?? to.at(-1) ?? '');
  });
  return { ...stdin, shape: shape.join(''), assembled: true };
}

/** `a-c` as `abc`. */
function lettersOf(set: string): string {
  return set
    .slice(0, 400)
    .replace(/\\n/g, '\n')
    .replace(/(.)-(.)/g, (all, first: string, last: string) => {
      const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
      return to < from || to - from > 200
        ? all
        : String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
    });
}

/** `cut -c1-4`, `cut -c 5-` */
function cut(text: string, words: readonly string[], stdin: Value): Value {
  const range = /^-c\s?(\d+)?(-)?(\d+)?$/.exec(words.join(' ')) ?? undefined;
  if (range === undefined) return derived([stdin]);
  const from = numberOf(constant(range[1] ?? '1')) ?? 1;
  const to = range[2] === undefined ? from : range[3] === undefined ? text.length : Number(range[3]);
  return { ...stdin, shape: text.slice(from - 1, to), assembled: true };
}

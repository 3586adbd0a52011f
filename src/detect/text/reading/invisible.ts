import type { Passage } from './passage.js';
import { surveyOf } from './survey.js';

const TAGS = /[\u{e0020}-\u{e007f}]{4,20000}/gu;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8,20000}/gu;
const OVERRIDE = /[\u202d\u202e]([^\u202c\n]{1,20000})/g;
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[ \t.·_*-]{1,4}\p{L}(?![\p{L}\p{N}])){5,4000}/gu;
const FLAG = /\u{1f3f4}$/u;

/** Texts made of characters that show nothing, text shown in another order, and words taken apart into letters. */
export function disguisedOf(text: string, survey = surveyOf(text)): Passage[] {
  return [
    ...(survey.unseen ? [...tagTexts(text), ...selectorTexts(text), ...reordered(text)] : []),
    ...(survey.spaced ? spacedTexts(text) : []),
  ];
}

function passage(raw: string, base: number, channel: Passage['channel']): Passage {
  return { raw, base, channel, role: 'prose', heading: '', leadIn: '', derived: true };
}

/** Unicode tag characters mirror ASCII; after a black flag they name a region and are honest. */
function* tagTexts(text: string): Generator<Passage> {
  for (const match of text.matchAll(TAGS)) {
    if (FLAG.test(text.slice(Math.max(0, match.index - 2), match.index)) && match[0].length <= 16) continue;
    const hidden = [...match[0]].map((char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000)).join('');
    yield passage(hidden.replace(/\x7f/g, ''), match.index, 'tags');
  }
}

/** Selector n carries byte n: the first sixteen from VS1 on, the rest from VS17 on. */
function* selectorTexts(text: string): Generator<Passage> {
  for (const match of text.matchAll(SELECTORS)) {
    const bytes = [...match[0]].map((char) => {
      const code = char.codePointAt(0) ?? 0;
      return code < 0xff00 ? code - 0xfe00 : code - 0xe0100 + 16;
    });
    yield passage(Buffer.from(bytes).toString('utf8'), match.index, 'selectors');
  }
}

/** Left-to-right text after a right-to-left override is shown, and was written, backwards. */
function* reordered(text: string): Generator<Passage> {
  for (const match of text.matchAll(OVERRIDE)) {
    yield passage([...(match[1] ?? '')].reverse().join(''), match.index, 'bidi');
  }
}

function* spacedTexts(text: string): Generator<Passage> {
  for (const match of text.matchAll(SPACED)) {
    const wide = /\p{L}[ \t]{2,}\p{L}/u.test(match[0]) && /\p{L}[ .·_*-]\p{L}/u.test(match[0]);
    const joined = match[0].replace(/[ \t]{2,}|[ \t.·_*-]/g, (gap) => (wide && gap.length > 1 ? ' ' : ''));
    yield { ...passage(joined, match.index, 'spaced'), unspaced: !wide };
  }
}

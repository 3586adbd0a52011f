import { blocksOf } from './blocks.js';
import { type Clean, cleanText } from './clean.js';
import type { Concept } from './concepts.js';
import { decodedOf } from './decode.js';
import type { TextDocument } from './document.js';
import { type Frame, frameOf, isMentioned } from './frame.js';
import { disguisedOf } from './invisible.js';
import type { Passage } from './passage.js';
import { type Tag, tagText } from './phrase-trie.js';
import type { Statement } from './statement.js';
import { unseenOf } from './unseen.js';

/** Longest sentence that is judged as one; longer ones are cut there. */
const MAX_SENTENCE = 1200;
const SENTENCE_END = /[.!?;](?=\s|["')*\]<]|$)|[。！？；।؟]| /g;
const ABBREVIATION = /(?:\be\.g|\bi\.e|\bz\. ?b|\betc|\bvs|\bno|\b\w)\.$/i;

/** All statements of a document: visible ones in order, then hidden, disguised and decoded ones. */
export function readStatements(document: TextDocument): Statement[] {
  return passagesOf(document).flatMap(statementsOf);
}

/** All passages of a document; nothing is left out for its place. */
export function passagesOf(document: TextDocument): Passage[] {
  const { text } = document;
  const { passages, rest } = unseenOf(text);
  const open = document.kind === 'code' ? codeComments(text) : blocksOf(rest).flatMap(splitFar);
  const markFar = farStart(rest);
  for (const passage of open) if (markFar.some((start) => start >= passage.base - 4 && start <= passage.base + 4)) passage.channel = 'far';
  return [
    ...open,
    ...passages,
    ...disguisedOf(text),
    ...decodedOf(text),
    ...passages.flatMap((hidden) => rebased(decodedOf(hidden.raw), hidden.base)),
  ];
}

function rebased(passages: Passage[], base: number): Passage[] {
  return passages.map((passage) => ({ ...passage, base: base + passage.base }));
}

/** Where text starts again after more than fifty blank lines. */
function farStart(text: string): number[] {
  const starts: number[] = [];
  for (const match of text.matchAll(/\n(?:[ \t\r]*\n){50,}[ \t]*/g)) starts.push(match.index + match[0].length);
  return starts;
}

/** A passage with more than 200 columns of padding is two: what stands after the padding is out of view. */
function splitFar(passage: Passage): Passage[] {
  // No look-ahead: on blanks up to the end it would be tried again from each of them.
  const gap = /[ \t\u00a0]{200,}/.exec(passage.raw);
  if (gap === null || gap.index + gap[0].length === passage.raw.length) return [passage];
  const at = gap.index + gap[0].length;
  return [
    { ...passage, raw: passage.raw.slice(0, gap.index) },
    { ...passage, raw: passage.raw.slice(at), base: passage.base + at, channel: 'far' },
  ];
}

/** Comments and long strings of code are prose; the rest is judged by those who parse the language. */
function codeComments(text: string): Passage[] {
  const found: Passage[] = [];
  const pattern =
    /(?:^|\s)(?:#|\/\/|--|;|\*|rem )[^\n]{8,4000}(?:\n[ \t]*(?:#|\/\/|--|;|\*|rem )[^\n]{0,4000}){0,200}|("""|''')[\s\S]{8,20000}?\1|(["'`])(?:[^"'`\n\\]|\\.){30,4000}\2/gi;
  for (const match of text.matchAll(pattern)) {
    found.push({ raw: match[0], base: match.index, channel: 'open', role: 'prose', heading: '', leadIn: '' });
  }
  return found;
}

function statementsOf(passage: Passage): Statement[] {
  const clean = cleanText(passage.raw, passage.derived ? 0 : passage.base);
  const tags = tagText(clean.text, passage.unspaced);
  if (tags.length === 0 && passage.role !== 'shell' && passage.channel === 'open') return [];
  const frame = frameOf(passage, clean);
  const statements = sentences(passage, clean).map(([start, end]) => statement(passage, clean, frame, tags, start, end));
  statements.forEach((each, index) => {
    each.next = statements.slice(index + 1, index + 3);
    each.previous = statements[index - 1];
  });
  return statements;
}

/** Start and end of each sentence in the clean text. Lines of commands are sentences too. */
function sentences(passage: Passage, clean: Clean): [number, number][] {
  if (passage.role === 'shell' || passage.role === 'front') return byLines(passage, clean);
  const { text } = clean;
  const found: [number, number][] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (match[0] === ' ' && !startsLine(passage, clean, match.index)) continue;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, end - 6), end))) continue;
    if (end > start) cut(start, end, found);
    start = end;
  }
  if (start < text.length) cut(start, text.length, found);
  return found;
}

/** True where the raw text breaks the line and goes on with something else than a lower-case word. */
function startsLine(passage: Passage, clean: Clean, at: number): boolean {
  const base = passage.derived ? 0 : passage.base;
  const first = clean.rawOffset(at) - base;
  const gap = passage.raw.slice(first, clean.rawOffset(at + 1) - base);
  return gap.includes('\n') && !/^[\p{Ll}(]/u.test(passage.raw.slice(first + gap.length, first + gap.length + 2));
}

function cut(start: number, end: number, into: [number, number][]): void {
  for (let at = start; at < end; at += MAX_SENTENCE) into.push([at, Math.min(end, at + MAX_SENTENCE)]);
}

function byLines(passage: Passage, clean: Clean): [number, number][] {
  const found: [number, number][] = [];
  let start = 0;
  const base = passage.derived ? 0 : passage.base;
  for (let at = 1; at <= clean.text.length; at++) {
    const broken = at === clean.text.length || (clean.text[at] === ' ' && passage.raw[clean.rawOffset(at) - base] === '\n');
    if (broken) {
      cut(start, at, found);
      start = at;
    }
  }
  return found;
}

function statement(
  passage: Passage,
  clean: Clean,
  frame: Frame,
  tags: readonly Tag[],
  start: number,
  end: number,
): Statement & { next: Statement[] } {
  const own = tags.filter((tag) => tag.start >= start && tag.end <= end);
  const offset = passage.derived ? passage.base : clean.rawOffset(start);
  const last = passage.derived ? clean.rawOffset(end) : clean.rawOffset(end) - passage.base;
  const first = passage.derived ? clean.rawOffset(start) : offset - passage.base;
  return {
    text: clean.text.slice(start, end),
    tags: byConcept(own, start),
    passage,
    offset,
    original: passage.raw.slice(first, last),
    disguises: clean.disguises.filter(({ at }) => at >= start && at < end).map(({ kind }) => kind),
    mention: isMentioned(frame, clean.text, tags, start, end),
    banned: frame.banned,
    next: [],
    previous: undefined,
  };
}

function byConcept(tags: readonly Tag[], base: number): Map<Concept, Tag[]> {
  const found = new Map<Concept, Tag[]>();
  for (const { concept, start, end } of tags) {
    const list = found.get(concept);
    const tag = { concept, start: start - base, end: end - base };
    if (list) list.push(tag);
    else found.set(concept, [tag]);
  }
  return found;
}

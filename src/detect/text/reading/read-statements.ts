import { blocksOf } from './blocks.js';
import { type Clean, cleanText } from './clean.js';
import { decodedOf } from './decode.js';
import type { TextDocument } from './document.js';
import { isExhibited } from './frame.js';
import { disguisedOf } from './invisible.js';
import { isFenced, type Passage } from './passage.js';
import { type Bounds, sentencesOf } from './sentence.js';
import type { Statement } from './statement.js';
import { surveyOf } from './survey.js';
import { unseenOf } from './unseen.js';

/** Longest sentence that is judged as one; longer ones are cut there. */
const MAX_SENTENCE = 1200;
const SENTENCE_END = /[.!?;](?=\s|["')*\]<]|$)|[。！？；।؟]/g;
const SENTENCE_OR_LINE_END = new RegExp(`${SENTENCE_END.source}| `, 'g');
const ABBREVIATION = /(?:\be\.g|\bi\.e|\bz\. ?b|\betc|\bvs|\bno|\b\w)\.$/i;

/** All statements of a document: visible ones in order, then hidden, disguised and decoded ones. */
export function readStatements(document: TextDocument): Statement[] {
  return passagesOf(document).flatMap(statementsOf);
}

/** All passages of a document; nothing is left out for its place. */
export function passagesOf(document: TextDocument): Passage[] {
  const { text } = document;
  const { passages: stretches, rest } = unseenOf(text);
  const survey = surveyOf(text);
  const open = openPassages(document, rest);
  const passages = outOfFences(stretches, open);
  // Where a comment was blanked out, nothing is far: what hides there is judged as a comment.
  const markFar = survey.far ? farStart(text) : [];
  for (const passage of open) if (markFar.some((start) => start >= passage.base - 4 && start <= passage.base + 4)) passage.channel = 'far';
  return [
    ...open,
    ...passages,
    ...disguisedOf(text, survey),
    ...decodedOf(text, survey),
    ...passages.flatMap((hidden) => rebased(decodedOf(hidden.raw), hidden.base)),
  ];
}

/** What stands in the open; `rest` is the text with what is unseen blanked out. */
function openPassages({ kind, text }: TextDocument, rest: string): Passage[] {
  if (kind === 'code') return codeComments(text);
  const blocks = kind === 'markup' ? markupTexts(rest) : blocksOf(rest);
  return blocks.flatMap((block) => [...splitFar(block, text), ...(block.role === 'code' ? textsIn(block) : [])]);
}

/** A text of several lines that code holds: a template of JavaScript, a string in three quotes of Python. */
const LONG_STRING = /(?<!\\)`((?:[^`\\]|\\[\s\S]){80,8000})`|("""|''')([\s\S]{80,8000}?)\2/g;

/** Texts in the code of a fence: a prompt there is what an agent is told. */
function textsIn(fence: Passage): Passage[] {
  return [...fence.raw.matchAll(LONG_STRING)].flatMap((match): Passage[] => {
    const raw = match[1] ?? match[3] ?? '';
    const base = fence.base + match.index + match[0].indexOf(raw);
    return raw.includes('\n') && LANGUAGE.test(raw) ? [{ ...fence, role: 'shown', raw, base }] : [];
  });
}

/** What a page does not show, and a fence on it does. */
const SHOWN_IN_FENCES: ReadonlySet<Passage['channel']> = new Set(['comment', 'hidden-style', 'alt']);

/**
 * What a fence holds is seen on the page: a comment there stands in the open, and is left out where the words above make the fence an
 * example. Both lists are in order of place.
 */
function outOfFences(stretches: Passage[], open: readonly Passage[]): Passage[] {
  const fences = stretches.length === 0 ? [] : open.filter(isFenced);
  let next = 0;
  return stretches.flatMap((stretch): Passage[] => {
    while (next < fences.length && endOf(fences[next]) <= stretch.base) next++;
    const fence = fences[next];
    if (fence === undefined || stretch.base < fence.base || !SHOWN_IN_FENCES.has(stretch.channel)) return [stretch];
    if (fence.role !== 'shell' && isExhibited(fence)) return [];
    return [{ ...stretch, channel: 'open', heading: fence.heading, leadIn: fence.leadIn }];
  });
}

function endOf(passage: Passage | undefined): number {
  return passage === undefined ? 0 : passage.base + passage.raw.length;
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

const FAR_GAP = /[ \t\u00a0]{200,}/;
const FAR_GAPS = new RegExp(FAR_GAP, 'g');

/** What stands behind more than 200 columns of padding is out of view, up to the end of its line: a passage of its own. */
function splitFar(passage: Passage, text: string): Passage[] {
  const { raw, base } = passage;
  if (raw.length < 200 || !FAR_GAP.test(raw)) return [passage];
  const part = (from: number, end: number) => ({ ...passage, raw: raw.slice(from, end), base: base + from });
  const parts: Passage[] = [];
  let from = 0;
  let start = 0;
  for (const line of raw.split('\n')) {
    const end = start + line.length;
    const gap = gapIn(line, passage, text.slice(base + start, base + end));
    if (gap !== undefined) {
      parts.push(part(from, start + gap.from), { ...part(start + gap.end, end), channel: 'far' });
      from = end;
    }
    start = end + 1;
  }
  if (parts.length === 0) return [passage];
  return raw.slice(from).trim() === '' ? parts : [...parts, part(from, raw.length)];
}

/** The first padding of a line that pushes something out of view; where a comment was blanked out, there is none. */
function gapIn(line: string, { role }: Passage, original: string): { from: number; end: number } | undefined {
  // No look-ahead: on blanks up to the end it would be tried again from each of them.
  for (const { index: from, 0: gap } of line.matchAll(FAR_GAPS)) {
    const end = from + gap.length;
    const isPushed = !/^\r?$/.test(line.charAt(end)) && FAR_GAP.test(original.slice(from, end));
    if (isPushed && !(line[end] === '|' && isRow(line, role))) return { from, end };
  }
  return undefined;
}

/** A row of a table: blanks before its bars fill cells up to the width of their column. */
function isRow(line: string, role: Passage['role']): boolean {
  return role === 'table' || /^\s*\|/.test(line);
}

/** A script in markup, or a text between tags, or the value of an attribute. */
const MARKUP_TEXT = /<script\b[^>]{0,2000}>([\s\S]*?)(?:<\/script|$)|(?:>|^)([^<>]{8,})|=\s{0,4}(?:"([^"<]{20,})"|'([^'<]{20,})')/gi;
/** Three words, or as much of a script that writes none apart. */
const LANGUAGE = /\p{L}{2,}\s+\p{L}{1,}\s+\p{L}{2,}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{6,}/u;

/** What markup says: texts between tags, values of attributes that are language, and the comments of its scripts. */
function markupTexts(text: string): Passage[] {
  const found: Passage[] = [];
  for (const match of text.matchAll(MARKUP_TEXT)) {
    const [whole, script, ...texts] = match;
    const raw = script ?? texts.find((each) => each !== undefined) ?? '';
    const base = match.index + whole.lastIndexOf(raw);
    if (script !== undefined) found.push(...rebased(codeComments(raw), base));
    else if (LANGUAGE.test(raw)) found.push({ raw, base, channel: 'open', role: 'prose', heading: '', leadIn: '' });
  }
  return found;
}

/** Comments and long strings of code are prose; the rest is judged by those who parse the language. */
function codeComments(text: string): Passage[] {
  const found: Passage[] = [];
  const pattern =
    /(?:^|\s)(?:#|\/\/|--|;|\*|rem )[^\n]{8,4000}(?:\n[ \t]*(?:#|\/\/|--|;|\*|rem )[^\n]{0,4000}){0,200}|("""|''')[\s\S]{8,20000}?\1|(?<!\\)(["'`])(?:(?:[^"'`\n\\]|\\.){4000}|(?:[^"'`\n\\]|\\.){30,3999}\2)/gi;
  for (const match of text.matchAll(pattern)) {
    found.push({ raw: match[0], base: match.index, channel: 'open', role: 'prose', heading: '', leadIn: '' });
  }
  return found;
}

/** Values in quotation marks, as YAML writes strings: they quote nobody. */
const QUOTED_VALUES = /^([ \t]*(?:-[ \t]+)?[\w.-]+:[ \t]+|[ \t]*-[ \t]+)(["'])(.*)\2(?=[ \t\r]*$)/gm;

function statementsOf(passage: Passage): Statement[] {
  const raw = passage.role === 'front' ? passage.raw.replace(QUOTED_VALUES, '$1 $3 ') : passage.raw;
  const clean = cleanText(raw, passage.derived ? 0 : passage.base);
  return sentencesOf(passage, clean, spansOf(passage, clean));
}

/** Start and end of each sentence in the clean text. Lines of commands are sentences too. */
function spansOf(passage: Passage, clean: Clean): Bounds[] {
  if (passage.role === 'shell' || passage.role === 'front') return byLines(passage, clean);
  const { text } = clean;
  const found: Bounds[] = [];
  let start = 0;
  for (const match of text.matchAll(passage.raw.includes('\n') ? SENTENCE_OR_LINE_END : SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (match[0] === ' ' && !startsLine(passage, clean, match.index)) continue;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, end - 6), end))) continue;
    if (text.slice(start, end).trim() === '') continue;
    cut(start, end, found);
    start = end;
  }
  if (start < text.length) cut(start, text.length, found);
  return found;
}

/** True where the raw text breaks the line and goes on with something else than a lower-case word. */
function startsLine(passage: Passage, clean: Clean, at: number): boolean {
  const base = passage.derived ? 0 : passage.base;
  const first = clean.rawOffset(at) - base;
  const end = clean.rawOffset(at + 1) - base;
  if (end - first === 1 && passage.raw[first] !== '\n') return false;
  const gap = passage.raw.slice(first, end);
  return gap.includes('\n') && !/^[\p{Ll}(]/u.test(passage.raw.slice(first + gap.length, first + gap.length + 2));
}

function cut(start: number, end: number, into: Bounds[]): void {
  for (let at = start; at < end; at += MAX_SENTENCE) into.push([at, Math.min(end, at + MAX_SENTENCE)]);
}

function byLines(passage: Passage, clean: Clean): Bounds[] {
  const found: Bounds[] = [];
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

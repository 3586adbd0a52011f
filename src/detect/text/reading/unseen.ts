import type { Channel, Passage } from './passage.js';

/** A stretch of the text that a person does not see on the rendered page. */
interface Stretch {
  start: number;
  end: number;
  channel: Channel;
}

/** Comments, hidden elements, captions and concealed terminal text; and the text with them blanked out, offsets unchanged. */
export function unseenOf(text: string): { passages: Passage[]; rest: string } {
  const stretches = [...comments(text), ...hiddenElements(text), ...captions(text), ...concealed(text)].filter(
    ({ start, end }) => end > start,
  );
  stretches.sort((a, b) => a.start - b.start || b.end - a.end);
  const passages: Passage[] = [];
  const kept: string[] = [];
  let at = 0;
  for (const { start, end, channel } of stretches) {
    if (start < at) continue;
    kept.push(text.slice(at, start), blank(text.slice(start, end)));
    at = end;
    passages.push({ raw: text.slice(start, end), base: start, channel, role: 'prose', heading: '', leadIn: '' });
  }
  kept.push(text.slice(at));
  return { passages, rest: stretches.length === 0 ? text : kept.join('') };
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function* between(text: string, open: string, close: string, channel: Channel): Generator<Stretch> {
  let at = text.indexOf(open);
  while (at !== -1) {
    const start = at + open.length;
    const found = text.indexOf(close, start);
    const end = found === -1 ? text.length : found;
    yield { start, end, channel };
    at = text.indexOf(open, end);
  }
}

const LINK_COMMENT = /(?:^|[ \t])\[(?:\/\/|comment|_|#|note)\]:\s{0,4}\S{1,80}\s{1,4}(["'(])([^\n]{1,4000})/gim;

function* comments(text: string): Generator<Stretch> {
  yield* between(text, '<!--', '-->', 'comment');
  // A link definition that nothing refers to is the other way to write a comment in Markdown.
  for (const match of text.includes(']:') ? text.matchAll(LINK_COMMENT) : []) {
    const [whole = '', , body = ''] = match;
    yield { start: match.index + whole.length - body.length, end: match.index + whole.length, channel: 'comment' };
  }
  if (text.startsWith('---')) yield* frontComments(text);
}

function* frontComments(text: string): Generator<Stretch> {
  const end = text.indexOf('\n---', 3);
  for (const match of text.slice(0, Math.max(end, 0)).matchAll(/^\s{0,20}#(.{1,4000})$/gm)) {
    yield { start: match.index, end: match.index + match[0].length, channel: 'comment' };
  }
}

/** Ways to hide an element whatever its colours are. */
const HIDES = String.raw`display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?!\.[3-9])|opacity\s{0,3}:\s{0,3}0(?![.\d])|\shidden(?=[\s>])`;
const HIDES_ANYWHERE = new RegExp(HIDES, 'i');
const HIDING = new RegExp(
  String.raw`<(\w{1,12})\b[^>]{0,300}(?:${HIDES}|(?<!-)color\s{0,3}:\s{0,3}(?:white|transparent|#fff))[^>]{0,300}>`,
  'gi',
);
const DARK = /background(?:-color)?\s{0,3}:(?!\s{0,3}(?:white|transparent|inherit|#fff))/i;

/** White letters on a background that is named and not white, and nothing else that hides. */
function isOnDark(tag: string): boolean {
  return DARK.test(tag) && !HIDES_ANYWHERE.test(tag);
}

/** Characters in which the end of a hidden element is looked for: from each of many that are never closed, the whole text would be searched. */
const MAX_ELEMENT = 20_000;

function* hiddenElements(text: string): Generator<Stretch> {
  if (!text.includes('<')) return;
  for (const match of text.matchAll(HIDING)) {
    if (isOnDark(match[0])) continue;
    const start = match.index + match[0].length;
    const found = text.slice(start, start + MAX_ELEMENT).indexOf(`</${match[1] ?? ''}`);
    yield { start, end: found === -1 ? Math.min(text.length, start + 4000) : start + found, channel: 'hidden-style' };
  }
}

function* captions(text: string): Generator<Stretch> {
  if (!text.includes('](') && !text.includes('=')) return;
  for (const match of text.matchAll(/!\[([^\]\n]{12,2000})\]\(/g)) {
    yield { start: match.index + 2, end: match.index + 2 + (match[1]?.length ?? 0), channel: 'alt' };
  }
  for (const match of text.matchAll(/\]\([^()\s"']{0,500}\s{1,4}(["'])([^"'\n]{12,2000})\1\)/g)) {
    const end = match.index + match[0].length - 2;
    yield { start: end - (match[2]?.length ?? 0), end, channel: 'alt' };
  }
  for (const match of text.matchAll(/\s(?:alt|title|aria-label)=(["'])([^"'\n]{12,2000})\1/g)) {
    const end = match.index + match[0].length - 1;
    yield { start: end - (match[2]?.length ?? 0), end, channel: 'alt' };
  }
}

/** ANSI: attribute 8 conceals until any other attribute command; also black on black and white on white. */
function* concealed(text: string): Generator<Stretch> {
  if (!text.includes('\u001b[')) return;
  for (const match of text.matchAll(/\u001b\[(?:\d{1,3};)*(?:8|30;40|40;30|37;47|47;37)m/g)) {
    const start = match.index + match[0].length;
    const found = text.indexOf('\u001b[', start);
    yield { start, end: found === -1 ? text.length : found, channel: 'concealed' };
  }
}

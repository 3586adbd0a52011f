import type { Notice } from '../notice.js';
import { inLines } from './lines.js';

/** Every ASCII punctuation mark may be escaped (CommonMark 0.31, section 2.4). */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ZERO_WIDTH_SPACE = '\u200b';

/** Markdown in which other people's text is no markup, mentions nobody and refers to no issue. */
export function markdown(notice: Notice): string {
  return inLines(notice, {
    inert,
    strong: (text) => `**${text}**`,
    bullet: '-',
    code: fenced,
    link: (label, url) => `[${inert(label)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`,
  });
}

/** Services look for `@name` and `#1` after the escapes are gone. */
function inert(text: string): string {
  return text.replace(PUNCTUATION, (mark) => (mark === '@' || mark === '#' ? `\\${mark}${ZERO_WIDTH_SPACE}` : `\\${mark}`));
}

/** The fence is longer than every run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

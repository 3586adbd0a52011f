import { redact } from '../support/redact.js';

const WIDTH = 80;
/** Longest text in which a secret is looked for before the cut, which would hide its shape. */
const SEARCHED = 5 * WIDTH;
/** Characters beyond those JSON escapes that a terminal obeys or nobody sees. */
const HIDDEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Text of the evidence, short, on one line, without secrets and without characters that a terminal obeys; fit for an issue. */
export function quoteJson(text: string): string {
  const shown = redact(text.slice(0, SEARCHED));
  return JSON.stringify(shown.length > WIDTH ? `${shown.slice(0, WIDTH - 3)}...` : shown).replace(HIDDEN, '?');
}

import { redact } from '../support/redact.js';

const WIDTH = 80;
/** Limit for the text that is searched for secrets before it is cut, because the cut would hide a secret's shape. */
const SEARCHED = 5 * WIDTH;
/** Characters that JSON does not escape and that control a terminal or are invisible. */
const HIDDEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text of the evidence for an issue: short, on one line, without secrets and without characters that control a
 * terminal.
 */
export function quoteJson(text: string): string {
  const shown = redact(text.slice(0, SEARCHED));
  return JSON.stringify(shown.length > WIDTH ? `${shown.slice(0, WIDTH - 3)}...` : shown).replace(HIDDEN, '?');
}

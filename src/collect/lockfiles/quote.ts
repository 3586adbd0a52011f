import { redact } from '../../support/redact.js';

const WIDTH = 80;
/** Longest text in which a secret is looked for before the cut, which would hide its shape. */
const SEARCHED = 5 * WIDTH;

/** Text of the evidence, short and on one line, fit for an issue. */
export function quote(text: string): string {
  const shown = redact(text.slice(0, SEARCHED));
  return JSON.stringify(shown.length > WIDTH ? `${shown.slice(0, WIDTH - 3)}...` : shown);
}

import { disguisedOf } from '../../detect/text/reading/invisible.js';
import type { Passage } from '../../detect/text/reading/passage.js';
import { isObject } from '../../support/json.js';

/** Characters of other than ASCII, and the one that begins escapes of terminals. */
const SUSPECT = /[^\n\r\t\x20-\x7e]/;

/** Nobody needs several in a row: joiners, marks of direction, invisible operators and fillers stand alone. */
const ZERO_WIDTH = /(?:[\u00ad\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]|\u034f){4,}/;

/**
 * Escapes that set titles, move the cursor or erase; those that colour, or show and hide the cursor, are honest. A single byte of the upper
 * controls is what text becomes that was decoded in the wrong way: it counts with what belongs to an escape.
 */
const TERMINAL = /\x1b[\]PX^_]|\x9d\d{1,4};|(?:\x1b\[|\x9b)(?!\?(?:25|2004)[hl])[0-9;?]{0,40}[A-HJKSTfhlsu]/;

/** How what follows looks (ECMA-48, SGR): 8 conceals it. */
const LOOKS = /\x1b\[([0-9;:]*)m/g;
/** What follows 38, 48 and 58 says which colour it is. */
const COLOUR = /(^|;)0*[345]8;(?:0*5;\d*|0*2;\d*;\d*;\d*)/g;
const CONCEALED = 8;

const CHANNELS: Readonly<Partial<Record<Passage['channel'], string>>> = {
  tags: 'tag characters',
  selectors: 'variation selectors that spell text',
  bidi: 'text that is shown in another order',
};

/** What hides text in some string of the value; undefined where nothing does. */
export function hiddenIn(value: unknown): string | undefined {
  if (typeof value === 'string') return SUSPECT.test(value) ? hiddenInText(value) : undefined;
  if (Array.isArray(value)) return first(value);
  return isObject(value) ? first(Object.values(value)) : undefined;
}

function first(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const found = hiddenIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hiddenInText(text: string): string | undefined {
  if (TERMINAL.test(text) || conceals(text)) return 'escapes of terminals';
  if (ZERO_WIDTH.test(text)) return 'a run of characters of zero width';
  for (const { channel } of disguisedOf(text)) {
    const what = CHANNELS[channel];
    if (what !== undefined) return what;
  }
  return undefined;
}

function conceals(text: string): boolean {
  for (const [, looks = ''] of text.matchAll(LOOKS)) {
    const codes = looks.replace(COLOUR, '$1').split(';');
    if (codes.some((code) => Number.parseInt(code, 10) === CONCEALED)) return true;
  }
  return false;
}

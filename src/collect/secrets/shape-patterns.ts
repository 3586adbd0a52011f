import { type SecretShape, secretShapes } from '../../model/secret-shapes.js';

/** One form of a shape, ready to be tried at a place. */
export interface ShapeForm {
  shape: SecretShape;
  /** Sticky; matches the value from its first character. Counted classes only, so a try costs at most the form's own length. */
  pattern: RegExp;
  /** Text that every value has, in lower case; absent where the form alone is no evidence and a name leads to it. */
  literal?: string;
  /** Characters before the literal. */
  before: number;
  /** Matches a character that would continue the value. */
  more: RegExp;
  /** Characters that every value begins with and that `runAt` counts. */
  least: number;
}

const SETS: Readonly<Record<string, string>> = {
  b62: 'A-Za-z0-9',
  b64: 'A-Za-z0-9+/',
  b64u: 'A-Za-z0-9_-',
  b64u64: 'A-Za-z0-9+/_-',
  b64ud: 'A-Za-z0-9_=.-',
  adtail: 'A-Za-z0-9_~.-',
  hex: '0-9a-f',
  hexlong: '0-9a-f',
  hexi: '0-9A-Fa-f',
  HEX: '0-9A-F',
  a36: 'a-z0-9',
  A36: 'A-Z0-9',
  b32: 'A-Z2-7',
  a32: 'a-z2-7',
  dig: '0-9',
  let: 'A-Za-z',
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  dbot: 'MNO',
  slug: 'a-z0-9-',
};
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUID_LENGTH = 36;
const PART = /\{(\w+)(?::(\d+)(?:-(\d+))?)?\}|([^{]+)/g;
/** Shorter texts stand everywhere, and those of two are taken only where no longer one follows. */
const [LEAST_LITERAL, GOOD_LITERAL] = [2, 3];

function formOf(shape: SecretShape, form: string): ShapeForm {
  let source = '';
  let more = 'A-Za-z0-9';
  let literal: string | undefined;
  let before = 0;
  let length = 0;
  for (const [, set = '', least, most, text] of form.matchAll(PART)) {
    if (text !== undefined) {
      source += text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      const isBetter = literal === undefined ? text.length >= LEAST_LITERAL : literal.length < GOOD_LITERAL && text.length > literal.length;
      if (isBetter && shape.near === undefined) [literal, before] = [text.toLowerCase(), length];
      length += text.length;
    } else if (set === 'uuid') source += UUID;
    else if (set === 'pad') source += '={0,2}';
    else if (set === 'sp') {
      source += ' ';
      length++;
    } else {
      const own = SETS[set];
      if (own === undefined || least === undefined) throw new Error(`${shape.id}: no set ${set}`);
      source += `[${own}]{${least}${most === undefined ? '' : `,${most}`}}`;
      more = `A-Za-z0-9${own}`;
      length += Number(least);
    }
  }
  const variable = /^\{\w+:\d+-\d+\}/.test(form);
  return {
    shape,
    pattern: new RegExp(source, 'y'),
    ...(literal !== undefined && { literal }),
    before: variable ? -1 : before,
    more: new RegExp(`[${more}]`),
    least: leastRun(form),
  };
}

/** Characters of sets, by code. */
const RUN = new Uint8Array(256);
for (let code = 33; code < 127; code++) if (/[\w+/=.~-]/.test(String.fromCharCode(code))) RUN[code] = 1;

/** Characters from here on that may belong to a set, at most `most`. */
export function runAt(bytes: Uint8Array, from: number, most: number): number {
  let at = from;
  while (at - from < most && RUN[bytes[at] ?? 0]) at++;
  return at - from;
}

function leastRun(form: string): number {
  let least = 0;
  for (const [, set = '', count = '0', , text = ''] of form.matchAll(PART)) {
    if (set === 'sp' || /[^\w+/=.~-]/.test(text)) break;
    least += set === 'uuid' ? UUID_LENGTH : Number(count) + text.length;
  }
  return least;
}

const forms = secretShapes.flatMap((shape) => shape.forms.split(' ').map((form) => formOf(shape, form)));

/** Forms that a text of their own gives away. */
export const evidentForms: readonly ShapeForm[] = forms.filter(({ literal }) => literal !== undefined);

/** Forms that need a word nearby. */
export const namedForms: readonly ShapeForm[] = forms.filter(({ literal }) => literal === undefined);

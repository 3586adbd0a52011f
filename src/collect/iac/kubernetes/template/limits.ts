import { InputError } from '../../../../support/errors.js';

/** Work of one chart: nodes, arguments, items and 16 characters of text each count for one. */
export const MAX_WORK = 8_000_000;
/** Characters of one piece of text. */
export const MAX_TEXT = 4 * 1024 * 1024;
export const MAX_DEPTH = 60;
export const MAX_VIA = 4;

/** The error at a limit of templates. */
export function limit(issue: 'too_many' | 'too_large' | 'too_deep', message: string): InputError {
  return new InputError({ issue, message });
}

import { limits } from '../../../support/limits.js';

/** Characters that no name or version has: white space, controls, and invisible ones that hide text in a terminal. */
const IMPOSSIBLE = /[\s\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"'`<>\\]/;

/** True when the text can be a version: one short word. */
export function isVersion(text: string): boolean {
  return text !== '' && text.length <= limits.maxNameLength && !IMPOSSIBLE.test(text);
}

import { matchesGlob } from '../glob.js';
import { CHARGES, type Work } from './work.js';

/** As `matchesGlob`; a `*` may be tried at every character of the text. */
export function fitsGlob(pattern: string, text: string, work: Work): boolean {
  work.spend(1 + (pattern.includes('*') ? Math.ceil(pattern.length * text.length * CHARGES.glob) : pattern.length));
  return matchesGlob(pattern, text);
}

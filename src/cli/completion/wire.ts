import { safeText, truncate } from '../../support/terminal.js';
import type { Completion } from './candidates.js';

/** Most candidates that a shell is given. */
const MAX_CANDIDATES = 500;

/** Columns of the words about a candidate. */
const MAX_ABOUT = 70;

/**
 * Words that every shell can write as they are or between quotes. Names come out of other people's files: what could steer a terminal, break
 * a line or mean something to a shell is left out.
 */
const PLAIN = /^[\p{L}\p{N}\p{M}_./@-][\p{L}\p{N}\p{M} _./@:+=,#()[\]-]{0,199}$/u;

/**
 * A completion as the scripts read it: a line for each candidate, its word and what is said of it with a tab between; and where names of
 * files may stand, a last line of `:files` or `:folders`, the extensions (`*`: any), and what stands before the name in the same word.
 */
export function wireOf({ candidates, files }: Completion): string {
  const safe = new Map(candidates.filter(({ value }) => PLAIN.test(value)).map(({ value, about }) => [value, about]));
  const lines = [...safe].slice(0, MAX_CANDIDATES).map(([value, about]) => `${value}\t${truncate(safeText(about), MAX_ABOUT)}`);
  if (files && (files.before === '' || PLAIN.test(files.before)))
    lines.push([`:${files.only}`, files.extensions.join(' ') || '*', files.before].join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}

import ignore, { type Ignore } from 'ignore';

export type { Ignore };

/**
 * Rules of one `.gitignore` (gitignore(5)), as a matcher of paths relative to its folder. Letters count as written, as git takes
 * them by default: where a file system folds case, more is read for it, never less.
 */
export function parseGitignore(text: string): Ignore {
  return ignore({ ignorecase: false }).add(text);
}

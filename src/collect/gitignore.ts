import ignore, { type Ignore } from 'ignore';

export type { Ignore };

/** Rules of one `.gitignore` (gitignore(5)), as a matcher of paths relative to its folder. */
export function parseGitignore(text: string): Ignore {
  return ignore().add(text);
}

import ignore, { type Ignore } from 'ignore';

export type { Ignore };

/**
 * The rules of one `.gitignore` (gitignore(5)) as a matcher for paths relative to its folder. It is case-sensitive,
 * like git by default: on file systems that fold case it ignores fewer files, never more.
 */
export function parseGitignore(text: string): Ignore {
  return ignore({ ignorecase: false }).add(text);
}

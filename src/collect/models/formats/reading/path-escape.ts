/** How a path named in a model leaves the model's folder. */
export type Escape = 'parent' | 'absolute' | 'url';

/**
 * How a path leaves the folder, read by the rules of both Unix and Windows: `/` and `\` separate; drive letters, UNC
 * shares and `scheme://` are absolute. Undefined when it stays inside. `v1..2/` and `..name` are names; `a/../b` stays
 * inside, `a/../../b` does not.
 */
export function escapeOf(path: string): Escape | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) || /^file:/i.test(path)) return 'url';
  if (/^([a-z]:|[/\\]|~)/i.test(path)) return 'absolute';
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return 'parent';
  }
  return undefined;
}

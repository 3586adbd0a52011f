/** How a path named in a model leaves the model's folder; undefined when it stays inside. */
export type Escape = 'parent' | 'absolute' | 'url';

/**
 * Reads a path as both families of systems would: `/` and `\` separate, drive letters, UNC shares and `scheme://` start anew.
 * `v1..2/` and `..name` are names; `a/../b` stays inside, `a/../../b` does not.
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

/**
 * How an archive member's name or a link's target leaves the folder it is unpacked to; undefined when it stays inside.
 */
export function escapes(name: string): string | undefined {
  const path = name.replaceAll('\\', '/');
  if (path.startsWith('//')) return 'network path';
  if (path.startsWith('/')) return 'absolute path';
  if (/^[A-Za-z]:/.test(path)) return 'drive path';
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth--;
    else if (part !== '' && part !== '.') depth++;
    if (depth < 0) return 'parent folder';
  }
  return undefined;
}

/** Like `escapes`, for a link: its target is relative to the folder of the link. */
export function linkEscapes(name: string, target: string): string | undefined {
  const own = escapes(target);
  if (own !== undefined && own !== 'parent folder') return own;
  const folder = name.replaceAll('\\', '/').split('/').slice(0, -1).join('/');
  return escapes(`${folder}/${target}`.replace(/^\/+/, ''));
}

/**
 * PATH_MAX: no system creates a longer path. The limit keeps the look-up of a name with 64 KiB of slashes from being
 * quadratic.
 */
const LONGEST_PATH = 4096;

/** True when a member would be written through one of the links. */
export function isBelow(name: string, links: ReadonlySet<string>): boolean {
  if (links.size === 0) return false;
  for (let at = name.indexOf('/'); at > 0 && at < LONGEST_PATH; at = name.indexOf('/', at + 1))
    if (links.has(name.slice(0, at))) return true;
  return false;
}

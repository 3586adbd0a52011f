import { UsageError } from '../../support/errors.js';
import type { ServerAccess } from './access.js';

/**
 * A caller's path as one relative to the root, links resolved. Throws UsageError for what lies outside, whichever way it is
 * written, and for what does not exist; the message never says which of the two outside the root.
 */
export function confine({ root, files }: ServerAccess, path: string): string {
  const realRoot = files.realPath(root) ?? root;
  if (path.includes('\0')) throw outside(path);
  const plain = path.replaceAll('\\', '/');
  const asked = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain) ? plain : `${realRoot}/${plain}`;
  if (!isWithin(flat(asked), realRoot) && !isWithin(flat(asked), root)) throw outside(path);
  const real = files.realPath(asked);
  if (real === undefined) throw new UsageError({ where: path.slice(0, 120), message: 'no such file or folder' });
  if (!isWithin(real, realRoot)) throw outside(path);
  return real === realRoot ? '.' : real.slice(realRoot === '/' ? 1 : realRoot.length + 1);
}

/** Without `.`, `..` and empty parts, before anything is looked up. */
function flat(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
}

function outside(path: string): UsageError {
  return new UsageError({
    where: path.slice(0, 120),
    message: "outside this server's folder",
    hint: 'start the server with --root to allow another',
  });
}

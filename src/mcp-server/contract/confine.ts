import { UsageError } from '../../support/errors.js';
import type { ServerAccess } from './access.js';

/**
 * A caller's path, relative to the root, with links resolved. Throws UsageError for a path outside the root, however it is
 * written, and for one that does not exist. Outside the root the message does not say which of the two it is.
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

/** Removes `.`, `..` and empty parts, before any file is looked up. */
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

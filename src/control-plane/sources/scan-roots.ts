import { absolutePath } from '../../scan/plan.js';
import { UsageError } from '../../support/errors.js';
import { isWithin } from '../../system/confined-files.js';
import type { Files } from '../../system/files.js';

/** The path of a `file:///…` URL. */
export function pathOfFileUrl(url: string): string | undefined {
  if (!url.startsWith('file://')) return undefined;
  try {
    return decodeURIComponent(url.slice('file://'.length));
  } catch {
    return '';
  }
}

/**
 * Returns the path if it is absolute and, with all links resolved, within one of the roots; for a path that does not
 * exist yet, its nearest existing folder counts. All errors have the same message, so that a caller cannot find out
 * what exists elsewhere.
 */
export function withinRoots(path: string, roots: readonly string[], files: Files): string {
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
  const clean = absolutePath('/', path);
  const real = roots.flatMap((root) => files.realPath(root) ?? []);
  const resolved = isAbsolute && !path.includes('\0') ? nearestReal(clean, files) : undefined;
  if (resolved === undefined || !isWithin(resolved, real)) {
    throw new UsageError({ message: 'a path must be absolute and lie within the folders this server may scan' });
  }
  return clean;
}

/** Real path of the path or of its nearest existing ancestor. */
function nearestReal(path: string, files: Files): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const real = files.realPath(at);
    if (real !== undefined) return real;
    // A dangling link may point anywhere later.
    if (files.info(at)?.kind === 'link') return undefined;
  }
  return files.realPath('/');
}

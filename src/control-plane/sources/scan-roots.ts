import { absolutePath } from '../../scan/plan.js';
import { UsageError } from '../../support/errors.js';
import { isWithin } from '../../system/confined-files.js';
import type { Files } from '../../system/files.js';

/** `file:///…` as the path it names. */
export function pathOfFileUrl(url: string): string | undefined {
  if (!url.startsWith('file://')) return undefined;
  try {
    return decodeURIComponent(url.slice('file://'.length));
  } catch {
    return '';
  }
}

/**
 * The path, if it is absolute and lies within one of the roots with all links resolved; what is not there yet is judged by its
 * nearest folder that is. One message for all reasons, so that nobody can ask what exists elsewhere.
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

/** Real path of the path or of its nearest ancestor that exists. */
function nearestReal(path: string, files: Files): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const real = files.realPath(at);
    if (real !== undefined) return real;
    // A link that leads nowhere now may lead anywhere later.
    if (files.info(at)?.kind === 'link') return undefined;
  }
  return files.realPath('/');
}

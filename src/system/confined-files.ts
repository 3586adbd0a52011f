import { sep } from 'node:path';
import { InputError } from '../support/errors.js';
import type { Files, FsPath } from './files.js';

/**
 * `FileDoor` limited to some folders: with links resolved, a path outside of them cannot be read, however it is written. For projects
 * whose owner is not the owner of the machine.
 */
export function confinedFiles(files: Files, roots: readonly string[]): Files {
  const real = roots.flatMap((root) => files.realPath(root) ?? []);
  const allowed = (path: FsPath) => {
    // A name that is no UTF-8 cannot be resolved as text. Its folder has been resolved already.
    if (typeof path !== 'string') return files.info(path)?.kind !== 'link';
    const resolved = files.realPath(path);
    // Asking for a missing file is allowed; the answer is that there is none.
    return resolved === undefined || isWithin(resolved, real);
  };
  const guard = <T>(path: FsPath, use: () => T): T => {
    if (!allowed(path))
      throw new InputError({ where: path.toString(), issue: 'unreadable', message: 'leads outside the folders that may be read' });
    return use();
  };
  return {
    info: (path, follow) => (follow && !allowed(path) ? undefined : files.info(path, follow)),
    read: (path, maxBytes) => guard(path, () => files.read(path, maxBytes)),
    head: (path, count) => guard(path, () => files.head(path, count)),
    open: (path) => guard(path, () => files.open(path)),
    list: (path) => guard(path, () => files.list(path)),
    realPath(path) {
      const resolved = files.realPath(path);
      return resolved !== undefined && isWithin(resolved, real) ? resolved : undefined;
    },
  };
}

/** True for a resolved path at or below one of the resolved folders. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

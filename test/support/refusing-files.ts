import { InputError } from '../../src/support/errors.js';
import { diskFiles, type Files, type FsPath } from '../../src/system/files.js';

/** The disk, but for what lies at or below matching paths, which may not be looked at: tests may run as a user who may everything. */
export function refusing(pattern: RegExp): Files {
  const allowed = (path: FsPath) => {
    if (pattern.test(String(path))) throw new InputError({ where: String(path), issue: 'unreadable', message: 'permission denied' });
    return path;
  };
  return {
    info: (path, follow) => diskFiles.info(allowed(path), follow),
    read: (path, maxBytes) => diskFiles.read(allowed(path), maxBytes),
    head: (path, count) => diskFiles.head(allowed(path), count),
    open: (path) => diskFiles.open(allowed(path)),
    list: (path) => diskFiles.list(allowed(path)),
    realPath: (path) => (pattern.test(path) ? undefined : diskFiles.realPath(path)),
  };
}

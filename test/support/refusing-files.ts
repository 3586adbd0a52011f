import { InputError } from '../../src/support/errors.js';
import { diskFiles, type Files, type FsPath } from '../../src/system/files.js';

/** The disk, but for what lies at or below matching paths, which may not be looked at: tests may run as a user who may everything. */
export function refusing(pattern: RegExp): Files {
  return throwing(pattern, (where) => new InputError({ where, issue: 'unreadable', message: 'permission denied' }));
}

/** The disk, but for matching paths, whose readers end with an error that nobody foresaw. */
export function faulty(pattern: RegExp, error: Error): Files {
  return { ...diskFiles, ...only(throwing(pattern, () => error)) };
}

/** Reads alone: such files are found like all others. */
function only({ read, open }: Files): Pick<Files, 'read' | 'open'> {
  return { read, open };
}

function throwing(pattern: RegExp, errorAt: (path: string) => Error): Files {
  const allowed = (path: FsPath) => {
    if (pattern.test(String(path))) throw errorAt(String(path));
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

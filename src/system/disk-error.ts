import { OperationalError } from '../support/errors.js';

/** What the codes of Node's file functions mean, in words that end a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'larger than the file system allows',
  EBUSY: 'in use by another program',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'something else is there',
  EISDIR: 'is a folder',
  ELOOP: 'symbolic links in a loop',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many open files',
  EIO: 'input/output error',
  EBADF: 'no such open file',
  ENXIO: 'nobody takes it there',
};

/** An error of the disk in one line: the action that failed, and the reason in words. */
export function diskError(path: string, what: string, cause: unknown): OperationalError {
  return new OperationalError({ where: path, message: `${what}: ${diskReason(cause) ?? (codeOf(cause) || String(cause))}`, cause });
}

/** Why the disk refused; undefined where its code has no words. */
export function diskReason(cause: unknown): string | undefined {
  return REASONS[codeOf(cause)];
}

/** Node's error code, empty when there is none. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** True when there is no such file, also when its folder is no folder. */
export function isAbsent(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(cause));
}

import { InputError } from '../support/errors.js';
import type { Files, FsPath } from './files.js';

/** A folder that is read in another's place; absolute paths with `/`. */
export interface Move {
  /** As it is asked for. */
  from: string;
  /** Where it lies. */
  to: string;
}

/** Files that lie elsewhere than they are asked for: what is below `from` is read below `to`. Nothing else is there. */
export function movedFiles(files: Files, moves: readonly Move[]): Files {
  const real = moves.map(({ from, to }) => ({ from, to: files.realPath(to) ?? to }));
  const found = (path: FsPath): FsPath => {
    const moved = movePath(path, real);
    if (moved === undefined) throw new InputError({ where: path.toString(), issue: 'unreadable', message: 'no such file' });
    return moved;
  };
  return {
    info(path, follow) {
      const moved = movePath(path, real);
      return moved === undefined ? undefined : files.info(moved, follow);
    },
    read: (path, maxBytes) => files.read(found(path), maxBytes),
    head: (path, count) => files.head(found(path), count),
    open: (path) => files.open(found(path)),
    list: (path) => files.list(found(path)),
    realPath(path) {
      const moved = movePath(path, real);
      const resolved = moved === undefined ? undefined : files.realPath(moved.toString());
      const back = real.map(({ from, to }) => ({ from: to, to: from }));
      return resolved === undefined ? undefined : movePath(resolved, back)?.toString();
    },
  };
}

/** Undefined for a path that none of the folders holds. */
function movePath(path: FsPath, moves: readonly Move[]): FsPath | undefined {
  // Latin-1 keeps every byte of a name that is no UTF-8.
  const encoding = typeof path === 'string' ? 'utf8' : 'latin1';
  const text = path.toString(encoding);
  const move = moves.find(({ from }) => {
    const start = Buffer.from(from).toString(encoding);
    return text === start || text.startsWith(start.endsWith('/') ? start : `${start}/`);
  });
  if (move === undefined) return undefined;
  if (typeof path === 'string') return move.to + path.slice(move.from.length);
  return Buffer.concat([Buffer.from(move.to), path.subarray(Buffer.byteLength(move.from))]);
}

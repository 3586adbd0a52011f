import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { HOUR_MS } from '../support/durations.js';
import { OperationalError } from '../support/errors.js';
import { codeOf, diskError } from './disk-error.js';
import { discard, stampOf } from './stored-file.js';

/** How long a lock of another host is respected: the host may be a container that is gone. */
const FOREIGN_LOCK_MS = HOUR_MS;

/**
 * Takes a lock that does not outlast a crash: the file names process and host, and a lock of a dead process of this host is
 * taken over. Returns a function that releases the lock. Throws OperationalError when somebody else holds it.
 */
export function takeLock(path: string): () => void {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (create(path)) return () => discard(path);
    const holder = readHolder(path);
    if (holder !== undefined && isHeld(path, holder)) {
      throw new OperationalError({
        where: path,
        message: `another update is running (process ${holder.pid} on ${holder.host})`,
        hint: `if it is not: remove ${path}`,
      });
    }
    discard(path);
  }
  throw new OperationalError({ where: path, message: 'the lock cannot be taken' });
}

function create(path: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o644);
    writeSync(fd, JSON.stringify({ pid: process.pid, host: hostname() }));
    closeSync(fd);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw diskError(path, 'the lock cannot be taken', cause);
  }
}

/** Undefined when the file is gone or holds something else, as after a crash while it was written. */
function readHolder(path: string): { pid: number; host: string } | undefined {
  try {
    const { pid, host }: { pid?: unknown; host?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

/** We cannot see whether a process of another host lives, so the age of its lock decides. */
function isHeld(path: string, holder: { pid: number; host: string }): boolean {
  if (holder.host !== hostname()) return ageMs(path) < FOREIGN_LOCK_MS;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === 'EPERM';
  }
}

function ageMs(path: string): number {
  const stamp = stampOf(path);
  return stamp ? Date.now() - stamp.modifiedMs : Number.POSITIVE_INFINITY;
}

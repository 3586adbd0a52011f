import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

/** A file that says that this process has something to itself, for as long as it lives. */
export interface ProcessMark {
  release(): void;
}

/**
 * Flags of systems that lock a file while it is open: the lock ends with whoever has it, however that ends. `O_EXLOCK` of macOS (fcntl.h), and
 * what libuv takes for opening without sharing on Windows (`UV_FS_O_EXLOCK`).
 */
const LOCKS: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20 | constants.O_NONBLOCK, win32: 0x10000000 };

/** What no process has written into its mark by then never will be. */
const UNFINISHED_MS = 10_000;
/** A mark may be released, or change hands, between two looks. */
const TRIES = 3;

/** Makes a mark; undefined where another process that lives has made it. The mark of a process that is no more counts for nothing. */
export function claimMark(path: string): ProcessMark | undefined {
  const lock = LOCKS[process.platform];
  if (lock !== undefined) return locked(path, lock);
  for (let tries = 0; tries < TRIES; tries++) {
    if (written(path)) return { release: () => rmSync(path, { force: true }) };
    const owner = textOf(path);
    if (owner === undefined) continue;
    if (isAlive(owner) || (owner === '' && isYoung(path))) return undefined;
    if (takenOver(path, owner)) return { release: () => rmSync(path, { force: true }) };
  }
  return undefined;
}

function locked(path: string, lock: number): ProcessMark | undefined {
  try {
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | lock, 0o600);
    const release = () => {
      // Where an open file cannot be removed, it is removed once it is closed; somebody else may have it by then.
      remove(path);
      closeSync(fd);
      if (process.platform === 'win32') remove(path);
    };
    // Whoever had it may have removed it just before.
    if (fstatSync(fd).ino === statSync(path, { throwIfNoEntry: false })?.ino) return { release };
    closeSync(fd);
  } catch {
    // Another process has it.
  }
  return undefined;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays, and means nothing.
  }
}

/** False where there is such a file, or none can be made. */
function written(path: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600);
    writeSync(fd, [process.pid, lifeOf(process.pid)].join(' ').trim());
    closeSync(fd);
    return true;
  } catch {
    return false;
  }
}

/** Puts our mark in the place of one that says `owner`. Of several processes that try, one does: the others find its turn taken, or the mark changed. */
function takenOver(path: string, owner: string): boolean {
  const turn = `${path}.${owner.replace(/[^0-9]+/g, '-').slice(0, 60)}`;
  if (!written(turn)) {
    if (!isYoung(turn)) remove(turn);
    return false;
  }
  if (textOf(path) === owner) {
    renameSync(turn, path);
    return true;
  }
  remove(turn);
  return false;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isYoung(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Math.abs(Date.now() - made) < UNFINISHED_MS;
}

function isAlive(owner: string): boolean {
  const [number, life] = owner.split(' ');
  const pid = Number(number);
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = lifeOf(pid);
  return now !== ENDED && (life === undefined || now === undefined || life === now);
}

const ENDED = 'ended';

/**
 * What tells one process from another that has its number later: when it was started, in ticks since the machine was (proc(5), field 22).
 * `ENDED` for one that has ended and that its parent has not collected; undefined where the system does not say.
 */
function lifeOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : fields[19];
}

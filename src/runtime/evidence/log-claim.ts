import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** A log that this process alone writes, for as long as it lives. */
export interface LogClaim {
  path: string;
  release(): void;
}

/** Relays that may write beside each other, each a log of its own. */
const MAX_BESIDE = 64;

/** Claims `path`, or `name-2.jsonl` and so on while others live that write those. Undefined where all are taken, or none can be made. */
export function claimLog(path: string): LogClaim | undefined {
  for (let number = 1; number <= MAX_BESIDE; number++) {
    const candidate = number === 1 ? path : beside(path, number);
    const mark = claimMark(`${candidate}.writer`);
    if (mark) return { path: candidate, ...mark };
  }
  return undefined;
}

function beside(path: string, number: number): string {
  return path.endsWith('.jsonl') ? path.replace(/\.jsonl$/, `-${number}.jsonl`) : `${path}-${number}`;
}

/** A file that says that this process has something to itself. */
export interface Mark {
  release(): void;
}

/** Makes a mark; undefined where another process that lives has made it. The mark of a process that is no more counts for nothing. */
export function claimMark(path: string): Mark | undefined {
  const release = () => rmSync(path, { force: true });
  if (marked(path)) return { release };
  if (isAlive(path)) return undefined;
  release();
  return marked(path) ? { release } : undefined;
}

function marked(mark: string): boolean {
  try {
    const fd = openSync(mark, 'wx', 0o600);
    writeSync(fd, [process.pid, startOf(process.pid)].join(' ').trim());
    closeSync(fd);
    return true;
  } catch {
    return false;
  }
}

/** Where the system tells when a process was started, another process that has its number by now is not taken for it. */
function isAlive(mark: string): boolean {
  try {
    const [number, start] = readFileSync(mark, 'utf8').split(' ');
    const pid = Number(number);
    if (!Number.isSafeInteger(pid) || pid < 1) return false;
    process.kill(pid, 0);
    return start === undefined || start === startOf(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process was started, in ticks since the machine was (proc(5), field 22); undefined where the system does not say. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

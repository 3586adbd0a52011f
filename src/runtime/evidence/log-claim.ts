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
    const mark = `${candidate}.writer`;
    if (claimed(mark)) return { path: candidate, release: () => rmSync(mark, { force: true }) };
  }
  return undefined;
}

function beside(path: string, number: number): string {
  return path.endsWith('.jsonl') ? path.replace(/\.jsonl$/, `-${number}.jsonl`) : `${path}-${number}`;
}

/** The mark of a process that is no more counts for nothing. */
function claimed(mark: string): boolean {
  if (marked(mark)) return true;
  if (isAlive(mark)) return false;
  rmSync(mark, { force: true });
  return marked(mark);
}

function marked(mark: string): boolean {
  try {
    const fd = openSync(mark, 'wx', 0o600);
    writeSync(fd, String(process.pid));
    closeSync(fd);
    return true;
  } catch {
    return false;
  }
}

function isAlive(mark: string): boolean {
  try {
    const pid = Number(readFileSync(mark, 'utf8'));
    if (!Number.isSafeInteger(pid) || pid < 1) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

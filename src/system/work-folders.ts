import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of this process's own below `root`, which a dead process's successors clear away. */
export interface WorkFolders {
  /** Makes a new, empty one that only this user may enter; gives its path. */
  make(name: string): string;
  remove(path: string): void;
  /** Removes what dead processes of this machine have left. */
  sweep(): void;
}

/**
 * Folders `<process>/<name>`. In a container the next process has the number of the last one, so that a number alone says nothing of who
 * lives.
 */
export function workFolders(root: string): WorkFolders {
  const own = join(root, `${process.pid}-${beginOf(process.pid)}`);
  const drop = (path: string) => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // Something may still be open in it; the next sweep takes it.
    }
  };
  return {
    make(name) {
      const path = join(own, name);
      drop(path);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return path;
    },
    remove: drop,
    sweep() {
      for (const name of namesIn(root)) if (isLeft(name)) drop(join(root, name));
    },
  };
}

/** True for the folder of a process that is gone, also where another has its number by now. */
function isLeft(name: string): boolean {
  const [, pid, begin] = /^(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  if (pid === undefined) return false;
  return !lives(Number(pid)) || begin !== beginOf(Number(pid));
}

/** When a process began, in the system's own count (proc(5), field 22 of `stat`); 0 where it does not tell. */
function beginOf(pid: number): string {
  try {
    // The name, which comes second, may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(/\s+/);
    return fields[19] ?? '0';
  } catch {
    return '0';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './make-folder.js';

/** Folders of this process below `root`. When a process dies, a later one removes its folders. */
export interface WorkFolders {
  /** Makes a new, empty folder that only this user may enter; returns its path. Throws OperationalError. */
  make(name: string): string;
  remove(path: string): void;
  /** Removes the folders of dead processes of this machine. */
  sweep(): void;
}

/**
 * Folders `<process>/<name>`. In a container the next process has the number of the last one, so the process id alone does not
 * tell whether the owner lives.
 */
export function workFolders(root: string): WorkFolders {
  const own = join(root, `${process.pid}-${beginOf(process.pid)}`);
  const drop = (path: string) => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // A file in it may still be open; the next sweep removes the folder.
    }
  };
  return {
    make(name) {
      const path = join(own, name);
      drop(path);
      makePrivateFolder(path);
      return path;
    },
    remove: drop,
    sweep() {
      for (const name of namesIn(root)) if (isLeft(name)) drop(join(root, name));
    },
  };
}

/** True for the folder of a process that is gone, even if another process has its id by now. */
function isLeft(name: string): boolean {
  const [, pid, begin] = /^(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  if (pid === undefined) return false;
  return !lives(Number(pid)) || begin !== beginOf(Number(pid));
}

/** The start time of a process in clock ticks of the system (proc(5), field 22 of `stat`); 0 if unknown. */
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

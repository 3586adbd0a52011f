import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of this process's own below `root`, which a dead process's successors clear away. */
export interface WorkFolders {
  /** Makes a new, empty one that only this user may enter; gives its path. */
  make(name: string): string;
  remove(path: string): void;
  /** Removes what dead processes of this machine have left. */
  sweep(): void;
}

/** Folders `<pid>/<name>`. */
export function workFolders(root: string): WorkFolders {
  const own = join(root, String(process.pid));
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
      for (const name of namesIn(root)) if (/^\d+$/.test(name) && !lives(Number(name))) drop(join(root, name));
    },
  };
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

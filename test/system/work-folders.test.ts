import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { workFolders } from '../../src/system/work-folders.js';
import { spawnSync } from '../support/programs.js';
import { temporaryFolder } from '../support/spawn-cli.js';

describe('work folders', () => {
  const temporary = temporaryFolder();
  afterAll(() => temporary.dispose());

  it('of processes that are gone are swept, also of one whose number another has by now; those in use stay', () => {
    const root = temporary.path;
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const left = [`${dead}-1`, `${dead}`, ...(existsSync('/proc/self/stat') ? [`${process.pid}-1`, `${process.pid}`] : [])];
    for (const name of left) {
      mkdirSync(join(root, name, 'job_1-1'), { recursive: true });
      writeFileSync(join(root, name, 'job_1-1', 'tree'), 'x');
    }
    mkdirSync(join(root, 'something else'));
    const folders = workFolders(root);
    const own = folders.make('job_2-1');
    folders.sweep();
    expect(readdirSync(root).sort()).toEqual([own.split('/').at(-2), 'something else'].sort());
    expect(existsSync(own)).toBe(true);
  });
});

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseGitignore } from '../../src/collect/gitignore.js';
import { Walk, type WalkedFile } from '../../src/collect/walk.js';
import { diskFiles } from '../../src/system/files.js';
import { refusing } from '../support/refusing-files.js';
import { temporaryFolder } from '../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => {
  folder.dispose();
});

function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), path.endsWith('.gitignore') ? 'ignored/\n*.bak.lock\n!kept.bak.lock\n' : 'x');
  }
}

function walk(excluded: (path: string) => boolean = () => false): { found: WalkedFile[]; run: Walk } {
  const run = new Walk(diskFiles, folder.path, { excluded, wanted: (path) => path.endsWith('.lock'), parseGitignore });
  return { found: [...run.run()], run };
}

const paths = (files: readonly WalkedFile[]) => files.filter((file) => !file.skipped).map((file) => file.path);

describe('the walk', () => {
  it('finds wanted files depth first, in the order of their names', () => {
    put('b/z.lock', 'b/a/y.lock', 'a.lock', 'c.lock', 'notes.txt');
    expect(paths(walk().found)).toEqual(['a.lock', 'c.lock', 'b/z.lock', 'b/a/y.lock']);
  });

  it('leaves dependency folders out and counts them', () => {
    put('a.lock', 'node_modules/x/b.lock', 'vendor/c.lock', 'go.mod', 'sub/vendor/d.lock', 'venv/pyvenv.cfg', 'venv/e.lock', 'env/f.lock');
    const { found, run } = walk();
    expect(paths(found)).toEqual(['a.lock', 'env/f.lock', 'sub/vendor/d.lock']);
    expect(run.tally.dependencyFolders).toBe(3);
  });

  it('scans submodules but not linked worktrees', () => {
    put('a.lock', 'module/b.lock', 'tree/c.lock');
    writeFileSync(join(folder.path, 'module/.git'), 'gitdir: ../.git/modules/module\n');
    writeFileSync(join(folder.path, 'tree/.git'), 'gitdir: /elsewhere/.git/worktrees/tree\n');
    const { found, run } = walk();
    expect(paths(found)).toEqual(['a.lock', 'module/b.lock']);
    expect(run.tally.worktrees).toBe(1);
  });

  it('takes the letters of .gitignore as they are written', () => {
    put('.gitignore', 'IGNORED/a.lock', 'x.BAK.lock', 'y.bak.lock');
    expect(paths(walk().found)).toEqual(['x.BAK.lock', 'IGNORED/a.lock']);
  });

  it('honours .gitignore at every level, and names the wanted files it passes by', () => {
    put('.gitignore', 'a.lock', 'x.bak.lock', 'kept.bak.lock', 'ignored/b.lock', 'sub/.gitignore', 'sub/ignored/c.lock', 'sub/y.bak.lock');
    const { found, run } = walk();
    expect(paths(found)).toEqual(['a.lock', 'kept.bak.lock']);
    expect(found.filter((file) => file.skipped === 'ignored').map((file) => file.path)).toEqual(['x.bak.lock', 'sub/y.bak.lock']);
    expect(run.tally.ignored).toBe(4);
  });

  it('leaves out what the user excludes, folders whole', () => {
    put('a.lock', 'docs/b.lock', 'docs/deep/c.lock');
    const { found, run } = walk((path) => path === 'docs/');
    expect(paths(found)).toEqual(['a.lock']);
    expect(run.tally.excluded).toBe(1);
  });

  it('ends on links in loops and names links that lead out or nowhere', () => {
    put('a.lock', 'sub/b.lock');
    symlinkSync('..', join(folder.path, 'sub/loop'));
    symlinkSync('a.lock', join(folder.path, 'again.lock'));
    symlinkSync('/etc/hostname', join(folder.path, 'out.lock'));
    symlinkSync('gone', join(folder.path, 'broken.lock'));
    const { found, run } = walk();
    expect(paths(found)).toEqual(['a.lock', 'sub/b.lock']);
    expect(run.tally.problems.map(({ path, kind }) => [path, kind])).toEqual([
      ['broken.lock', 'unreadable'],
      ['out.lock', 'symlink_outside'],
    ]);
  });

  it('names a folder that may not be entered, and goes on', () => {
    put('a.lock', 'locked/b.lock', 'venv/c.lock', 'z/d.lock');
    const run = new Walk(refusing(/locked|venv/), folder.path, {
      excluded: () => false,
      wanted: (path) => path.endsWith('.lock'),
      parseGitignore,
    });
    expect(paths([...run.run()])).toEqual(['a.lock', 'z/d.lock']);
    expect(run.tally.problems.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'locked: permission denied',
      'venv: permission denied',
    ]);
  });

  it('reads files below folders whose names are no UTF-8', () => {
    const name = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.from([0xe9])]);
    mkdirSync(name);
    writeFileSync(Buffer.concat([name, Buffer.from('/x.lock')]), 'content');
    const [file] = walk().found;
    expect(file?.path).toBe('caf\\xe9/x.lock');
    expect(Buffer.from(diskFiles.read(file?.absolute ?? '', 100)).toString()).toBe('content');
  });

  it.skipIf(process.getuid?.() === 0)('names folders it may not open', () => {
    put('a.lock', 'closed/b.lock');
    chmodSync(join(folder.path, 'closed'), 0);
    const { run } = walk();
    chmodSync(join(folder.path, 'closed'), 0o700);
    expect(run.tally.problems).toMatchObject([{ path: 'closed', kind: 'unreadable', reason: 'permission denied' }]);
  });
});

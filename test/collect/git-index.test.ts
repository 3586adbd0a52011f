import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readIndex, trackedFiles } from '../../src/collect/git-index.js';
import { parseGitignore } from '../../src/collect/gitignore.js';
import { Walk } from '../../src/collect/walk.js';
import { diskFiles } from '../../src/system/files.js';
import { execFileSync } from '../support/programs.js';
import { temporaryFolder } from '../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

/** Runs git with no configuration but its own defaults. */
function git(...args: string[]): string {
  const env = { HOME: folder.path, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-C', folder.path, '-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
    env,
    encoding: 'utf8',
  });
}

function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), path);
  }
}

const FILES = ['a.lock', 'dir/b.lock', 'dir/deep/c.lock', 'dir.lock', 'ümlaut/ß.lock', 'z'.repeat(200)];

describe('the index of a repository', () => {
  it.each([
    ['2', []],
    ['3', ['dir/b.lock']],
    ['4', []],
  ])('of version %s lists what git ls-files lists', (version, later) => {
    put(...FILES);
    git('init', '-q');
    git('add', '--', ...FILES.filter((file) => !later.includes(file)));
    if (later.length > 0) git('add', '--intent-to-add', '--', ...later);
    else git('update-index', '--index-version', version);
    const tracked = trackedFiles(diskFiles, join(folder.path, '.git'));
    const listed = git('ls-files', '-z').split('\0').filter(Boolean);
    expect(listed).toHaveLength(FILES.length);
    expect(listed.filter((path) => !tracked?.has(path))).toEqual([]);
    expect([tracked?.has('dir'), tracked?.holds('dir/deep'), tracked?.holds('dir/b.lock')]).toEqual([false, true, false]);
  });

  it('with SHA-256 ids is read alike', () => {
    put(...FILES);
    git('init', '-q', '--object-format=sha256');
    git('add', '.');
    expect(FILES.filter((file) => !trackedFiles(diskFiles, join(folder.path, '.git'))?.has(file))).toEqual([]);
  });

  it('is not guessed at when damaged, and never breaks', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => readIndex(Buffer.concat([Buffer.from('DIRC'), tail])) !== null));
    expect(readIndex(Buffer.from('not an index'))).toBeUndefined();
  });
});

describe('a walk through a repository', () => {
  const run = () => {
    const walk = new Walk(diskFiles, folder.path, { excluded: () => false, wanted: (path) => path.endsWith('.lock'), parseGitignore });
    const found = [...walk.run()];
    return { read: found.filter(({ skipped }) => !skipped).map(({ path }) => path), left: walk.tally.ignoredPaths };
  };

  beforeEach(() => {
    put('a.lock', 'kept.lock', 'out/kept.lock', 'out/left.lock', 'gone/left.lock');
    writeFileSync(join(folder.path, '.gitignore'), '*.lock\nout/\ngone/\n');
    git('init', '-q');
    git('add', '--force', 'kept.lock', 'out/kept.lock');
  });

  it('reads committed files that .gitignore names, and names what it leaves out', () => {
    expect(run()).toEqual({ read: ['kept.lock', 'out/kept.lock'], left: ['a.lock', 'gone/', 'out/left.lock'] });
  });

  it('leaves nothing out where the index cannot be read', () => {
    truncateSync(join(folder.path, '.git/index'), 40);
    expect(run()).toEqual({ read: ['a.lock', 'kept.lock', 'gone/left.lock', 'out/kept.lock', 'out/left.lock'], left: [] });
  });

  it('asks a submodule for its own', () => {
    put('.git/modules/sub/HEAD', 'sub/a.lock', 'sub/b.lock');
    writeFileSync(join(folder.path, 'sub/.git'), 'gitdir: ../.git/modules/sub\n');
    expect(run().left).toContain('sub/a.lock');
    writeFileSync(join(folder.path, 'sub/.git'), 'gitdir: /elsewhere/sub\n');
    expect(run().left).toContain('sub/a.lock');
  });
});

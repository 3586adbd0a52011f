import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locate } from '../../src/control-plane/jobs/worker/locate.js';
import { diskFiles } from '../../src/system/files.js';
import { execFileSync } from '../support/programs.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const temporary = temporaryFolder();
const at = (...parts: string[]) => join(temporary.path, ...parts);
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: at(folder) });

let next = 0;
const clone = (repository: string, more: { history?: true } = {}) => {
  const folder = at(`work-${next++}`);
  mkdirSync(folder);
  const settings = { folder, scanRoots: [at('root')], advisoryDatabase: '', offline: true, outboundAllow: [], version: '0' };
  const scope = { url: `file://${at(repository)}`, ...more };
  return locate({ kind: 'scan.repo', scope }, { settings, files: diskFiles, signal: new AbortController().signal });
};

describe('a repository of this machine', () => {
  beforeAll(() => {
    mkdirSync(at('root', 'good'), { recursive: true });
    writeFileSync(at('root', 'good', 'a.txt'), 'a');
    git('root/good', 'init', '-q', '-b', 'main', '.');
    git('root/good', 'add', '.');
    git('root/good', 'commit', '-qm', 'a');
    cpSync(at('root', 'good'), at('private'), { recursive: true });
    for (const name of ['pointer', 'link', 'borrowed']) mkdirSync(at('root', name));
    writeFileSync(at('root', 'pointer', '.git'), `gitdir: ${at('private', '.git')}\n`);
    symlinkSync(at('private', '.git'), at('root', 'link', '.git'));
    cpSync(at('root', 'good'), at('root', 'borrowed'), { recursive: true });
    writeFileSync(at('root', 'borrowed', '.git', 'objects', 'info', 'alternates'), `${at('private', '.git', 'objects')}\n`);
    cpSync(at('root', 'good'), at('root', 'objects-out'), { recursive: true });
    renameSync(at('root', 'objects-out', '.git', 'objects'), at('objects'));
    symlinkSync(at('objects'), at('root', 'objects-out', '.git', 'objects'));
  });
  afterAll(() => temporary.dispose());

  it('is cloned from below a scan root, and says which commit', async () => {
    const found = await clone('root/good');
    expect(found).toMatchObject({ shownAs: `file://${at('root/good')}`, commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(found.readable).toEqual([found.cwd]);
  });

  it('is cloned with its history where that is to be searched', async () => {
    writeFileSync(at('root', 'good', 'a.txt'), 'b');
    git('root/good', 'commit', '-qam', 'b');
    const commits = (folder: string) => git(folder, 'rev-list', '--count', 'HEAD').toString().trim();
    const [plain, whole] = [await clone('root/good'), await clone('root/good', { history: true })];
    expect([plain.history, whole.history]).toEqual([undefined, true]);
    expect([plain, whole].map(({ cwd }) => commits(relative(temporary.path, cwd)))).toEqual(['1', '2']);
  });

  it.each(['private', 'root/../private', 'root/pointer', 'root/link', 'root/borrowed', 'root/objects-out'])(
    'is refused as %s',
    async (name) => {
      await expect(clone(name)).rejects.toThrow(/within the folders|kept elsewhere/);
    },
  );
});

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canMount, castellanIn } from '../support/mounted-home.js';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

const NOWHERE = { SERVICE_OSV_API_URL: 'http://127.0.0.1:9' };
/** A server that lives longer than it takes to see that its log cannot be kept. */
const SERVER = [process.execPath, '-e', 'setTimeout(() => {}, 30_000)'];
const FEEDS = join(projectRoot, 'fixtures/feeds');

/** Homes where nothing can be kept, not even by a user who may write to every folder, and what is said of them. */
const HOMES = {
  'below a file': { at: (folder: string) => join(folder, 'file', 'home'), reason: 'file is a file' },
  'a loop of links': { at: (folder: string) => join(folder, 'loop'), reason: 'symbolic links in a loop' },
  ...(process.platform === 'linux' && { 'below /proc': { at: () => '/proc/none/home', reason: '/proc takes no new folders' } }),
};

function made(): string {
  const cwd = projectFolder({ 'project/package-lock.json': npmLock('lodash@4.17.20'), file: '' });
  symlinkSync('loop', join(cwd, 'loop'));
  return cwd;
}

describe.each(Object.entries(HOMES))('a home where nothing can be kept: %s', (_name, { at, reason }) => {
  const run = (folder: string, ...args: string[]) =>
    castellan(args, { cwd: join(folder, 'project'), env: { HOME: at(folder), ...NOWHERE, SERVICE_OSV_URL: 'http://127.0.0.1:9' } });

  it.each([
    ['scan offline', ['scan', '.', '--offline', '-q'], 1, /^gate: incomplete — .*run `castellan db update`$/],
    ['scan online', ['scan', '.', '-q'], 1, /^gate: incomplete — .*connection refused \(2 tries\)/],
    ['check', ['check', 'lodash@4.17.20', '-e', 'npm', '--offline', '-q'], 2, /run `castellan db update`$/],
    ['sbom', ['sbom', '.', '-o', '-', '-q'], 0, /^written — 1 component$/],
    ['licenses', ['licenses', '.', '-q'], 0, /^listed — \d+ components?, \d+ without a licence; no policy judges them/],
  ])('reads what is to be read: %s', async (_command, args, code, last) => {
    const result = await run(made(), ...args);
    expect({ code: result.code, last: result.last }).toEqual({ code, last: expect.stringMatching(last) });
    expect(result.stderr).not.toContain('inside castellan');
  });

  it.each([
    ['db update', ['db', 'update', '--from', FEEDS]],
    ['db update of the net', ['db', 'update']],
    ['serve', ['serve', '--port', '0']],
    ['proxy', ['proxy', '--', ...SERVER]],
    ['shield', ['shield', '--', ...SERVER]],
  ])('says in one line which folder cannot be made, and why: %s', async (_command, args) => {
    const folder = made();
    const { code, stderr } = await run(folder, ...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: [^\n]+\n$/) });
    expect(stderr).toContain(at(folder));
    expect(stderr).toContain(reason);
  });

  // Of /proc nothing can be known before the folder is made.
  it.skipIf(reason.startsWith('/proc'))('is found by doctor, which says what mends it', async () => {
    const { code, stdout } = await run(made(), 'doctor', '--offline', '--format', 'json');
    const check = JSON.parse(stdout).checks.find(({ id }: { id: string }) => id === 'data-folder');
    expect({ code, check }).toEqual({
      code: 1,
      check: expect.objectContaining({
        state: 'fail',
        text: expect.stringContaining(reason),
        fix: expect.stringContaining('CASTELLAN_HOME='),
      }),
    });
  });
});

describe.skipIf(!canMount())('a home on a file system of its own (skipped where a user may mount none)', () => {
  /** A project, a folder to be the home, one with nothing to be put in it and one to be filled. */
  function prepared() {
    const cwd = made();
    const [folder, empty, filled] = ['home', 'empty', 'filled'].map((name) => join(cwd, name)) as [string, string, string];
    for (const path of [folder, empty, filled]) mkdirSync(path);
    return { cwd: join(cwd, 'project'), folder, empty, filled };
  }

  it('is scanned with when it is read-only, with the database in it', async () => {
    const { cwd, folder, filled } = prepared();
    const database = join(filled, 'advisories.db');
    expect(await castellan(['db', 'update', '--from', FEEDS, '-q', '--db', database])).toMatchObject({ code: 0 });
    const env = { SERVICE_HOME: folder };
    const place = { folder, seed: filled, cwd, env };
    expect(castellanIn('read-only', place, ['scan', '.', '--offline', '-q'])).toMatchObject({
      code: 0,
      last: expect.stringMatching(/^clean — 1 component/),
    });
    expect(castellanIn('read-only', place, ['explain', 'CVE-2021-44228', '-q'])).toMatchObject({ code: 0 });
    expect(castellanIn('read-only', place, ['db', 'status'])).toMatchObject({ code: 0 });
  });

  it.each([
    ['read-only', 'read-only file system'],
    ['full', 'no space left on the disk'],
  ] as const)('is named with the reason by what has to write: %s', (kind, reason) => {
    const { cwd, folder, empty } = prepared();
    const place = { folder, seed: empty, cwd };
    for (const args of [
      ['db', 'update', '--from', FEEDS],
      ['proxy', '--', ...SERVER],
    ]) {
      const { code, stderr } = castellanIn(kind, place, args);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: [^\n]+\n$/) });
      expect(stderr).toContain(folder);
      expect(stderr).toContain(reason);
    }
    expect(castellanIn(kind, place, ['scan', '.', '--offline', '-q']).last).toMatch(/^gate: incomplete — .*run `castellan db update`$/);
  });
});

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { copyTree } from '../support/copy-tree.js';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

const FEEDS = join(projectRoot, 'fixtures/feeds');

/** A data folder, and the program run with it. */
function machine() {
  const home = projectFolder({});
  return { home, run: (...args: string[]) => castellan(args, { cwd: home, env: { SERVICE_HOME: home } }) };
}

describe('castellan db', () => {
  it('prints the path of the database, as SERVICE_HOME and SERVICE_DB set it', async () => {
    const { home, run } = machine();
    expect((await run('db', 'path')).stdout.trim()).toBe(join(home, 'advisories.db'));
    const { stdout } = await castellan(['db', 'path'], { env: { CASTELLAN_DB: '/elsewhere/a.db' } });
    expect(stdout.trim()).toBe('/elsewhere/a.db');
  });

  it('says in status that there is no database, and how to get one', async () => {
    const { code, stderr } = await machine().run('db', 'status');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('db update') });
  });

  it('updates from a folder, from a file:// mirror, and only the ecosystems asked for, and shows them', async () => {
    const { run } = machine();
    expect((await run('db', 'update', '--from', FEEDS, '-e', 'npm,PyPI')).code).toBe(0);
    const { stdout } = await run('db', 'status');
    expect(stdout).toMatch(/npm\s+\d+/);
    expect(stdout).not.toMatch(/^Maven/m);
    expect((await run('db', 'update', '--from', pathToFileURL(FEEDS).href)).code).toBe(0);
    expect((await run('db', 'status')).stdout).toMatch(/^Maven/m);
  });

  it('leaves the old database as it is when a feed is broken, and names the feed', async () => {
    const { home, run } = machine();
    await run('db', 'update', '--from', FEEDS);
    const before = (await run('check', 'npm:minimist@1.2.5', '--offline', '-f', 'json')).stdout;
    const broken = join(home, 'feeds');
    copyTree(FEEDS, broken);
    writeFileSync(join(broken, 'osv/npm/all.zip'), readFileSync(join(FEEDS, 'osv/npm/all.zip')).subarray(0, 900));
    rmSync(join(broken, 'osv/npm/modified_id.csv'));
    const { code, stderr } = await run('db', 'update', '--from', broken);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('npm') });
    expect((await run('check', 'npm:minimist@1.2.5', '--offline', '-f', 'json')).stdout).toBe(before);
  });

  it('carries a database to another machine', async () => {
    const [here, there] = [machine(), machine()];
    await here.run('db', 'update', '--from', FEEDS);
    const file = join(here.home, 'advisories.castellan-db');
    expect((await here.run('db', 'export', file)).code).toBe(0);
    expect((await there.run('db', 'import', file)).code).toBe(0);
    writeFileSync(join(there.home, 'package-lock.json'), npmLock('minimist@1.2.5'));
    expect((await there.run('scan', '--offline', '.')).last).toMatch(/^gate: severity — CVE-2021-44906/);
  });

  it('refuses to import a file that is no database, and keeps the old one', async () => {
    const { home, run } = machine();
    await run('db', 'update', '--from', FEEDS);
    const saved = join(home, 'saved.db');
    copyFileSync(join(home, 'advisories.db'), saved);
    writeFileSync(join(home, 'junk'), 'not a database');
    const { code, stderr } = await run('db', 'import', join(home, 'junk'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('junk') });
    expect(readFileSync(join(home, 'advisories.db')).equals(readFileSync(saved))).toBe(true);
  });

  it('says when there is nothing to update from', async () => {
    const { home, run } = machine();
    const { code, stderr } = await run('db', 'update', '--from', join(home, 'no-feeds'));
    expect({ code, stderr }).toEqual({ code: expect.toSatisfy((it) => it === 1 || it === 2), stderr: expect.stringContaining('no-feeds') });
    expect(existsSync(join(home, 'advisories.db'))).toBe(false);
  });
});

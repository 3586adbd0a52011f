import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutModules } from '../support/programs.js';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan, projectRoot, type RunResult } from '../support/spawn-cli.js';

const FEEDS = join(projectRoot, 'fixtures/feeds');
const SPARE = 'using the SQLite driver @photostructure/sqlite, as better-sqlite3 has no binary here';

/** A machine that lacks these libraries, with a home that stays between its runs. */
function machineWithout(...modules: string[]): (...args: string[]) => Promise<RunResult> {
  const env = { SERVICE_HOME: projectFolder({}), ...withoutModules(...modules) };
  return (...args) => castellan(args, { driverNotice: true, env, cwd: projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') }) });
}

describe('a machine with neither better-sqlite3 nor node:sqlite', () => {
  it('imports, shows and scans by the spare driver, and says so once on stderr', async () => {
    const run = machineWithout('better-sqlite3', 'node:sqlite');
    const updated = await run('db', 'update', '--from', FEEDS);
    expect(updated).toMatchObject({ code: 0, last: expect.stringMatching(/^updated — /) });
    const status = await run('db', 'status');
    expect(status.stdout).toMatch(/SQLite driver @photostructure\/sqlite$/m);
    const scan = await run('scan', '--offline', '--format', 'json');
    expect(scan).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: severity — /) });
    expect(JSON.parse(scan.stdout).verdict.outcome).toBe('blocked');
    for (const { stderr } of [updated, status, scan]) expect(stderr.split('\n').filter((line) => line === SPARE)).toHaveLength(1);
  });

  it('keeps quiet about it where only the verdict is asked for', async () => {
    const run = machineWithout('better-sqlite3', 'node:sqlite');
    await run('db', 'update', '--from', FEEDS);
    expect((await run('scan', '--offline', '--quiet', '--format', 'json')).stderr).toMatch(/^gate: severity — .*\n$/);
  });
});

it('says nothing of drivers where one of the usual two serves', async () => {
  const run = machineWithout();
  const { stderr } = await run('db', 'update', '--from', FEEDS);
  const { stdout } = await run('db', 'status');
  expect(stderr.includes(SPARE)).toBe(stdout.includes('@photostructure/sqlite'));
  expect(stdout).toMatch(/SQLite driver (?:better-sqlite3|node:sqlite|@photostructure\/sqlite)$/m);
});

it('ends with one line and the remedy where there is none at all', async () => {
  const run = machineWithout('better-sqlite3', 'node:sqlite', '@photostructure/sqlite');
  const { code, stderr, stdout } = await run('db', 'update', '--from', FEEDS);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /error: no SQLite here: .*\n {2}use Node 22\.13 or later, or npm install -g --allow-scripts=better-sqlite3 castellan\n$/,
  );
});

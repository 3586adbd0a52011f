import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtExecutable } from '../support/built-executable.js';
import { execa, spawn } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

/** `tsx scripts/release/executable.ts` takes a minute and a Node.js 24, so the file to be tested is named from outside. */
const EXECUTABLE = builtExecutable();
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

describe.skipIf(EXECUTABLE === undefined)('the single-file executable', () => {
  const folder = temporaryFolder();
  const home = folder.path;
  afterAll(folder.dispose);
  const run = (...args: string[]) => execa(EXECUTABLE ?? '', args, { env: { HOME: home, XDG_CACHE_HOME: '' }, cwd: home, reject: false });

  beforeAll(async () => {
    const done = await run('db', 'update', '--from', join(projectRoot, 'fixtures/feeds'));
    expect(done).toMatchObject({ exitCode: 0 });
  }, 120_000);

  it('says its version', async () => {
    expect((await run('--version')).stdout).toBe(version);
  }, 60_000);

  it('shows the demo, and scans without a network', async () => {
    expect(await run('scan', '--demo')).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/BLOCKED/) });
    const scan = await run('scan', join(projectRoot, 'fixtures/sample-app'), '--offline', '--format', 'json');
    expect(JSON.parse(String(scan.stdout)).verdict.outcome).toBe('blocked');
  }, 120_000);

  it('uses the SQLite of its own Node.js', async () => {
    expect((await run('db', 'status')).stdout).toMatch(/SQLite driver node:sqlite$/m);
  }, 60_000);

  it('serves', async () => {
    const child = spawn(EXECUTABLE ?? '', ['serve', '--port', '0'], {
      env: { HOME: home, XDG_CACHE_HOME: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const address = () => /serves (http:\S+)/.exec(out)?.[1];
    await expect.poll(address, { timeout: 100_000 }).toBeDefined();
    expect((await fetch(`${address()}/readyz`)).status).toBe(200);
    expect((await (await fetch(`${address()}/`)).text()).toLowerCase()).toContain('<!doctype html>');
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  }, 150_000);

  it('runs nothing from a folder that others may write to', async () => {
    const programs = join(home, '.cache/castellan/program');
    const [own = ''] = readdirSync(programs);
    writeFileSync(join(programs, own, 'bin/castellan.cjs'), 'process.stdout.write("somebody else\\n")');
    for (const folder of [join(programs, own), programs]) chmodSync(folder, 0o777);
    expect(await run('--version')).toMatchObject({ exitCode: 0, stdout: version });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('castellan-program-'))).toEqual([]);
  }, 60_000);
});

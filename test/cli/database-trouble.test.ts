import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

const LOCK = { 'package-lock.json': npmLock('left-pad@1.3.0') };
const BROKEN = { ...LOCK, 'a.db': 'this is no database, it is text\n'.repeat(99) };

/** An OSV API that knows nothing bad, and the requests it had. */
let asked: string[] = [];
let server: ReturnType<typeof createServer>;
let url = '';
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ results: [{}] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const run = (cwd: string, args: readonly string[], env = {}) =>
  castellan(args, { cwd, env: { SERVICE_DB: join(cwd, 'a.db'), SERVICE_OSV_API_URL: url, ...env } });

describe('a local database that cannot be used', () => {
  it('is named on stderr and in the report before packages are looked up elsewhere', async () => {
    for (const args of [
      ['scan', '.', '-q', '-f', 'json'],
      ['check', 'left-pad@1.3.0', '-e', 'npm', '-f', 'json'],
    ]) {
      const { code, stdout, stderr } = await run(projectFolder(BROKEN), args);
      const report = JSON.parse(stdout);
      expect({ args, code, asked: asked.length > 0 }).toEqual({ args, code: 0, asked: true });
      expect(stderr).toMatch(
        /^warning: the local advisory database cannot be used \(.*no SQLite file\)\), so packages are looked up at http:\S+; run `castellan db update`\n/,
      );
      expect(report.scan_run.issues).toEqual([expect.objectContaining({ kind: 'no_advisory_data', reason: expect.stringContaining(url) })]);
    }
  });

  it('is not mentioned when there never was one, or nothing is looked up', async () => {
    const fresh = await run(projectFolder(LOCK), ['scan', '.', '-q']);
    expect(fresh.stderr).not.toContain('warning');
    const skill = { 'a.db': BROKEN['a.db'], 's/SKILL.md': '---\nname: s\ndescription: d\n---\nRead the docs.\n' };
    expect((await run(projectFolder(skill), ['skills', 'audit', '-q'])).stderr).not.toContain('warning');
  });

  it('is reported offline with the command that repairs it', async () => {
    const offline = await run(projectFolder(LOCK), ['scan', '.', '--offline', '-q']);
    expect(offline).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: incomplete — .*run `castellan db update`$/) });
    const check = await run(projectFolder(BROKEN), ['check', 'left-pad@1.3.0', '-e', 'npm', '--offline']);
    expect(check).toMatchObject({ code: 2, stderr: expect.stringMatching(/no SQLite file\)\n {2}run `castellan db update`\n$/) });
    expect(asked).toEqual([]);
  });
});

describe('a network that is not there', () => {
  it.each([
    ['a host without an address', 'http://nowhere.invalid'],
    ['a port where nobody listens', 'http://127.0.0.1:9'],
  ])('is asked twice, and the last line says what to do: %s', async (_name, nowhere) => {
    const { code, last } = await run(projectFolder(LOCK), ['scan', '.', '-q'], { SERVICE_OSV_API_URL: nowhere });
    expect(code).toBe(1);
    expect(last).toMatch(/^gate: incomplete — .*\(2 tries\); without a network: `castellan db update` where there is one, then --offline$/);
  });
});

describe('a manifest that is not read without its lockfile', () => {
  it('is named on the last line with the command that makes one', async () => {
    const { code, last } = await run(projectFolder({ 'sub/Cargo.toml': '[package]\nname = "x"\n' }), ['scan', '.', '--offline', '-q']);
    expect({ code, last }).toEqual({
      code: 1,
      last: 'gate: incomplete — sub/Cargo.toml is recognised but not read without its lockfile; run `cargo generate-lockfile`',
    });
  });

  it('is told once in the report and once on the last line', async () => {
    const folder = projectFolder({ 'sub/Cargo.toml': '[package]\nname = "x"\n' });
    const { stdout, last } = await castellan(['scan', '.', '--offline'], { cwd: folder, env: { COLUMNS: '120' } });
    expect(stdout).toContain('  sub/Cargo.toml  is recognised but not read without its lockfile; run `cargo generate-lockfile`\n');
    expect(stdout.split('cargo generate-lockfile')).toHaveLength(2);
    expect(stdout).toContain('gate incomplete: see NOT READ IN FULL\n');
    expect(last).toContain('cargo generate-lockfile');
  });
});

import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.js';
import { OsvServer } from '../support/osv-server.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const json = (stdout: string) => JSON.parse(stdout);

describe('a scan that could not read everything', () => {
  it('names the corrupt lockfile beside a good one and does not say clean', async () => {
    const cwd = projectFolder({ 'good/package-lock.json': npmLock('left-pad@1.3.0'), 'bad/Cargo.lock': '[[package]]\nname = "a\n' });
    const { code, stdout, stderr } = await database.run(['scan', '--offline', '.'], { cwd });
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('bad/Cargo.lock');
    expect(`${stdout}${stderr}`.toLowerCase()).not.toMatch(/\bclean\b|no issues/);
    const report = json((await database.run(['scan', '--offline', '.', '--format', 'json'], { cwd })).stdout);
    expect(report.scan_run.issues).toContainEqual(expect.objectContaining({ path: 'bad/Cargo.lock' }));
    expect(report.verdict).toMatchObject({ outcome: 'incomplete', exit_code: 1, gate: 'incomplete' });
  });

  it.each([
    ['of an unknown version', 'package-lock.json', '{"lockfileVersion": 99, "packages": {}}'],
    ['in UTF-16 cut in half', 'requirements.txt', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x62])],
    ['that is binary', 'yarn.lock', Buffer.from([0, 1, 2, 3, 0, 255, 254])],
    ['nested beyond reason', 'composer.lock', '['.repeat(100_000)],
    [
      'with prototype keys only',
      'package-lock.json',
      '{"lockfileVersion": 3, "packages": {"__proto__": {"version": "1.0.0"}, "constructor": 7}}',
    ],
  ])('fails closed on a lockfile %s', async (_name, file, content) => {
    const { code, stderr, stdout } = await database.run(['scan', '--offline', '.'], { cwd: projectFolder({ [file]: content }) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gate: incomplete — /m);
    expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });

  it('does not call a component without a known version clean', async () => {
    const { code, stdout } = await database.run(['scan', '--offline', '.', '--format', 'json'], {
      cwd: projectFolder({ 'requirements.txt': 'requests>=2\n' }),
    });
    const report = json(stdout);
    expect(report.components).toEqual([expect.objectContaining({ name: 'requests', resolved: false, version: null })]);
    expect(report.verdict.outcome).not.toBe('clean');
    expect(code).toBe(report.verdict.exit_code);
  });
});

describe('a database that cannot be trusted', () => {
  const spoiled: [string, (path: string) => void][] = [
    ['empty', (path) => writeFileSync(path, '')],
    ['truncated', (path) => truncateSync(path, 5000)],
    ['of another program', (path) => writeFileSync(path, otherDatabase())],
  ];

  it.each(spoiled)('does not make a scan clean: %s', async (_name, spoil) => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('left-pad@1.3.0'), 'a.db': readFileSync(database.file) });
    spoil(join(cwd, 'a.db'));
    const { code, last } = await castellan(['scan', '--offline', '.', '-f', 'json=out.json'], {
      cwd,
      env: { SERVICE_DB: join(cwd, 'a.db') },
    });
    const report = json(readFileSync(join(cwd, 'out.json'), 'utf8'));
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 1, outcome: 'incomplete' });
    expect(last).toMatch(/^gate: incomplete — /);
    expect(report.components).toHaveLength(1);
  });

  function otherDatabase(): Buffer {
    const file = join(projectFolder({}), 'other.db');
    const other = openSqlite(file, { readonly: false });
    other.exec('create table notes (text)');
    other.close();
    return readFileSync(file);
  }
});

describe('a network that fails', () => {
  it.each([
    ['answers 500', 500, ''],
    ['answers no JSON', 200, '<html>'],
  ])('makes the scan incomplete and never a finding: the API %s', async (_name, status, body) => {
    const server = await OsvServer.start({}, {});
    server.misbehave = (_request, response) => {
      response.writeHead(status).end(body);
      return true;
    };
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { code, stdout } = await castellan(['scan', '.', '--format', 'json'], {
      cwd,
      env: { SERVICE_HOME: projectFolder({}), SERVICE_OSV_API_URL: server.url },
    });
    const report = json(stdout);
    expect({ code, outcome: report.verdict.outcome, findings: report.counts.findings }).toEqual({
      code: 1,
      outcome: 'incomplete',
      findings: 0,
    });
    expect(report.scan_run.issues).toContainEqual(expect.objectContaining({ kind: 'network' }));
  });
});

describe('--baseline', () => {
  it('judges old and new with the same database: an upgrade that keeps the problem is not new, another package is', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.4') });
    await database.run(['scan', '--offline', '.', '-f', 'json=old.json'], { cwd });
    const again = (...specs: string[]) => {
      writeFileSync(join(cwd, 'package-lock.json'), npmLock(...specs));
      return database.run(['scan', '--offline', '.', '--baseline', 'old.json', '--exclude', '*.json.tmp'], { cwd });
    };
    expect((await again('minimist@1.2.5')).code).toBe(0);
    const { code, last } = await again('minimist@1.2.5', 'ejs@3.1.6');
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/ejs@3\.1\.6/) });
    expect(last).not.toContain('minimist');
  });
});

describe('skipped trees', () => {
  it('counts lockfiles in dependency folders instead of reading them', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock('left-pad@1.3.0'),
      'node_modules/evil/package-lock.json': npmLock('minimist@1.2.5'),
    });
    const { code, stdout } = await database.run(['scan', '--offline', '.'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('1 dependency or build folder not entered');
  });
});

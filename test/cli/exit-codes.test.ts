import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const CRITICAL = 'minimist@1.2.5';
const HIGH = 'path-to-regexp@0.1.7';
const CLEAN = 'left-pad@1.3.0';

/** A scan of one npm lock. */
function scan(specs: string[], ...args: string[]) {
  return database.run(['scan', '--offline', '.', ...args], { cwd: projectFolder({ 'package-lock.json': npmLock(...specs) }) });
}

describe('exit 0', () => {
  it('is for a scan that found nothing, and says clean', async () => {
    const { code, last } = await scan([CLEAN]);
    expect({ code, last }).toEqual({ code: 0, last: expect.stringMatching(/^clean — 1 component/) });
  });

  it('is for findings below the threshold, and does not say clean', async () => {
    const { code, last } = await scan([HIGH]);
    expect(code).toBe(0);
    expect(last).toMatch(/^no gate matched — \d+ findings? below the threshold/);
  });

  it('is for --exit-zero with vulnerabilities only', async () => {
    expect((await scan([CRITICAL], '--exit-zero')).code).toBe(0);
  });

  it('is for nothing to scan with --allow-empty, without the word clean', async () => {
    const { code, last, stdout } = await database.run(['scan', '--offline', '--allow-empty', '.'], {
      cwd: projectFolder({ 'notes.txt': 'x' }),
    });
    expect(code).toBe(0);
    expect(`${last}${stdout}`.toLowerCase()).not.toContain('clean');
  });

  it('is for a model policy where there is no model', async () => {
    expect((await scan([CLEAN], '--block-unsafe-model-formats')).code).toBe(0);
  });
});

describe('exit 1', () => {
  it('is for required model signatures where there is no model to verify', async () => {
    const { code, last } = await scan([CLEAN], '--require-model-signatures');
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: model-policy — /) });
  });

  it.each([
    ['the default critical gate', [CRITICAL], []],
    ['a lower threshold', [HIGH], ['--fail-on-severity', 'high']],
  ])('is for %s', async (_name, specs, args) => {
    const { code, last } = await scan(specs, ...args);
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: severity — /) });
  });

  it('is for a known-malicious package, whatever is suppressed', async () => {
    const cwd = projectFolder({ 'requirements.txt': 'requesuts==1.0.0\n' });
    const { code, last } = await database.run(['scan', '--offline', '.', '--exit-zero', '--fail-on-severity', 'critical'], { cwd });
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: malicious — .*requesuts/) });
  });

  it('is for --fail-on-kev with an exploited vulnerability', async () => {
    const cwd = projectFolder({ '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - uses: tj-actions/changed-files@v45\n' });
    const scanned = (...args: string[]) => database.run(['scan', '--offline', '.', ...args], { cwd });
    expect((await scanned()).code).toBe(0);
    const { code, last } = await scanned('--fail-on-kev');
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: kev — CVE-2025-30066/) });
    expect((await scanned('--fail-on-kev', '--exit-zero')).code).toBe(0);
  });

  it('is for a broken lockfile, even when nothing was found and with --exit-zero', async () => {
    const cwd = projectFolder({ 'package-lock.json': '{"lockfileVersion": 3, "packages": {', 'a/requirements.txt': 'left==1.0\n' });
    const { code, last } = await database.run(['scan', '--offline', '.', '--exit-zero'], { cwd });
    expect(code).toBe(1);
    expect(last).toMatch(/^gate: incomplete — .*package-lock\.json/);
  });

  it('is for a missing database offline, and still writes the report', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock(CLEAN) });
    const { code, last } = await castellan(['scan', '--offline', '.', '--format', 'json=out.json'], {
      cwd,
      env: { SERVICE_DB: join(cwd, 'none.db') },
    });
    const report = JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'));
    expect({ code, outcome: report.verdict.outcome, exit: report.verdict.exit_code }).toEqual({ code: 1, outcome: 'incomplete', exit: 1 });
    expect(last).toMatch(/^gate: incomplete — /);
  });

  it('is for a database that is no database', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock(CLEAN), 'bad.db': 'this is not a database, it is text\n'.repeat(100) });
    const { code, stderr } = await castellan(['scan', '--offline', '.'], { cwd, env: { SERVICE_DB: join(cwd, 'bad.db') } });
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('is for a policy rule that failed, also with no findings', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock(CLEAN),
      'policy.yaml':
        'rules:\n  - id: no-left-pad\n    description: use padStart\n    action: fail\n    target: package\n    when: {name: left-pad}\n',
    });
    const { code, last } = await database.run(['scan', '--offline', '.', '--policy', 'policy.yaml', '--exit-zero'], { cwd });
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: policy — .*no-left-pad/) });
  });

  it.each([[[]], [['--offline']]])('is for the demo %j', async (args) => {
    const { code, last } = await castellan(['scan', '--demo', ...args], { env: { SERVICE_DB: '/nowhere/at/all.db' } });
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: malicious — /) });
  });
});

describe('exit 2', () => {
  it.each([
    ['an unknown option', ['scan', '--no-such-option']],
    ['a wrong value', ['scan', '--fail-on-severity', 'worst']],
    ['an unknown command', ['scam']],
    ['a path that is not there', ['scan', '--offline', 'no/such/folder']],
    ['a folder with nothing to scan', ['scan', '--offline', '.']],
    ['an unknown format', ['scan', '--format', 'pdf']],
    ['two reports on stdout', ['scan', '--format', 'json', '--format', 'sarif']],
    ['check without a version', ['check', 'lodash', '--offline']],
    ['check without a package', ['check']],
  ])('is for %s', async (_name, args) => {
    const { code, stdout, stderr } = await database.run(args, { cwd: projectFolder({ 'notes.txt': 'x' }) });
    expect(code).toBe(2);
    expect(stderr.trim()).not.toBe('');
    expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at .*:\d+/);
  });

  it('is for an unknown key in a policy file, naming the line', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock(CLEAN),
      'policy.yaml': 'rules:\n  - id: a\n    description: b\n    action: fail\n    target: package\n    whenever: {name: x}\n',
    });
    const { code, stderr } = await database.run(['scan', '--offline', '.', '--policy', 'policy.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/policy\.yaml:6.*whenever/);
  });

  it('is for an ignore without a last day, naming the line', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock(CRITICAL),
      'castellan.yaml': 'ignores:\n  - id: CVE-2021-44906\n    reason: not reachable\n',
    });
    const { code, stderr } = await database.run(['scan', '--offline', '.'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/castellan\.yaml:2.*expires/);
  });

  it('is for a check that cannot start offline', async () => {
    const { code, stderr } = await castellan(['check', 'npm:lodash@4.17.20', '--offline'], { env: { SERVICE_DB: '/nowhere/x.db' } });
    expect(code).toBe(2);
    expect(stderr).toContain('db update');
  });
});

describe('exit 3', () => {
  const stale = { SOURCE_DATE_EPOCH: '1893456000' };

  it.each([
    ['--require-fresh-db', ['--require-fresh-db'], {}],
    ['SERVICE_REQUIRE_FRESH_DB', [], { SERVICE_REQUIRE_FRESH_DB: '1' }],
    ['CASTELLAN_REQUIRE_FRESH_DB', [], { CASTELLAN_REQUIRE_FRESH_DB: '1' }],
  ])('is for %s and an old database, before anything is scanned', async (_name, args, env) => {
    const cwd = projectFolder({ 'package-lock.json': npmLock(CRITICAL) });
    const { code, last } = await database.run(['scan', '--offline', '.', ...args], { cwd, env: { ...stale, ...env } });
    expect(code).toBe(3);
    expect(last).toMatch(/^gate: stale-db — .*npm.* d old, limit 14 d/);
  });

  it('is not for a feed the scan does not use', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock(CLEAN) });
    const { code } = await database.run(['scan', '--offline', '.', '--require-fresh-db', '--max-db-age', '9000d'], { cwd, env: stale });
    expect(code).toBe(0);
  });

  it('leaves reserved codes alone', () => {
    const table = readFileSync(new URL('../../src/cli/exit-codes.ts', import.meta.url), 'utf8');
    expect(existsSync(new URL('../../docs/exit-codes.md', import.meta.url))).toBe(true);
    expect(table).not.toMatch(/:\s*[45],/);
  });
});

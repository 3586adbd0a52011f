import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { execa } from '../../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../../support/project-folder.js';
import { programPath } from '../../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

/** Runs the command in a workspace as the action does, and reads its outputs. */
async function action(cwd: string, inputs: Record<string, string>, environment: Record<string, string> = {}) {
  const [output, summary, temporary] = ['outputs.txt', 'summary.md', 'runner'].map((name) => join(cwd, '..', `${basename(cwd)}-${name}`));
  if (!output || !summary || !temporary) throw new Error('no paths');
  mkdirSync(temporary, { recursive: true });
  onTestFinished(() => {
    for (const path of [output, summary, temporary]) rmSync(path, { recursive: true, force: true });
  });
  const env = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll('-', '_').toUpperCase()}`, value]),
  );
  const done = await execa(process.execPath, [programPath, 'ci'], {
    cwd,
    env: {
      INPUT_UPDATE_DATABASE: 'false',
      INPUT_PATH: '.',
      INPUT_ARGUMENTS: '--offline',
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTIONS: 'true',
      CI: 'true',
      RUNNER_TEMP: temporary,
      SERVICE_DB: database.file,
      ...environment,
      ...env,
    },
    reject: false,
  });
  const pairs = readFileSync(output, 'utf8').trimEnd().split('\n');
  expect(readdirSync(temporary)).toEqual([]);
  return {
    code: done.exitCode,
    outputs: Object.fromEntries(pairs.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Record<string, string>,
    log: String(done.stdout),
    errors: String(done.stderr),
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
  };
}

describe('castellan ci', () => {
  it('reports violations with every output of the contract, and fails the step', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { code, outputs } = await action(cwd, { 'sarif-file': 'x.sarif', 'badge-file': 'badge.json', 'graph-file': 'graph.json' });
    expect(code).toBe(1);
    expect(outputs).toEqual({
      'sarif-file': 'x.sarif',
      'exit-code': '1',
      'scan-status': 'violations',
      'vulnerability-count': '1',
      'badge-file': 'badge.json',
      'graph-export-path': 'graph.json',
      'exposure-paths-count': '0',
      'blast-radius-critical-count': '1',
      'posture-grade': 'F',
    });
  });

  it.each([
    ['clean', 0, { 'package-lock.json': npmLock('left-pad@1.3.0') }, {}],
    ['usage_error', 2, { 'notes.txt': 'x' }, {}],
    ['stale_data', 3, { 'package-lock.json': npmLock('left-pad@1.3.0') }, { arguments: '--offline\n--require-fresh-db\n--max-db-age\n1h' }],
    ['error', 1, { 'package-lock.json': '{' }, {}],
  ])('says %s for exit code %i', async (status, exit, files, inputs) => {
    const { code, outputs } = await action(projectFolder(files), inputs);
    expect({ code, exit: outputs['exit-code'], status: outputs['scan-status'] }).toEqual({ code: exit, exit: String(exit), status });
  });

  it('shows the report in the log, annotations at the lines, and the summary of the job', async () => {
    const { log, summary } = await action(projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') }), {});
    expect(log).toMatch(/minimist/);
    expect(log).toMatch(/^::error file=package-lock\.json,line=\d+.*CVE-2021-44906/m);
    expect(log).not.toContain('"schema_version"');
    expect(summary).toMatch(/^#+ .*[\s\S]*CVE-2021-44906/);
  });

  it('leaves the log to another format when the arguments ask for it', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { log, outputs } = await action(cwd, { arguments: '--offline\n--format\ncsv' });
    expect(outputs['scan-status']).toBe('violations');
    expect(log).toMatch(/^"?\w+"?,/m);
  });

  describe('after an earlier run in the same workspace', () => {
    const KEPT = { 'sarif-file': 'c.sarif', 'badge-file': 'b.json', 'graph-file': 'g.json' };
    const EARLIER = {
      'castellan-report.json':
        '{"findings":[{"kind":"vulnerability","severity":"critical"}],"exposure_paths":[1],"posture":{"grade":"F"},"verdict":{"gates":[{"gate":"kev"}]}}',
      'c.sarif': '{}',
      'b.json': '{}',
      'g.json': '{}',
      'package-lock.json': npmLock('minimist@1.2.5'),
    };
    const NOTHING = {
      'sarif-file': '',
      'vulnerability-count': '0',
      'badge-file': '',
      'graph-export-path': '',
      'exposure-paths-count': '0',
      'blast-radius-critical-count': '0',
      'posture-grade': 'unknown',
    };

    it.each([
      ['a wrong scan type', 2, 'usage_error', { 'scan-type': 'all' }],
      ['a wrong argument', 2, 'usage_error', { arguments: '--no-such' }],
      ['a failed update', 1, 'error', { 'update-database': 'true', arguments: '--quiet' }],
      ['a report that cannot be written', 1, 'error', { 'report-file': 'package-lock.json/report.json' }],
    ])('reports nothing of it after %s', async (_name, exit, status, inputs) => {
      const cwd = projectFolder(EARLIER);
      const { code, outputs, errors } = await action(cwd, { ...KEPT, ...inputs }, { SERVICE_OSV_URL: 'file:///nowhere' });
      expect({ code, outputs }).toEqual({ code: exit, outputs: { ...NOTHING, 'exit-code': String(exit), 'scan-status': status } });
      expect(errors).not.toMatch(/\n\s+at /);
    });

    it('also when it left no JSON, and removes files only', async () => {
      const cwd = projectFolder({ ...EARLIER, 'castellan-report.json': '{bad', 'kept.json': '{' });
      symlinkSync('kept.json', join(cwd, 'link.json'));
      const { outputs } = await action(cwd, { 'scan-type': 'all', 'badge-file': 'link.json', 'graph-file': '/dev/null' });
      expect(outputs).toMatchObject({ 'scan-status': 'usage_error', 'badge-file': '', 'vulnerability-count': '0' });
      expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
      expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    });
  });

  it('lets the workflow judge when told not to fail', async () => {
    const { code, outputs } = await action(projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') }), { fail: 'false' });
    expect({ code, exit: outputs['exit-code'] }).toEqual({ code: 0, exit: '1' });
  });

  it('scans infrastructure code and images by their own options', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5'), 'infra/notes.txt': 'nothing to read here' });
    const iac = await action(cwd, { 'scan-type': 'iac', path: 'infra' });
    expect({ status: iac.outputs['scan-status'], count: iac.outputs['vulnerability-count'] }).toEqual({
      status: 'usage_error',
      count: '0',
    });
    const image = await action(cwd, { 'scan-type': 'image', path: '--no-such-archive.tar' });
    expect(image.outputs['scan-status']).toBe('usage_error');
    expect(image.errors).toContain('--no-such-archive.tar');
  });

  it('treats a path as a path, whatever it looks like', async () => {
    const cwd = projectFolder({ '--exit-zero; $(touch owned)/package-lock.json': npmLock('minimist@1.2.5') });
    const { outputs } = await action(cwd, { path: '--exit-zero; $(touch owned)' });
    expect(outputs['scan-status']).toBe('violations');
  });
});

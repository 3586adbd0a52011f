import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { execa } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

/** Runs the action's script in a workspace, and reads its outputs. */
async function action(cwd: string, inputs: Record<string, string>) {
  const output = join(cwd, 'outputs.txt');
  const env = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll('-', '_').toUpperCase()}`, value]),
  );
  const done = await execa(process.execPath, [join(projectRoot, 'scripts/ci-action.mjs')], {
    cwd,
    env: {
      INPUT_PROGRAM: programPath,
      INPUT_PATH: '.',
      INPUT_ARGUMENTS: '--offline',
      GITHUB_OUTPUT: output,
      SERVICE_DB: database.file,
      ...env,
    },
    reject: false,
  });
  const pairs = readFileSync(output, 'utf8').trimEnd().split('\n');
  return { code: done.exitCode, outputs: Object.fromEntries(pairs.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
}

describe('the CI action', () => {
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

  it('lets the workflow judge when told not to fail', async () => {
    const { code, outputs } = await action(projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') }), { fail: 'false' });
    expect({ code, exit: outputs['exit-code'] }).toEqual({ code: 0, exit: '1' });
  });

  it('takes a path for a path, whatever it looks like', async () => {
    const cwd = projectFolder({ '--exit-zero; $(touch owned)/package-lock.json': npmLock('minimist@1.2.5') });
    const { outputs } = await action(cwd, { path: '--exit-zero; $(touch owned)' });
    expect(outputs['scan-status']).toBe('violations');
  });

  it('pastes no input into a script and uses nothing that floats', () => {
    const { runs } = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8'));
    for (const step of runs.steps) {
      expect(step.run).not.toContain('${{');
      expect(step.uses).toBeUndefined();
    }
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmLock, projectFolder, SampleDatabase } from '../../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const CLEAN = { 'package-lock.json': npmLock('left-pad@1.3.0') };

/** A job of GitHub; the runner's files lie beside the workspace. */
async function job(files: Record<string, string>, environment: Record<string, string> = {}) {
  const [cwd, runner] = [projectFolder(files), projectFolder({ output: '', summary: '' })];
  mkdirSync(join(runner, 'folder'));
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace('RUNNER', runner)]));
  const ended = await database.run(['ci'], {
    cwd,
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: join(runner, 'output'),
      GITHUB_STEP_SUMMARY: join(runner, 'summary'),
      INPUT_UPDATE_DATABASE: 'false',
      INPUT_ARGUMENTS: '--offline',
      ...given,
    },
  });
  const lines = ended.stderr.split('\n').filter((line) => /^error: |not written: /.test(line));
  return { ...ended, lines, outputs: readFileSync(join(runner, 'output'), 'utf8'), summary: readFileSync(join(runner, 'summary'), 'utf8') };
}

describe('outputs that the next step could not read', () => {
  it.each([
    ['missing', '', 'error: GITHUB_OUTPUT  is not set, although GITHUB_ACTIONS is'],
    ['a folder', 'RUNNER/folder', 'error: GITHUB_OUTPUT  cannot be written'],
    ['in no folder', 'RUNNER/none/output', 'error: GITHUB_OUTPUT  cannot be written'],
    ['below a file', 'RUNNER/summary/output', 'error: GITHUB_OUTPUT  cannot be written'],
  ])('fail the step by one line where their file is %s', async (_name, path, line) => {
    const { code, lines, outputs } = await job(CLEAN, { GITHUB_OUTPUT: path });
    expect({ code, lines, outputs }).toEqual({ code: 1, lines: [expect.stringContaining(line)], outputs: '' });
  });

  it('keep the exit code of a scan that says more', async () => {
    const { code } = await job({ 'notes.txt': '' }, { GITHUB_OUTPUT: 'RUNNER/folder' });
    expect(code).toBe(2);
  });
});

it.each([
  ['missing', '', 'summary not written: GITHUB_STEP_SUMMARY  is not set'],
  ['a folder', 'RUNNER/folder', 'summary not written: GITHUB_STEP_SUMMARY  cannot be written'],
  ['in no folder', 'RUNNER/none/summary', 'summary not written: GITHUB_STEP_SUMMARY  cannot be written'],
])('a summary whose file is %s is one line, and changes no result', async (_name, path, line) => {
  const { code, lines, outputs } = await job(CLEAN, { GITHUB_STEP_SUMMARY: path });
  expect({ code, lines }).toEqual({ code: 0, lines: [expect.stringContaining(line)] });
  expect(outputs).toContain('scan-status=clean\n');
});

describe('a report', () => {
  it('that is not written is one line, and an error for the next step', async () => {
    const { code, lines, outputs } = await job(CLEAN, { INPUT_REPORT_FILE: 'package-lock.json/report.json' });
    expect({ code, lines: lines.length }).toEqual({ code: 1, lines: 1 });
    expect(outputs).toContain('scan-status=error\n');
  });

  it.each([
    ['an older version', '{"schema_version":"0.9"}', 'expected a castellan report of schema_version'],
    ['no JSON', '<html>', 'before.json:1  not valid JSON'],
    ['half a file', '{"schema_version":"1.0",', 'before.json:1  JSON ends too early'],
    ['YAML', '# Kept by hand\nbaseline: old.json\n', 'before.json:1  not valid JSON'],
    ['another program', '{"version":"2.1.0","runs":[]}', 'before.json'],
  ])('of %s as the baseline is one line and a usage error', async (_name, before, words) => {
    const { code, lines, outputs } = await job({ ...CLEAN, 'before.json': before }, { INPUT_BASELINE: 'before.json' });
    expect({ code, lines }).toEqual({ code: 2, lines: [expect.stringContaining(words)] });
    expect(outputs).toContain('scan-status=usage_error\n');
  });
});

describe('names that are commands', () => {
  const names = [
    'x\n::set-output name=posture-grade::A',
    'x%0A::error::owned',
    '##vso[task.complete]',
    ']]>',
    'y\r\nEOF',
    '${{ github.token }}',
  ];
  const lock = JSON.parse(npmLock('minimist@1.2.5'));
  for (const name of names) lock.packages[`node_modules/${name}`] = { version: '1.0.0' };
  const files = { 'a\n::error::owned/package-lock.json': JSON.stringify(lock), '%0A::error::owned/package-lock.json': '{' };

  it('make no command, no output and no line of the summary', async () => {
    const { stdout, stderr, outputs, summary } = await job(files, { INPUT_SARIF_FILE: 'x.sarif\nposture-grade=A\nexit-code<<EOF' });
    const commands = `${stdout}\n${stderr}`.split(/[\r\n]+/).filter((line) => /^\s*::/.test(line));
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) expect(command).toMatch(/^::(?:error|warning|notice) (?:file=[^:]*,)?title=[^:]*::/);
    expect(`${stdout}\n${stderr}`).not.toContain('##vso[');
    expect(outputs.trimEnd().split('\n')).toHaveLength(9);
    expect(outputs).toContain('posture-grade=F\n');
    expect(summary).not.toMatch(/^::/m);
  });

  it('are one line each of the file of outputs', async () => {
    const folder = projectFolder(files);
    const { code } = await database.run(['ci'], {
      cwd: folder,
      env: {
        GITLAB_CI: 'true',
        CASTELLAN_CI_UPDATE_DATABASE: 'false',
        CASTELLAN_CI_ARGUMENTS: '--offline',
        CASTELLAN_CI_SARIF_FILE: 'x.sarif\nPOSTURE_GRADE=A',
      },
    });
    expect(code).toBe(1);
    const lines = readFileSync(join(folder, 'castellan.env'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines).toContain('POSTURE_GRADE=F');
  });
});

it('the file of outputs that cannot be written fails every system', async () => {
  const cwd = projectFolder(CLEAN);
  writeFileSync(join(cwd, 'file'), '');
  for (const system of [{ GITLAB_CI: 'true' }, { JENKINS_URL: 'http://j', BUILD_ID: '1' }, { BITBUCKET_BUILD_NUMBER: '1' }, {}]) {
    const { code, stderr } = await database.run(['ci'], {
      cwd,
      env: {
        ...system,
        CASTELLAN_CI_UPDATE_DATABASE: 'false',
        CASTELLAN_CI_ARGUMENTS: '--offline',
        CASTELLAN_CI_ANNOTATIONS: 'false',
        CASTELLAN_CI_OUTPUTS_FILE: 'file/outputs.env',
      },
    });
    expect({ code, lines: stderr.split('\n').filter((line) => line.startsWith('error: ')) }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/file.*cannot be (?:written|made)|file.*not a folder/)],
    });
  }
});

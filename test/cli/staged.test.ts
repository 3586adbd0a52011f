import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type GitRepository, gitRepository } from '../support/git-repository.js';
import { execFileSync, spawnSync } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

let database: SampleDatabase;
beforeAll(async () => {
  const made = await SampleDatabase.create();
  database = made.database;
  afterAll(made.dispose);
});

const staged = (repository: GitRepository, args: readonly string[] = []) =>
  database.run(['scan', '--staged', '--fail-on-severity', 'high', ...args], { cwd: repository.path });

describe('--staged', () => {
  it('judges what is staged, not what is on disk, and only what the commit adds', async () => {
    const repository = gitRepository();
    repository.commit({ 'package-lock.json': npmLock('minimist@1.2.5') });
    repository.write({ 'package-lock.json': npmLock('minimist@1.2.5', 'ejs@3.1.6') });
    expect((await staged(repository)).code).toBe(0);
    repository.git('add', 'package-lock.json');
    repository.write({ 'package-lock.json': npmLock('minimist@1.2.5') });
    expect(await staged(repository)).toMatchObject({ code: 1, last: expect.stringContaining('ejs@3.1.6') });
  });

  it('counts everything as new before the first commit', async () => {
    const repository = gitRepository();
    repository.write({ 'package-lock.json': npmLock('ejs@3.1.6') });
    repository.git('add', '-A');
    expect(await staged(repository)).toMatchObject({ code: 1, last: expect.stringContaining('ejs@3.1.6') });
  });

  it('refuses what it cannot do in one line', async () => {
    const repository = gitRepository();
    repository.commit({ 'package-lock.json': npmLock('left-pad@1.3.0') });
    const cases: [string[], RegExp][] = [
      [['--offline'], /--staged {2}starts git, which --offline forbids/],
      [['--since', 'HEAD'], /--staged {2}cannot be given with --since/],
      [['--image', 'alpine:3'], /--staged .*--image/],
    ];
    for (const [args, line] of cases) {
      const { code, stderr } = await staged(repository, args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(line) });
    }
  });

  it('says what is missing where there is no database, and asks nobody', async () => {
    const repository = gitRepository();
    repository.commit({ 'package-lock.json': npmLock('left-pad@1.3.0') });
    const env = { SERVICE_DB: join(repository.path, '.git/none.db'), SERVICE_OSV_API_URL: 'http://127.0.0.1:9' };
    const { code, stdout, stderr, last } = await database.run(['scan', '--staged'], { cwd: repository.path, env });
    expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/^gate: incomplete/) });
    expect(stdout + stderr).toContain('castellan db update');
    expect(stdout + stderr).not.toContain('127.0.0.1');
  });
});

/** The repository with a `castellan` to be found, and the environment of a commit in it. */
function atWork(): { repository: GitRepository; env: Record<string, string> } {
  const repository = gitRepository();
  for (const [key, value] of [
    ['user.name', 't'],
    ['user.email', 't@example.org'],
  ] as const)
    repository.git('config', key, value);
  const bin = projectFolder({ castellan: `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n` });
  chmodSync(join(bin, 'castellan'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, SERVICE_DB: database.file, SOURCE_DATE_EPOCH: '1767225600' };
  return { repository, env };
}

function tryCommit({ repository, env }: ReturnType<typeof atWork>, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('git', ['commit', '-m', 'change', ...args], { cwd: repository.path, env, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

const page = readFileSync(join(projectRoot, 'docs/pre-commit.md'), 'utf8');

describe('the hook of docs/pre-commit.md', () => {
  it('stops a commit that adds something, whole or in part, and lets others pass', () => {
    const work = atWork();
    const { repository } = work;
    const hook = /```sh\n(#!\/bin\/sh\n[^`]*)```/.exec(page)?.[1] ?? '';
    mkdirSync(join(repository.path, '.git/hooks'), { recursive: true });
    writeFileSync(join(repository.path, '.git/hooks/pre-commit'), hook.replace(' --quiet', ' --quiet --fail-on-severity high'), {
      mode: 0o755,
    });
    repository.write({ 'readme.md': 'Nothing to scan.\n' });
    repository.git('add', '-A');
    expect(tryCommit(work)).toMatchObject({ code: 0 });
    repository.write({ 'package-lock.json': npmLock('ejs@3.1.6'), 'readme.md': 'Nothing to scan here.\n' });
    repository.git('add', '-A');
    expect(tryCommit(work)).toEqual({ code: 1, said: expect.stringContaining('ejs@3.1.6') });
    // Git has an index of its own for what is committed then.
    expect(tryCommit(work, 'readme.md')).toMatchObject({ code: 0 });
    expect(repository.git('log', '--format=%s')).toBe('change\nchange');
  }, 60_000);
});

/** Undefined where the framework is not installed. */
function framework(): string | undefined {
  const program = 'pre-commit';
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }) && program;
  } catch {
    return undefined;
  }
}

describe('.pre-commit-hooks.yaml', () => {
  const [hook] = parse(readFileSync(join(projectRoot, '.pre-commit-hooks.yaml'), 'utf8')) as Record<string, unknown>[];
  const program = framework();
  if (program === undefined) console.warn('pre-commit is not installed here: its run of the hook is left out');

  it('starts the same command as the pages name', () => {
    expect(hook).toMatchObject({ id: 'castellan', language: 'node', pass_filenames: false });
    expect(page).toContain(`exec ${hook?.entry}\n`);
    expect(page).toContain(`entry: ${hook?.entry}\n`);
  });

  it.skipIf(program === undefined)(
    'stops a commit through the framework',
    () => {
      const work = atWork();
      const { repository, env } = work;
      const local = { ...hook, language: 'system', args: ['--fail-on-severity', 'high'] };
      repository.write({ '.pre-commit-config.yaml': JSON.stringify({ repos: [{ repo: 'local', hooks: [local] }] }) });
      execFileSync(program ?? '', ['install'], { cwd: repository.path, env });
      repository.git('add', '-A');
      expect(tryCommit(work)).toMatchObject({ code: 0 });
      repository.write({ 'package-lock.json': npmLock('ejs@3.1.6') });
      repository.git('add', '-A');
      expect(tryCommit(work)).toEqual({ code: 1, said: expect.stringContaining('ejs@3.1.6') });
    },
    60_000,
  );
});

import { describe, expect, it } from 'vitest';
import { pdmLock } from '../../../src/collect/lockfiles/formats/pdm-lock.js';
import { pipfileLock } from '../../../src/collect/lockfiles/formats/pipfile-lock.js';
import { poetryLock } from '../../../src/collect/lockfiles/formats/poetry-lock.js';
import { pylock } from '../../../src/collect/lockfiles/formats/pylock.js';
import { uvLock } from '../../../src/collect/lockfiles/formats/uv-lock/uv-lock.js';
import type { LockfileReader } from '../../../src/collect/reader.js';
import { InputError } from '../../../src/support/errors.js';
import { cpuTime } from '../../support/cpu-time.js';
import { outcomeOf, readFrom } from '../../support/memory-files.js';

const names: Record<string, string> = {
  'poetry-lock': 'poetry.lock',
  'uv-lock': 'uv.lock',
  'pdm-lock': 'pdm.lock',
  pylock: 'pylock.toml',
  'pipfile-lock': 'Pipfile.lock',
};
const read = (reader: LockfileReader, text: string, beside: Record<string, string> = {}) => {
  const main = names[reader.id] ?? '';
  return readFrom(reader, { [main]: text, ...beside }, main);
};

const poetry = (entries: string) => `${entries}\n[metadata]\nlock-version = "2.1"\n`;
const entry = (name: string, more = '') => `[[package]]\nname = "${name}"\nversion = "1.0"\n${more}\n`;

describe('a poetry.lock that is cut before [metadata]', () => {
  it('keeps the packages before the cut, and says that it is cut', async () => {
    const { packages, issues } = await read(poetryLock, entry('a') + entry('b'));
    expect(packages.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(issues).toMatchObject([{ kind: 'unparsable', reason: expect.stringContaining('cut short') }]);
  });

  it('is refused where it holds no package either', async () => {
    await expect(read(poetryLock, '# nothing\n')).rejects.toThrow(InputError);
  });
});

describe('lock versions nobody knows', () => {
  it.each([
    [poetryLock.id, poetryLock, `${entry('a')}[metadata]\nlock-version = "3.0"\n`],
    [uvLock.id, uvLock, `version = 2\n${entry('a', 'source = { registry = "https://pypi.org/simple" }')}`],
    [pdmLock.id, pdmLock, `[metadata]\nlock_version = "5.0"\n${entry('a', 'groups = ["default"]')}`],
    [pylock.id, pylock, 'lock-version = "2.0"\n[[packages]]\nname = "a"\nversion = "1.0"\n'],
    [pipfileLock.id, pipfileLock, '{"_meta":{"pipfile-spec":7},"default":{"a":{"version":"==1.0"}}}'],
  ])('of %s are unsupported, and what can be read is read', async (_, reader, text) => {
    const result = await read(reader, text);
    expect(result.outcome).toBe('unsupported');
    expect(result.issues).toMatchObject([{ kind: 'unsupported_version' }]);
    expect(result.packages).toMatchObject([{ name: 'a', version: '1.0' }]);
  });
});

describe('damaged locks', () => {
  it.each([poetryLock, uvLock, pdmLock, pylock, pipfileLock])('$id fails on merge markers and other formats', async (reader) => {
    for (const text of ['<<<<<<< HEAD\n[[package]]\n=======\n>>>>>>> x\n', '<html></html>']) {
      await expect(read(reader, text)).rejects.toThrow(InputError);
    }
  });

  it('names the line of a syntax error', async () => {
    const { issues } = await read(uvLock, `version = 1\n\nname = "open\n`);
    expect(issues).toMatchObject([{ kind: 'unparsable', line: 3 }]);
  });

  it.each([poetryLock, uvLock, pdmLock, pylock])('$id keeps the entries around a line that is no TOML', async (reader) => {
    const list = reader.id === 'pylock' ? 'packages' : 'package';
    for (const line of ['name = "twice"', 'dependencies = [', 'what is this', 'version = "open', '[package']) {
      const entries = ['a', 'b', 'c'].map((name) => `[[${list}]]\nname = "${name}"\nversion = "1.0"\n${name === 'b' ? `${line}\n` : ''}\n`);
      const { packages, issues } = await read(reader, entries.join(''));
      expect(
        packages.map(({ name }) => name),
        line,
      ).toEqual(expect.arrayContaining(['a', 'c']));
      expect(
        issues.some(({ note }) => !note),
        line,
      ).toBe(true);
    }
  });

  it.each([
    ['a poetry.lock without its end', poetryLock, entry('a')],
    ['an entry without a name', poetryLock, poetry('[[package]]\nversion = "1.0"\n')],
    ['an entry without a version', poetryLock, poetry('[[package]]\nname = "a"\n')],
    ['a version that is a number', uvLock, 'version = 1\n[[package]]\nname = "a"\nversion = 1\n'],
    ['a misspelt table', uvLock, `version = 1\n${entry('a').replace('package', 'pakage')}`],
    ['a lost header', poetryLock, poetry(`${entry('a', '[package.dependencies]')}name = "b"\nversion = "2.0"\n`)],
    ['a missing dependency', uvLock, `version = 1\n${entry('a', 'dependencies = [{ name = "gone" }]')}`],
    ['a missing dependency of PDM', pdmLock, `[metadata]\nlock_version = "4.5"\n${entry('a', 'dependencies = ["gone>=1"]')}`],
    [
      'a missing dependency of a pylock',
      pylock,
      'lock-version = "1.0"\n[[packages]]\nname = "a"\nversion = "1"\ndependencies = [{name = "gone"}]\n',
    ],
    ['a pylock without packages', pylock, 'lock-version = "1.0"\n'],
    ['an entry of Pipfile.lock that is a text', pipfileLock, '{"default":{"a":"==1.0"}}'],
    ['an array for a category', pipfileLock, '{"default":[]}'],
    ['an empty object', pipfileLock, '{}'],
  ])('%s is never silent', async (_, reader, text) => {
    const issues = await read(reader, text).then(
      (result) => result.issues.length,
      (error: unknown) => (error instanceof InputError ? 1 : 0),
    );
    expect(issues).toBeGreaterThan(0);
  });

  it('notes a lock that does not end in a line feed', async () => {
    const { issues } = await read(uvLock, `version = 1\n${entry('a').trim()}`);
    expect(issues).toMatchObject([{ kind: 'unparsable', note: true }]);
  });

  it('takes every proper beginning of a poetry.lock for damaged', async () => {
    const whole = poetry(entry('a') + entry('b'));
    for (let end = 1; end < whole.indexOf('[metadata]'); end++)
      expect(await outcomeOf(poetryLock, 'poetry.lock', whole.slice(0, end))).toSatisfy(
        (outcome) => outcome instanceof InputError || outcome.issues[0]?.kind === 'unparsable',
      );
  });
});

describe('the manifest beside a lock', () => {
  it('tells what is direct', async () => {
    const manifest = '[project]\nname = "me"\ndependencies = ["A_x>=1"]\n';
    const { packages } = await read(poetryLock, poetry(entry('a.x') + entry('b')), { 'pyproject.toml': manifest });
    expect(packages.map(({ name, direct }) => [name, direct])).toEqual([
      ['a-x', true],
      ['b', false],
    ]);
  });

  it('is noted when unreadable, and the lock is still read', async () => {
    const { packages, issues } = await read(poetryLock, poetry(entry('a')), { 'pyproject.toml': 'x = [' });
    expect(packages).toMatchObject([{ name: 'a', direct: null }]);
    expect(issues).toMatchObject([{ path: 'pyproject.toml', note: true }]);
  });

  it('names the groups of PDM that are for development, and the extras', async () => {
    const lock = `[metadata]\nlock_version = "4.5"\n${entry('a', 'groups = ["tests"]')}${entry('b', 'groups = ["speed"]')}${entry('c', 'groups = ["tests", "speed"]')}`;
    const manifest = '[project.optional-dependencies]\nspeed = ["b"]\n[dependency-groups]\ntests = ["a"]\n';
    const scopes = async (beside: Record<string, string>) => (await read(pdmLock, lock, beside)).packages.map(({ scope }) => scope);
    expect(await scopes({ 'pyproject.toml': manifest })).toEqual(['dev', 'optional', 'optional']);
    expect(await scopes({})).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('of Pipenv may be broken', async () => {
    const { packages, issues } = await read(pipfileLock, '{"default":{"a":{"version":"==1.0"}}}', { Pipfile: '[packages' });
    expect(packages).toMatchObject([{ name: 'a', direct: null, scope: 'prod' }]);
    expect(issues).toMatchObject([{ path: 'Pipfile', note: true }]);
  });
});

describe('scopes of a uv.lock', () => {
  const registry = 'source = { registry = "https://pypi.org/simple" }\n';
  const lock = (root: string, others: string) => `version = 1\n${entry('me', `source = { virtual = "." }\n${root}`)}${others}`;
  const scopes = async (text: string) => Object.fromEntries((await read(uvLock, text)).packages.map(({ name, scope }) => [name, scope]));

  it('take the strongest way that leads to a package', async () => {
    const root =
      'dependencies = [{ name = "a" }]\n[package.optional-dependencies]\nx = [{ name = "b" }]\n[package.dev-dependencies]\ndev = [{ name = "c" }, { name = "b" }]\n';
    const others =
      entry('a', registry) +
      entry('b', registry) +
      entry('c', `${registry}dependencies = [{ name = "a" }, { name = "d" }]`) +
      entry('d', registry);
    expect(await scopes(lock(root, others))).toEqual({ a: 'prod', b: 'optional', c: 'dev', d: 'dev' });
  });

  it('follow an extra only where it is asked for', async () => {
    const extra = entry('a', `${registry}[package.optional-dependencies]\nx = [{ name = "b" }]\n`) + entry('b', registry);
    expect(await scopes(lock('dependencies = [{ name = "a", extra = ["x"] }]', extra))).toEqual({ a: 'prod', b: 'prod' });
    expect(await scopes(lock('dependencies = [{ name = "a" }]', extra))).toEqual({ a: 'prod', b: 'unknown' });
  });

  it('end on cycles', async () => {
    const others = entry('a', `${registry}dependencies = [{ name = "b" }]`) + entry('b', `${registry}dependencies = [{ name = "a" }]`);
    expect(await scopes(lock('[package.dev-dependencies]\ndev = [{ name = "a" }]', others))).toEqual({ a: 'dev', b: 'dev' });
  });

  it('do not grow with the square of a repeated name', async () => {
    const many = entry('a', `${registry}dependencies = [{ name = "a" }]`).repeat(20_000);
    const started = cpuTime();
    await read(uvLock, lock('dependencies = [{ name = "a" }]', many));
    expect(cpuTime() - started).toBeLessThan(8000);
  });
});

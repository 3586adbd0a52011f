import { describe, expect, it } from 'vitest';
import { yarnBerry } from '../../../src/collect/lockfiles/formats/yarn-berry/yarn-berry.js';
import { yarnClassic } from '../../../src/collect/lockfiles/formats/yarn-classic/yarn-classic.js';
import type { LockfileReader, ReadResult } from '../../../src/collect/reader.js';
import { chosen, type MemoryFiles, readFrom } from '../../support/memory-files.js';

const CLASSIC = '# yarn lockfile v1\n\n\n';
const BERRY = '__metadata:\n  version: 8\n\n';

describe('yarn.lock', () => {
  it('is told apart by its metadata', () => {
    const readers = [yarnBerry, yarnClassic];
    expect(chosen(readers, 'yarn.lock', `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n`)?.id).toBe('yarn-classic');
    expect(chosen(readers, 'yarn.lock', `# by yarn\n${BERRY}`)?.id).toBe('yarn-berry');
    expect(chosen(readers, 'yarn.lock', '')).toBeUndefined();
  });
});

describe('an entry of either Yarn lock', () => {
  const classic = (version: string) => `${CLASSIC}a@^1.0.0:\n${version}  dependencies:\n    b "^2.0.0"\n`;
  const berry = (version: string) =>
    `${BERRY}"a@npm:^1.0.0":\n${version}  resolution: "a@npm:1.0.0"\n  dependencies:\n    b: "npm:^2.0.0"\n  languageName: node\n  linkType: hard\n`;

  it.each([
    ['Yarn 1', yarnClassic, classic(''), '^1.0.0'],
    ['Yarn 2', yarnBerry, berry(''), 'npm:1.0.0'],
  ])('without a version is unresolved: %s', async (_, reader, lock, requirement) => {
    const { packages, unresolved, issues } = await read(reader, lock);
    expect(packages).toEqual([]);
    expect(unresolved).toEqual([{ name: 'a', requirement, line: 4, scope: 'unknown', direct: null }]);
    expect(issues.map(({ reason }) => reason)).toEqual(['no version is stated for "a"']);
  });

  it.each([
    ['Yarn 1', yarnClassic, classic('  version "1 0"\n')],
    ['Yarn 2', yarnBerry, berry('  version: "1 0"\n')],
  ])('with an impossible version is an issue: %s', async (_, reader, lock) => {
    const { packages, unresolved, issues } = await read(reader, lock);
    expect([packages, unresolved]).toEqual([[], []]);
    expect(issues.map(({ reason }) => reason)).toEqual(['"a" in version "1 0" is no name and version']);
  });
});

describe('the lock of Yarn 1', () => {
  const manifest = { 'package.json': '{"dependencies": {"a": "^1.0.0"}, "devDependencies": {"d": "^1.0.0"}}' };
  const lock = `${CLASSIC}a@^1.0.0:
  version "1.0.0"
  dependencies:
    b "^2.0.0"

b@^2.0.0, b@>=1:
  version "2.1.0"

d@^1.0.0:
  version "1.2.0"
  optionalDependencies:
    "@s/e" "*"

"@s/e@*":
  version "5.0.0"
`;

  it('takes direct and development from the manifest', async () => {
    const result = await read(yarnClassic, lock, manifest);
    expect(facts(result)).toEqual({ a: ['prod', true], b: ['prod', false], d: ['dev', true], '@s/e': ['dev', false] });
    expect(result.packages[0]?.dependencies).toEqual(['b@^2.0.0']);
  });

  it('says that it cannot tell without a manifest', async () => {
    expect(facts(await read(yarnClassic, lock))['a']).toEqual(['unknown', null]);
  });

  it('leads to every version of a name when resolutions have replaced the range', async () => {
    const result = await read(
      yarnClassic,
      `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n  dependencies:\n    b "^9.0.0"\n\nb@1.0.0:\n  version "1.0.0"\n`,
    );
    expect(result.packages[0]?.dependencies).toEqual(['b@1.0.0']);
    expect(result.issues).toEqual([]);
  });

  it('accepts that members of the workspace are not in the lock', async () => {
    const files = {
      'package.json': '{"workspaces": ["libs/*"]}',
      'libs/x/package.json': '{"name": "@w/x", "dependencies": {"a": "^1.0.0"}}',
    };
    const result = await read(yarnClassic, `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n  dependencies:\n    "@w/x" "^1.0.0"\n`, files);
    expect(result).toMatchObject({ issues: [], members: ['libs/x'], local: ['@w/x'] });
    expect(facts(result)['a']).toEqual(['prod', true]);
  });

  it.each([
    ['a cut-off field', `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n\nb@^1.0.0:\n  vers`],
    ['an open quote', `${CLASSIC}a@^1.0.0:\n  version "1.0`],
    ['a field that belongs to nothing', `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n\n  version "2.0.0"\nx y z\n`],
    ['an entry without a version', `${CLASSIC}a@^1.0.0:\n  resolved "https://r/a/-/a-1.0.0.tgz"\n`],
    ['a dependency that is not there', `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n  dependencies:\n    b "^1.0.0"\n`],
    ['a pattern that is there twice', `${CLASSIC}a@^1.0.0:\n  version "1.0.0"\n\na@^1.0.0:\n  version "1.0.1"\n`],
  ])('speaks up about %s', async (_, text) => {
    expect((await read(yarnClassic, text)).issues.length).toBeGreaterThan(0);
  });

  it.each([
    ['', 'empty'],
    ['<html>', 'not a line'],
    [`${CLASSIC}<<<<<<< HEAD\na@1:\n`, 'merge-conflict'],
  ])('refuses %j', async (text, reason) => {
    await expect(read(yarnClassic, text)).rejects.toThrow(reason);
  });
});

describe('the lock of Yarn 2 and later', () => {
  const entry = (descriptor: string, resolution: string, rest = '') =>
    `"${descriptor}":\n  version: ${/@npm:([\d.]+)/.exec(resolution)?.[1] ?? '0.0.0'}\n  resolution: "${resolution}"\n${rest}  languageName: node\n  linkType: hard\n\n`;

  it('finds ranges with and without their protocol', async () => {
    const root = entry('root@workspace:.', 'root@workspace:.', '  dependencies:\n    a: ^1.0.0\n    b: "npm:^2.0.0"\n');
    const result = await read(yarnBerry, BERRY + entry('a@npm:^1.0.0', 'a@npm:1.0.0') + entry('b@npm:^2.0.0', 'b@npm:2.0.0') + root);
    expect(facts(result)).toEqual({ a: ['unknown', true], b: ['unknown', true] });
    expect(result.local).toEqual(['root']);
  });

  it('takes a peer of the workspace for direct only when the manifest declares it too', async () => {
    const root = entry('root@workspace:.', 'root@workspace:.', '  dependencies:\n    a: ^1.0.0\n  peerDependencies:\n    a: "*"\n');
    const lock = BERRY + entry('a@npm:^1.0.0', 'a@npm:1.0.0') + root;
    expect(facts(await read(yarnBerry, lock))['a']).toEqual(['unknown', false]);
    expect(facts(await read(yarnBerry, lock, { 'package.json': '{"devDependencies": {"a": "^1.0.0"}}' }))['a']).toEqual(['dev', true]);
  });

  it('gives a patched package the source of what it patches', async () => {
    const patched = entry('a@patch:a@npm%3A1.0.0#./a.patch', 'a@patch:a@npm%3A1.0.0#./a.patch::version=1.0.0&hash=ab');
    const git = entry('b@patch:b@https%3A//github.com/o/b.git#x', 'b@patch:b@https%3A//github.com/o/b.git%23commit=0123456789#x');
    const result = await read(yarnBerry, BERRY + patched + git);
    expect(result.packages.map((item) => item.source)).toEqual([
      undefined,
      { kind: 'git', url: 'https://github.com/o/b.git', commit: '0123456789' },
    ]);
  });

  it('takes links, portals and folders for local, archives for packages', async () => {
    const kinds = ['link:../a', 'portal:../b', 'file:../c#../c::hash=1', 'file:./d.tgz::hash=2'];
    const result = await read(yarnBerry, BERRY + kinds.map((kind, n) => entry(`p${n}@${kind}`, `p${n}@${kind}`)).join(''));
    expect(result.local).toEqual(['p0', 'p1', 'p2']);
    expect(result.packages.map((item) => [item.name, item.source?.kind])).toEqual([['p3', 'file']]);
  });

  it.each([
    ['an entry that was cut off', `${BERRY}"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n`],
    ['an entry without a version', `${BERRY}"a@npm:^1.0.0":\n  resolution: "a@npm:1.0.0"\n  linkType: hard\n`],
    ['a newer metadata version', `__metadata:\n  version: 99\n\n${entry('a@npm:^1.0.0', 'a@npm:1.0.0')}`],
    ['a dependency that is not there', BERRY + entry('a@npm:^1.0.0', 'a@npm:1.0.0', '  dependencies:\n    b: ^1.0.0\n')],
    ['a line at another depth', `${BERRY}"a@npm:^1.0.0":\n  version: 1.0.0\n   resolution: "a@npm:1.0.0"\n  linkType: hard\n`],
  ])('speaks up about %s', async (_, text) => {
    expect((await read(yarnBerry, text)).issues.length).toBeGreaterThan(0);
  });

  it('reads a lock of a newer metadata version, and notes it', async () => {
    const { packages, issues } = await read(yarnBerry, `__metadata:\n  version: 99\n\n${entry('a@npm:^1.0.0', 'a@npm:1.0.0')}`);
    expect(packages).toMatchObject([{ name: 'a', version: '1.0.0' }]);
    expect(issues).toMatchObject([{ kind: 'unsupported_version', note: true }]);
  });

  it('asks the manifest beside it where the lock lists no workspace', async () => {
    const files = {
      'yarn.lock': `${BERRY}${entry('a@npm:^1.0.0', 'a@npm:1.0.0')}${entry('d@npm:^1.0.0', 'd@npm:1.0.0')}`,
      'package.json': '{"dependencies": {"a": "^1.0.0"}, "devDependencies": {"d": "^1.0.0"}}',
    };
    const { packages } = await readFrom(yarnBerry, files, 'yarn.lock');
    expect(packages.map(({ name, scope, direct }) => [name, scope, direct])).toEqual([
      ['a', 'prod', true],
      ['d', 'dev', true],
    ]);
  });

  it('refuses a file without metadata', async () => {
    await expect(read(yarnBerry, '"a@npm:^1.0.0":\n  version: 1.0.0\n')).rejects.toThrow('__metadata');
  });
});

async function read(reader: LockfileReader, text: string, files: MemoryFiles = {}): Promise<ReadResult> {
  return readFrom(reader, { ...files, 'yarn.lock': text }, 'yarn.lock');
}

function facts(result: ReadResult): Record<string, unknown> {
  return Object.fromEntries(result.packages.map((item) => [item.name, [item.scope, item.direct]]));
}

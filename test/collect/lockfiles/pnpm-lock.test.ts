import { describe, expect, it } from 'vitest';
import { pnpmLock } from '../../../src/collect/lockfiles/formats/pnpm-lock/pnpm-lock.js';
import type { ReadResult } from '../../../src/collect/reader.js';
import { cpuTime } from '../../support/cpu-time.js';
import { readFrom } from '../../support/memory-files.js';

const V9 = "lockfileVersion: '9.0'\n";

describe("pnpm's lock", () => {
  it('takes for development what only development dependencies lead to', async () => {
    const result = await read(
      `${V9}importers:
  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0
    devDependencies:
      b:
        specifier: ^1.0.0
        version: 1.0.0
  web:
    optionalDependencies:
      d:
        specifier: ^1.0.0
        version: 1.0.0
packages:
  a@1.0.0:
    resolution: {integrity: sha512-a}
  b@1.0.0:
    resolution: {integrity: sha512-b}
  c@1.0.0:
    resolution: {integrity: sha512-c}
  d@1.0.0:
    resolution: {integrity: sha512-d}
  e@1.0.0:
    resolution: {integrity: sha512-e}
  lone@1.0.0:
    resolution: {integrity: sha512-l}
snapshots:
  a@1.0.0:
    dependencies:
      c: 1.0.0
  b@1.0.0:
    dependencies:
      c: 1.0.0
      e: 1.0.0
  c@1.0.0: {}
  d@1.0.0:
    optional: true
  e@1.0.0: {}
  lone@1.0.0: {}
`,
    );
    expect(scopes(result)).toEqual({ a: 'prod', b: 'dev', c: 'prod', d: 'optional', e: 'dev', lone: 'unknown' });
    expect(result.packages.filter((item) => item.direct).map((item) => item.name)).toEqual(['a', 'b', 'd']);
    expect(result.members).toEqual(['web']);
    expect(result.issues).toEqual([]);
  });

  it('joins the edges of all snapshots of one package', async () => {
    const result = await read(
      `${V9}packages:
  a@1.0.0: {}
  b@1.0.0: {}
  b@2.0.0: {}
snapshots:
  a@1.0.0(b@1.0.0):
    dependencies:
      b: 1.0.0
  a@1.0.0(b@2.0.0):
    dependencies:
      b: 2.0.0
  b@1.0.0: {}
  b@2.0.0: {}
`,
    );
    expect(result.packages.find((item) => item.name === 'a')?.dependencies).toEqual(['b@1.0.0', 'b@2.0.0']);
    expect(result.packages).toHaveLength(3);
  });

  it('reports a package that is named and not there', async () => {
    const result = await read("lockfileVersion: '6.0'\ndependencies:\n  a:\n    specifier: 1.0.0\n    version: 1.0.0\n");
    expect(result.issues.map((issue) => issue.reason)).toEqual([expect.stringContaining('/a@1.0.0')]);
  });

  it('marks what only optional dependencies lead to', async () => {
    const text = 'lockfileVersion: 5.4\noptionalDependencies:\n  a: 1.0.0\npackages:\n  /a/1.0.0:\n    optional: true\n    dev: false\n';
    expect(scopes(await read(text))).toEqual({ a: 'optional' });
  });

  it('reads the package manager’s own document as well', async () => {
    const document = (name: string) => `---\n${V9}packages:\n  ${name}@1.0.0: {}\nsnapshots:\n  ${name}@1.0.0: {}\n`;
    const result = await read(document('pnpm') + document('a'));
    expect(result.packages.map((item) => [item.name, item.line])).toEqual([
      ['pnpm', 4],
      ['a', 10],
    ]);
  });

  it.each([
    ['a package without a snapshot', `${V9}packages:\n  a@1.0.0: {}\n`],
    ['a snapshot without a package', `${V9}packages:\nsnapshots:\n  a@1.0.0: {}\n`],
    ['a package that is there twice', "lockfileVersion: '6.0'\npackages:\n  /a@1.0.0:\n    dev: false\n  /a@1.0.0:\n    dev: false\n"],
    ['a line at another depth', "lockfileVersion: '6.0'\npackages:\n  /a@1.0.0:\n    dev: false\n /b@1.0.0:\n    dev: false\n"],
    ['a mark that is neither true nor false', "lockfileVersion: '6.0'\npackages:\n  /a@1.0.0:\n    dev: perhaps\n"],
    ['a section nobody knows', `${V9}qackages:\n  a@1.0.0: {}\n`],
    ['a tab as indentation', `${V9}packages:\n\ta@1.0.0: {}\n`],
    ['two lines run together', "lockfileVersion: '6.0'\npackages:\n  /a@1.0.0:\n    dev: false  /b@1.0.0:\n    dev: false\n"],
  ])('speaks up about %s', async (_, text) => {
    expect((await read(text)).issues.length).toBeGreaterThan(0);
  });

  it('reads texts and ranges that begin with a comparison, as pnpm writes them', async () => {
    const { packages, issues } = await read(`${V9}importers:
  .:
    dependencies:
      old:
        specifier: <4.18
        version: 1.0.0
packages:
  old@1.0.0:
    resolution: {integrity: sha512-a}
    engines: {node: <24}
    deprecated: < 24.15.0 is no longer supported
    peerDependencies:
      typescript: <6
  other@2.0.0:
    resolution: {integrity: sha512-b}
    deprecated: =< 3 will not do
snapshots:
  old@1.0.0: {}
  other@2.0.0: {}
`);
    expect(packages.map(({ name, version }) => `${name}@${version}`)).toEqual(['old@1.0.0', 'other@2.0.0']);
    expect(issues).toEqual([]);
  });

  it.each([
    ['a bracket that never closes', 'resolution: {integrity: sha512-a'],
    ['an anchor', 'deprecated: &a no'],
    ['a reserved character', 'deprecated: @nobody'],
    ['words without a key', 'what is this'],
  ])('keeps the packages around %s', async (_, line) => {
    const { packages, issues } = await read(
      `${V9}packages:\n  a@1.0.0:\n    ${line}\n  b@1.0.0:\n    resolution: {integrity: sha512-b}\nsnapshots:\n  a@1.0.0: {}\n  b@1.0.0: {}\n`,
    );
    expect(packages.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(issues).toMatchObject([{ kind: 'unparsable', line: expect.any(Number) }]);
  });

  it.each([
    ['', 'empty file'],
    ['packages:\n  a@1.0.0: {}\n', 'no lockfileVersion'],
    ["lockfileVersion: '12.0'\npackages:\n", 'none of'],
  ])('refuses %j', async (text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });

  it('takes a private registry from the tarball, the resolution of a folder for local', async () => {
    const result = await read(
      `${V9}packages:
  a@1.0.0:
    resolution: {integrity: sha512-a, tarball: https://npm.corp.example/a/-/a-1.0.0.tgz}
  b@file:../b:
    resolution: {directory: ../b, type: directory}
  c@git+https://git.example/c.git#0123456:
    resolution: {commit: 0123456789abcdef0123456789abcdef01234567, repo: https://git.example/c.git, type: git}
    version: 3.0.0
snapshots:
  a@1.0.0: {}
  b@file:../b: {}
  c@git+https://git.example/c.git#0123456: {}
`,
    );
    expect(result.packages.map((item) => item.source)).toEqual([
      { kind: 'registry', url: 'https://npm.corp.example' },
      { kind: 'git', url: 'https://git.example/c.git', commit: '0123456789abcdef0123456789abcdef01234567' },
    ]);
    expect(result.local).toEqual(['b']);
  });

  it('needs time in proportion to the size', async () => {
    const entries = Array.from(
      { length: 20_000 },
      (_, n) =>
        `  /p${n}@1.0.0:\n    resolution: {integrity: sha512-${n}}\n    dependencies:\n      p${(n + 1) % 20_000}: 1.0.0\n    dev: false\n`,
    );
    const started = cpuTime();
    const result = await read(`lockfileVersion: '6.0'\npackages:\n${entries.join('')}`);
    expect(result.packages).toHaveLength(20_000);
    expect(cpuTime() - started).toBeLessThan(3_000);
  });
});

async function read(text: string): Promise<ReadResult> {
  return readFrom(pnpmLock, { 'pnpm-lock.yaml': text }, 'pnpm-lock.yaml');
}

function scopes(result: ReadResult): Record<string, unknown> {
  return Object.fromEntries(result.packages.map((item) => [item.name, item.scope]));
}

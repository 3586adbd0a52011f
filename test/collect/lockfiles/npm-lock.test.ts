import { describe, expect, it } from 'vitest';
import { npmLock, npmShrinkwrap } from '../../../src/collect/lockfiles/formats/npm-lock/npm-lock.js';
import type { ReadResult } from '../../../src/collect/reader.js';
import { InputError } from '../../../src/support/errors.js';
import { cpuTime } from '../../support/cpu-time.js';
import { outcomeOf, readFrom } from '../../support/memory-files.js';

describe("npm's lock", () => {
  it('follows nested node_modules as Node does', async () => {
    const result = await lock({
      '': { dependencies: { a: '1', b: '2' } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^1', c: '*', missing: '*' } },
      'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '*' } },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/c': { version: '3.0.0', peerDependencies: { b: '*' } },
    });
    expect(edges(result)).toEqual({
      'a@1.0.0': ['node_modules/a/node_modules/b', 'node_modules/c'],
      'b@1.5.0': ['node_modules/c'],
      'b@2.0.0': [],
      'c@3.0.0': ['node_modules/b'],
    });
  });

  it('takes what a workspace member declares for direct, from its own node_modules first', async () => {
    const result = await lock({
      '': { workspaces: ['apps/*'] },
      'apps/web': { name: 'web', devDependencies: { b: '^1', c: '*' } },
      'apps/web/node_modules/b': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/c': { version: '3.0.0' },
      'node_modules/web': { resolved: 'apps/web', link: true },
    });
    expect(marks(result)).toEqual({ 'b@1.0.0': true, 'b@2.0.0': false, 'c@3.0.0': true });
    expect(result.members).toEqual(['apps/web']);
  });

  it('says that it cannot tell what is direct when nothing is declared', async () => {
    const result = await lock({ '': {}, 'node_modules/a': { version: '1.0.0' } });
    expect(result.packages[0]?.direct).toBeNull();
  });

  it('asks the manifest beside it when the lock does not say', async () => {
    const files = {
      'package-lock.json': JSON.stringify({ lockfileVersion: 1, dependencies: { a: { version: '1.0.0' }, b: { version: '1.0.0' } } }),
      'package.json': '{"dependencies": {"a": "^1.0.0"}}',
    };
    expect(marks(await readFrom(npmLock, files, 'package-lock.json'))).toEqual({ 'a@1.0.0': true, 'b@1.0.0': false });
  });

  it('names a broken manifest beside it and reads on', async () => {
    const files = { 'package-lock.json': '{"lockfileVersion": 1, "dependencies": {"a": {"version": "1.0.0"}}}', 'package.json': '{' };
    const result = await readFrom(npmLock, files, 'package-lock.json');
    expect(result.packages).toHaveLength(1);
    expect(result.issues).toEqual([expect.objectContaining({ path: 'package.json', kind: 'unparsable' })]);
  });

  it('keeps licences of every age', async () => {
    const result = await lock({
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b': { version: '1.0.0', license: { type: 'ISC', url: 'x' } },
      'node_modules/c': { version: '1.0.0', licenses: [{ type: 'MIT' }, 'BSD-3-Clause'] },
      'node_modules/d': { version: '1.0.0', license: ['MIT', 5] },
    });
    expect(result.packages.map((item) => item.licenses)).toEqual([['MIT'], ['ISC'], ['MIT', 'BSD-3-Clause'], ['MIT']]);
  });

  it('finds the line of every package, in minified text as well', async () => {
    const packages = { 'node_modules/10': { version: '1.0.0' }, 'node_modules/a': { version: '1.0.0' } };
    const pretty = await read(JSON.stringify({ lockfileVersion: 3, packages }, null, 2));
    expect(pretty.packages.map((item) => item.line)).toEqual([4, 7]);
    const minified = await read(JSON.stringify({ lockfileVersion: 3, packages }));
    expect(minified.packages.map((item) => item.line)).toEqual([1, 1]);
  });

  it.each([
    [
      'an entry that is there twice',
      '{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0"},"node_modules/a":{"version":"2.0.0"}}}',
    ],
    ['an entry without a version', '{"lockfileVersion":3,"packages":{"node_modules/a":{}}}'],
    [
      'a registry package outside of node_modules',
      '{"lockfileVersion":3,"packages":{"node_nodules/a":{"version":"1.0.0","resolved":"https://r/a/-/a.tgz","integrity":"sha512-a"}}}',
    ],
    ['an unknown member that may hold packages', '{"lockfileVersion":1,"dependemcies":{"a":{"version":"1.0.0"}}}'],
    [
      'a misspelt nested section',
      '{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","dependencias":{"b":{"version":"1.0.0"}}}}}',
    ],
    ['a list for an entry', '{"lockfileVersion":1,"dependencies":{"a":[]}}'],
  ])('speaks up about %s', async (_, text) => {
    expect((await read(text)).issues.length).toBeGreaterThan(0);
  });

  it.each([
    ['4', 'unsupported_version'],
    ['"3"', 'unsupported_version'],
    ['3', 'unparsable'],
  ])('refuses lockfileVersion %s without packages', async (version, issue) => {
    const outcome = await outcomeOf(npmLock, 'package-lock.json', `{"lockfileVersion": ${version}}`);
    expect(outcome).toBeInstanceOf(InputError);
    expect(outcome).toMatchObject({ issue });
  });

  it('takes an empty project for empty', async () => {
    expect(await read('{"name":"x","lockfileVersion":3,"requires":true,"packages":{}}')).toMatchObject({ packages: [], issues: [] });
    expect(await read('{"name":"x","lockfileVersion":1}')).toMatchObject({ packages: [], issues: [] });
  });

  it('yields to a shrinkwrap beside it', () => {
    expect(npmLock.yieldsTo).toContain(npmShrinkwrap.id);
    expect(npmLock.matches('a/npm-shrinkwrap.json')).toBe(false);
    expect(npmLock.matches('not-package-lock.json')).toBe(false);
  });

  it('needs time in proportion to the size, on one line too', async () => {
    const packages = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, n) => [`node_modules/p${n}`, { version: '1.0.0', dependencies: { [`p${n + 1}`]: '*' } }]),
    );
    const started = cpuTime();
    const result = await read(JSON.stringify({ lockfileVersion: 3, packages }));
    expect(result.packages).toHaveLength(40_000);
    expect(cpuTime() - started).toBeLessThan(3_000);
  });
});

function read(text: string): Promise<ReadResult> {
  return readFrom(npmLock, { 'package-lock.json': text }, 'package-lock.json');
}

function lock(packages: object): Promise<ReadResult> {
  return read(JSON.stringify({ name: 'x', lockfileVersion: 3, packages }, null, 2));
}

function edges(result: ReadResult): Record<string, string[]> {
  return Object.fromEntries(result.packages.map((item) => [`${item.name}@${item.version}`, item.dependencies ?? []]));
}

function marks(result: ReadResult): Record<string, unknown> {
  return Object.fromEntries(result.packages.map((item) => [`${item.name}@${item.version}`, item.direct]));
}

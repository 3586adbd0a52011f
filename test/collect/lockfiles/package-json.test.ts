import { describe, expect, it } from 'vitest';
import { alternatives, globMatches, pathMatches } from '../../../src/collect/lockfiles/entries/npm/workspace-globs.js';
import { packageJson } from '../../../src/collect/lockfiles/formats/package-json.js';
import type { ReadResult } from '../../../src/collect/reader.js';
import { cpuTime } from '../../support/cpu-time.js';
import { type MemoryFiles, readFrom } from '../../support/memory-files.js';

describe('package.json', () => {
  it.each(['1.2.3', '=1.2.3', 'v1.2.3', '= 1.2.3', 'npm:a@1.2.3', ' 1.2.3 '])('takes %j for one version', async (requirement) => {
    const result = await read({ dependencies: { a: requirement } });
    expect(result.packages).toEqual([{ name: 'a', version: '1.2.3', scope: 'prod', direct: true, line: 1 }]);
  });

  it.each(['^1.2.3', '~1.2.3', '1.2', '1.x', '>=1 <2', '1.2.3 || 2.0.0', '1.2.3 - 2.0.0', '', '*', 'latest', 'catalog:', 'npm:b@^1'])(
    'leaves %j unresolved',
    async (requirement) => {
      const result = await read({ dependencies: { a: requirement } });
      expect(result.packages).toEqual([]);
      expect(result.unresolved).toEqual([
        { name: requirement.includes('npm:') ? 'b' : 'a', requirement, scope: 'prod', direct: true, line: 1 },
      ]);
    },
  );

  it('takes repositories and archives for packages without a version, folders for local', async () => {
    const result = await read({
      dependencies: {
        a: 'o/r',
        b: 'git+https://x.example/b',
        c: 'https://x.example/c.tgz',
        d: 'file:d.tgz',
        e: 'file:../e',
        f: 'link:../f',
      },
    });
    expect(result.packages.map((item) => [item.name, item.version, item.source?.kind])).toEqual([
      ['a', null, 'git'],
      ['b', null, 'git'],
      ['c', null, 'url'],
      ['d', null, 'file'],
    ]);
    expect(result.local).toEqual(['e', 'f']);
  });

  it('takes a member of its workspace for local whatever the range says', async () => {
    const files = { 'libs/a/package.json': '{"name": "@w/a"}', 'libs/node_modules/b/package.json': '{"name": "b"}' };
    const result = await read({ workspaces: ['libs/**'], dependencies: { '@w/a': '^1.0.0', b: '1.0.0' } }, files);
    expect(result.unresolved).toEqual([]);
    expect(result.packages.map((item) => item.name)).toEqual(['b']);
    expect(new Set(result.local)).toEqual(new Set(['@w/a']));
  });

  it('points out a misspelt group of dependencies', async () => {
    for (const key of ['devDependancies', 'dependancies', 'Dependencies', 'peerDependencie']) {
      expect((await read({ [key]: { a: '1.0.0' } })).issues, key).toHaveLength(1);
    }
    expect((await read({ scripts: {}, dependenciesMeta: {}, peerDependenciesMeta: {}, engines: {} })).issues).toEqual([]);
  });

  it('speaks up about requirements and groups of another shape', async () => {
    expect((await read({ dependencies: { a: 1 } })).issues).toHaveLength(1);
    expect((await read({ dependencies: ['a'] })).issues).toHaveLength(1);
    expect((await read({ dependencies: [] })).issues).toEqual([]);
  });

  it('yields to every lock of its tools', () => {
    expect(packageJson.yieldsTo).toEqual(expect.arrayContaining(['npm-lock', 'pnpm-lock', 'yarn-classic', 'yarn-berry', 'bun-lock']));
  });
});

describe('workspace patterns', () => {
  it('match one segment at a time', () => {
    for (const [pattern, text] of [
      ['*', 'a'],
      ['a*', 'abc'],
      ['*c', 'abc'],
      ['a*c*', 'abcd'],
      ['a?c', 'abc'],
      ['a', 'a'],
    ] as const)
      expect(globMatches(pattern, text), pattern).toBe(true);
    for (const [pattern, text] of [
      ['a', 'b'],
      ['a*d', 'abc'],
      ['?', ''],
      ['a', 'ab'],
      ['*b', 'bc'],
    ] as const)
      expect(globMatches(pattern, text), pattern).toBe(false);
  });

  it('match folders at any depth, and what lies below', () => {
    expect(pathMatches(['**', 'old'], ['a', 'b', 'old'])).toBe(true);
    expect(pathMatches(['a', '*'], ['a', 'b', 'c'])).toBe(true);
    expect(pathMatches(['a', 'b'], ['a'])).toBe(false);
  });

  it('stand for each choice of their braces', () => {
    expect(alternatives('{a,b}/{c,d}')).toEqual(['a/c', 'a/d', 'b/c', 'b/d']);
    expect(alternatives('{a,b')).toEqual(['{a,b']);
  });

  it('need little time for patterns made to take long', () => {
    const started = cpuTime();
    expect(globMatches(`${'*a'.repeat(60)}b`, 'a'.repeat(250))).toBe(false);
    expect(alternatives('{a,b}'.repeat(40)).length).toBeLessThanOrEqual(64);
    expect(
      pathMatches(
        [...Array.from({ length: 12 }, () => '**'), 'x'],
        Array.from({ length: 60 }, () => 'a'),
      ),
    ).toBe(false);
    expect(cpuTime() - started).toBeLessThan(500);
  });
});

async function read(manifest: object, files: MemoryFiles = {}): Promise<ReadResult> {
  return readFrom(packageJson, { ...files, 'package.json': JSON.stringify(manifest) }, 'package.json');
}

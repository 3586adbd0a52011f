import { describe, expect, it } from 'vitest';
import { bunLock } from '../../../src/collect/lockfiles/formats/bun-lock.js';
import { denoLock } from '../../../src/collect/lockfiles/formats/deno-lock.js';
import type { ReadResult } from '../../../src/collect/reader.js';
import { readFrom } from '../../support/memory-files.js';

describe("Bun's lock", () => {
  it('notes a key that a workspace has twice, as its package.json has it', async () => {
    const lock = (more: string) => `{
  "lockfileVersion": 1,
  "workspaces": {
    "": {
      "name": "ui",
      "peerDependencies": {
        "react": "*",
        "react": "*"
      }
    }
  },
  "packages": {
    "react": ["react@19.0.0", "", {}, "sha512-r"]${more}
  }
}`;
    const { packages, issues } = await readFrom(bunLock, { 'bun.lock': lock('') }, 'bun.lock');
    expect(packages).toMatchObject([{ name: 'react', version: '19.0.0' }]);
    expect(issues).toMatchObject([{ line: 8, note: true }]);
    const hidden = await readFrom(bunLock, { 'bun.lock': lock(',\n    "react": ["react@18.0.0", "", {}, "sha512-s"]') }, 'bun.lock');
    expect(hidden.issues.find(({ line }) => line === 14)).not.toHaveProperty('note');
  });

  it('resolves a dependency to the deepest path that has its name', async () => {
    const result = await bun(
      { '': { dependencies: { '@s/a': '1', b: '2' } } },
      {
        '@s/a': ['@s/a@1.0.0', '', { dependencies: { b: '^1', c: '*' } }, 'sha512-a'],
        '@s/a/b': ['b@1.0.0', '', { dependencies: { c: '*' } }, 'sha512-b'],
        '@s/a/b/c': ['c@1.0.0', '', {}, 'sha512-c'],
        b: ['b@2.0.0', '', {}, 'sha512-b'],
        c: ['c@2.0.0', '', {}, 'sha512-c'],
      },
    );
    expect(Object.fromEntries(result.packages.map((item) => [item.key, item.dependencies ?? []]))).toEqual({
      '@s/a': ['@s/a/b', 'c'],
      '@s/a/b': ['@s/a/b/c'],
      '@s/a/b/c': [],
      b: [],
      c: [],
    });
  });

  it('takes for development what only development dependencies lead to', async () => {
    const info = { dependencies: { shared: '*', tool: '*' } };
    const result = await bun(
      { '': { dependencies: { a: '1' }, devDependencies: { d: '1' } } },
      {
        a: ['a@1.0.0', '', { dependencies: { shared: '*' } }],
        d: ['d@1.0.0', '', info],
        shared: ['shared@1.0.0', '', {}],
        tool: ['tool@1.0.0', '', {}],
      },
    );
    expect(result.packages.map((item) => [item.name, item.scope])).toEqual([
      ['a', 'prod'],
      ['d', 'dev'],
      ['shared', 'prod'],
      ['tool', 'dev'],
    ]);
  });

  it.each([
    ['a tuple that is none', { a: 'a@1.0.0' }],
    ['a tuple without a name', { a: [7, '', {}] }],
    ['a version that is none', { a: ['a@latest', '', {}] }],
    ['a name that is none', { a: ['\u001b[2J@1.0.0', '', {}] }],
  ])('speaks up about %s', async (_, packages) => {
    expect((await bun({}, packages)).issues.length).toBeGreaterThan(0);
  });

  it('speaks up about a declared package that is not there', async () => {
    expect((await bun({ '': { dependencies: { a: '1' } } }, {})).issues).toHaveLength(1);
  });

  it('refuses versions nobody knows, and what is no object', async () => {
    for (const text of ['{"lockfileVersion": 7}', '{"lockfileVersion": "1"}', '{}'])
      await expect(readBun(text), text).rejects.toThrow('none of 0 and 1');
    for (const text of ['[]', '{"lockfileVersion": 1, "packages": []}', '{"lockfileVersion": 1,'])
      await expect(readBun(text), text).rejects.toThrow();
  });
});

describe("Deno's lock", () => {
  it('puts packages of npm and JSR in their own ecosystems, without peers', async () => {
    const result = await deno({
      version: '4',
      jsr: { '@std/path@1.0.0': { integrity: 'a'.repeat(64) } },
      npm: { '@s/a@1.0.0_b@2.0.0__c@3.0.0': { integrity: 'sha512-a' } },
    });
    expect(result.packages.map(({ name, version, ecosystem, integrity }) => ({ name, version, ecosystem, integrity }))).toEqual([
      { name: '@s/a', version: '1.0.0', ecosystem: undefined, integrity: 'sha512-a' },
      { name: '@std/path', version: '1.0.0', ecosystem: 'jsr', integrity: `sha256:${'a'.repeat(64)}` },
    ]);
  });

  it('follows dependencies as each version writes them', async () => {
    const npm = { 'a@1.0.0': { dependencies: { b: 'b@2.0.0' } }, 'b@2.0.0': {} };
    for (const document of [
      { version: '2', npm: { specifiers: { 'a@1': 'a@1.0.0' }, packages: npm } },
      { version: '3', packages: { specifiers: { 'npm:a@1': 'npm:a@1.0.0' }, npm } },
      { version: '4', specifiers: { 'npm:a@1': '1.0.0' }, npm: { ...npm, 'a@1.0.0': { dependencies: ['b'] } } },
      { version: '5', specifiers: {}, npm: { ...npm, 'a@1.0.0': { dependencies: ['x@npm:b@2.0.0'] } } },
    ]) {
      const result = await deno(document);
      expect(result.packages.find((item) => item.name === 'a')?.dependencies, document.version).toEqual(['b@2.0.0']);
    }
  });

  it('has no packages in its first format and under remote', async () => {
    expect(await deno({ 'https://deno.land/x/a.ts': 'aa' })).toMatchObject({ packages: [], issues: [] });
    expect(await deno({ version: '5', remote: { 'https://deno.land/x/a.ts': 'aa' } })).toMatchObject({ packages: [], issues: [] });
  });

  it('speaks up about entries and members it does not understand', async () => {
    for (const document of [
      { version: '5', npm: { a: {} } },
      { version: '5', npm: { 'a@1.0.0': 7 } },
      { version: '5', mpn: {} },
      { version: '3', packages: { mpn: {} } },
    ]) {
      expect((await deno(document)).issues, JSON.stringify(document)).toHaveLength(1);
    }
  });

  it('refuses versions nobody knows', async () => {
    for (const version of ['1', '6', 5]) await expect(deno({ version })).rejects.toThrow('none of');
    await expect(deno({ version: '5', npm: [] })).rejects.toThrow('object');
  });
});

function bun(workspaces: object, packages: object): Promise<ReadResult> {
  return readBun(JSON.stringify({ lockfileVersion: 1, workspaces, packages }));
}

async function readBun(text: string): Promise<ReadResult> {
  return readFrom(bunLock, { 'bun.lock': text }, 'bun.lock');
}

async function deno(document: object): Promise<ReadResult> {
  return readFrom(denoLock, { 'deno.lock': JSON.stringify(document) }, 'deno.lock');
}

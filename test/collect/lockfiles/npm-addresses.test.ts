import { describe, expect, it } from 'vitest';
import { isFolder, isGitRequirement, sourceOf } from '../../../src/collect/lockfiles/entries/npm/npm-address.js';
import { isExactVersion, isName, splitDescriptor, unalias } from '../../../src/collect/lockfiles/entries/npm/npm-names.js';
import { quoteJson } from '../../../src/collect/quote.js';

const SHA = '0123456789abcdef0123456789abcdef01234567';

describe('source of a resolved address', () => {
  it.each([
    'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
    'https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#0123',
    'http://registry.npmjs.org/a/-/a-1.0.0.tgz',
    'a-1.0.0.tgz',
    '',
  ])('is left out for %j', (address) => {
    expect(sourceOf(address, 'a')).toBeUndefined();
  });

  it.each([
    ['https://npm.corp.example/repo/a/-/a-1.0.0.tgz', 'https://npm.corp.example/repo'],
    ['https://npm.corp.example/@s%2fa/-/a-1.0.0.tgz', 'https://npm.corp.example'],
    ['https://user:pass@npm.corp.example/a/-/a-1.0.0.tgz', 'https://npm.corp.example'],
    ['https://npm.pkg.github.com/download/@s/a/1.0.0/0123', 'https://npm.pkg.github.com'],
  ])('is the registry of %s', (address, url) => {
    expect(sourceOf(address, address.includes('@s') ? '@s/a' : 'a')).toEqual({ kind: 'registry', url });
  });

  it.each([
    [`git+ssh://git@github.com/o/r.git#${SHA}`, 'git+ssh://github.com/o/r.git'],
    [`https://github.com/o/r.git#commit=${SHA}`, 'https://github.com/o/r.git'],
    [`https://token@github.com/o/r.git#${SHA}`, 'https://github.com/o/r.git'],
    [`https://codeload.github.com/o/r/tar.gz/${SHA}`, 'git+https://github.com/o/r.git'],
    [`github:o/r#${SHA}`, 'git+https://github.com/o/r.git'],
    [`gitlab:o/r#${SHA}`, 'git+https://gitlab.com/o/r.git'],
    [`git@bitbucket.org:o/r.git#${SHA}`, 'git+ssh://bitbucket.org/o/r.git'],
  ])('is a repository and a commit for %s', (address, url) => {
    expect(sourceOf(address, 'a')).toEqual({ kind: 'git', url, commit: SHA });
  });

  it('takes branches and tags for no commit', () => {
    expect(sourceOf('git://github.com/o/r.git#main', 'a')).toEqual({ kind: 'git', url: 'git://github.com/o/r.git' });
    expect(sourceOf('git+ssh://github.com/o/r#semver:^1.2.0', 'a')?.commit).toBeUndefined();
  });

  it('never holds user info or the values of a query', () => {
    const source = sourceOf('https://user:hunter2@dl.example/a.tgz?token=hunter2', 'a');
    expect(source?.kind).toBe('url');
    expect(source?.url).not.toContain('hunter2');
  });

  it('tells archives on disk from folders', () => {
    expect(sourceOf('file:vendor/a-1.0.0.tgz', 'a')).toEqual({ kind: 'file', url: 'file:vendor/a-1.0.0.tgz' });
    for (const folder of ['file:../a', 'link:../a', 'portal:../a', 'workspace:*']) expect(isFolder(folder), folder).toBe(true);
    for (const other of ['file:a.tgz', 'file:a.tar.gz', '^1.0.0', 'https://x/a']) expect(isFolder(other), other).toBe(false);
  });

  it('knows what package managers take for a repository', () => {
    for (const text of ['o/r', 'o/r#main', 'github:o/r', 'git+https://x/y', 'https://x/y.git#v1'])
      expect(isGitRequirement(text), text).toBe(true);
    for (const text of ['^1.0.0', '1.x', './o/r', '@o/r', 'https://x/y.tgz', 'latest']) expect(isGitRequirement(text), text).toBe(false);
  });
});

describe('names and versions', () => {
  it('splits at the @ that opens no scope', () => {
    expect(splitDescriptor('@s/a@^1')).toEqual({ name: '@s/a', rest: '^1' });
    expect(splitDescriptor('a@npm:b@1')).toEqual({ name: 'a', rest: 'npm:b@1' });
    expect(splitDescriptor('@s/a')).toEqual({ name: '@s/a', rest: '' });
  });

  it('gives the real name of an alias', () => {
    expect(unalias('x', 'npm:@s/real@^1')).toEqual({ name: '@s/real', rest: '^1' });
    expect(unalias('x', 'npm:^1.0.0')).toEqual({ name: 'x', rest: '^1.0.0' });
    expect(unalias('x', '^1.0.0')).toEqual({ name: 'x', rest: '^1.0.0' });
    expect(unalias('x', 'npm:real')).toEqual({ name: 'real', rest: '' });
  });

  it('refuses names and versions that no registry can hold', () => {
    for (const name of ['', '_a', '.a', 'a b', 'a\u0000', '\u001b[2Ja', 'a\u202eb', 'x'.repeat(600)])
      expect(isName(name), quoteJson(name)).toBe(false);
    for (const name of ['a', '@s/a', 'JSONStream', 'a.b-c_d~e', 'constructor']) expect(isName(name), name).toBe(true);
    for (const version of ['1.2', '^1.2.3', 'latest', `1.2.${'9'.repeat(600)}`])
      expect(isExactVersion(version), quoteJson(version)).toBe(false);
  });

  it('quotes evidence shortly and without what a terminal obeys', () => {
    expect(quoteJson('a\u001b[2J\u202e"')).toBe('"a\\u001b[2J?\\""');
    expect(quoteJson('x'.repeat(500)).length).toBeLessThan(90);
    expect(quoteJson(`${'x'.repeat(60)} https://user:${'hunter2'.repeat(4)}@h.test/`)).not.toContain('hunter2');
  });
});

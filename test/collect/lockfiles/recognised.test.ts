import { describe, expect, it } from 'vitest';
import { isRecognised, recognisedFiles, recognisedOf } from '../../../src/collect/lockfiles/recognised.js';
import { lockfileReaders } from '../../../src/collect/lockfiles/registry.js';
import type { LockfileReader } from '../../../src/collect/reader.js';
import { ecosystemOf } from '../../../src/ecosystems/registry.js';

const readers: readonly LockfileReader[] = lockfileReaders;

describe('files that are recognised but not read', () => {
  it.each([
    ['deep/in/Cargo.toml', 'cargo-lock'],
    ['Gemfile', 'gemfile-lock'],
    ['pkg/thing.gemspec', 'gemfile-lock'],
    ['app/build.gradle.kts', 'gradle-lockfile'],
    ['lib/thing.cabal', 'cabal-freeze'],
    ['bun.lockb', 'bun-lock'],
  ])('%s is spoken for by %s', (path, id) => {
    expect(recognisedOf(path)?.yieldsTo).toContain(id);
  });

  it.each(['README.md', 'cargo.toml', 'Gemfile.bak', '.cabal', 'docs/Gemfile/index.md', '__proto__', ''])('%j is not one', (path) => {
    expect(isRecognised(path)).toBe(false);
  });

  it('are none that a reader takes', () => {
    const names = recognisedFiles.map(({ title }) => title.replace('*', 'x'));
    expect(names.filter((name) => readers.some((reader) => reader.matches(name)))).toEqual([]);
    expect(names.every(isRecognised)).toBe(true);
  });

  it('yield only to readers that exist, and belong to ecosystems that exist', () => {
    const ids = readers.map((reader) => reader.id);
    for (const { title, yieldsTo, ecosystem } of recognisedFiles) {
      expect(
        yieldsTo.filter((id) => !ids.includes(id)),
        title,
      ).toEqual([]);
      if (ecosystem !== undefined && ecosystem !== 'Julia') expect(ecosystemOf(ecosystem), title).toBeDefined();
    }
  });

  it('all say what can be done', () => {
    for (const { title, hint } of recognisedFiles) expect(hint, title).toBeTruthy();
  });
});

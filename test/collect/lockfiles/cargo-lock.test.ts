import { describe, expect, it } from 'vitest';
import { cargoLock } from '../../../src/collect/lockfiles/formats/cargo-lock/cargo-lock.js';
import { cargoMembers } from '../../../src/collect/lockfiles/formats/cargo-lock/cargo-members.js';
import type { ReadContext } from '../../../src/collect/reader.js';
import { cpuTime } from '../../support/cpu-time.js';
import { memoryContext, memoryFile, readFrom } from '../../support/memory-files.js';

const CRATES = 'source = "registry+https://github.com/rust-lang/crates.io-index"\n';
const crate = (name: string, version: string, more = CRATES) => `[[package]]\nname = "${name}"\nversion = "${version}"\n${more}\n`;
const read = (text: string) => readFrom(cargoLock, { 'Cargo.lock': text }, 'Cargo.lock');

describe('a Cargo.lock', () => {
  it('names dependencies as shortly as it can', async () => {
    const app = crate(
      'app',
      '0.1.0',
      'dependencies = [\n "a 1.0.0",\n "b",\n "c 1.0.0 (registry+https://github.com/rust-lang/crates.io-index)",\n]\n',
    );
    const git = 'source = "git+https://h.test/c?rev=0123#0123456789abcdef0123456789abcdef01234567"\n';
    const { packages, local } = await read(
      app + crate('a', '1.0.0') + crate('a', '2.0.0') + crate('b', '1.0.0') + crate('c', '1.0.0') + crate('c', '1.0.0', git),
    );
    expect(local).toEqual(['app']);
    expect(packages.map(({ name, version, direct, source }) => [name, version, direct, source?.commit?.slice(0, 4)])).toEqual([
      ['a', '1.0.0', true, undefined],
      ['a', '2.0.0', false, undefined],
      ['b', '1.0.0', true, undefined],
      ['c', '1.0.0', true, undefined],
      ['c', '1.0.0', false, '0123'],
    ]);
  });

  it('cannot tell what is direct without a package of its own', async () => {
    expect((await read(crate('a', '1.0.0'))).packages).toMatchObject([{ direct: null, scope: 'unknown' }]);
  });

  it.each([
    ['registry+https://github.com/rust-lang/crates.io-index', undefined],
    ['sparse+https://index.crates.io/', undefined],
    ['sparse+https://cargo.example.test/index/', 'sparse+https://cargo.example.test/index/'],
    ['registry+https://user:secret@git.example.test/index', 'https://git.example.test/index'],
  ])('tells private registries from the public one: %s', async (source, url) => {
    const { packages } = await read(crate('a', '1.0.0', `source = "${source}"\n`));
    expect(packages[0]?.source?.url).toBe(url);
  });

  it.each([
    ['an unknown version', `version = 5\n${crate('a', '1.0.0')}`, 'unsupported'],
    ['a version that is a text', `version = "4"\n${crate('a', '1.0.0')}`, 'unsupported'],
    ['a dependency that is missing', crate('a', '1.0.0', `${CRATES}dependencies = ["b"]\n`), undefined],
    ['a misspelt table', crate('a', '1.0.0') + crate('b', '1.0.0').replace('package', 'pakage'), undefined],
    ['a lost version', crate('a', '1.0.0').replace(/version.*\n/, ''), undefined],
  ])('%s is named', async (_, text, outcome) => {
    const result = await read(text);
    expect(result.outcome).toBe(outcome);
    expect(result.issues).toHaveLength(1);
    expect(result.packages[0]?.name).toBe('a');
  });

  it('shows a name without the characters that nobody sees', async () => {
    const stray = '[["b\\u202e\\u200b"]]\nname = "c"\nversion = "1.0.0"\n\n';
    const { issues } = await read(stray + crate('a', '1.0.0'));
    expect(issues[0]?.reason).toContain('"b??"');
  });

  it('reads names like object keys', async () => {
    const { packages } = await read(crate('__proto__', '1.0.0') + crate('constructor', '1.0.0'));
    expect(packages.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });

  it('does not grow with the square of a repeated name', async () => {
    const many = crate('a', '1.0.0', `${CRATES}dependencies = ["a", "a 1.0.0"]\n`).repeat(20_000);
    const started = cpuTime();
    expect((await read(many)).packages).toHaveLength(20_000);
    expect(cpuTime() - started).toBeLessThan(8000);
  });
});

describe('members of a workspace', () => {
  const folders: Record<string, string[]> = {
    '.': ['app', 'crates'],
    crates: ['one', 'two', 'notes.md'],
    'crates/one': [],
    'crates/two': [],
  };
  const contextOf = (manifest: string): ReadContext => {
    const files: Record<string, string> = {
      'Cargo.toml': manifest,
      'app/Cargo.toml': '',
      'crates/one/Cargo.toml': '',
      'crates/two/Cargo.toml': '',
    };
    return { ...memoryContext(files, 'Cargo.lock'), list: (folder) => folders[folder] ?? [] };
  };

  it('are listed, matched or depended on by path, and may be excluded', () => {
    expect(cargoMembers(contextOf('[workspace]\nmembers = ["./app/", "crates/*"]\nexclude = ["crates/two"]\n'))).toEqual([
      'app',
      'crates/one',
    ]);
    expect(cargoMembers(contextOf('[workspace]\nmembers = ["crates/t?o", "crates/x*"]\n'))).toEqual(['crates/two']);
    expect(cargoMembers(contextOf('[dependencies]\none = { path = "crates/one" }\nout = { path = "../out" }\nserde = "1"\n'))).toEqual([
      'crates/one',
    ]);
  });

  it('are none without a readable manifest', () => {
    expect(cargoMembers(contextOf('[workspace'))).toEqual([]);
    expect(cargoMembers({ ...contextOf(''), sibling: () => undefined })).toEqual([]);
    expect(cargoMembers({ ...contextOf(''), sibling: () => memoryFile('Cargo.toml', '[workspace]\nmembers = "x"\n') })).toEqual([]);
  });

  it('end on patterns made to take long', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `${'a'.repeat(200)}${index}`);
    const context = { ...contextOf(`[workspace]\nmembers = ["${'*a'.repeat(40)}b/*/*/*"]\n`), list: () => names };
    const started = cpuTime();
    cargoMembers(context);
    expect(cpuTime() - started).toBeLessThan(3000);
  });
});

import { describe, expect, it } from 'vitest';
import { composerLock } from '../../../src/collect/lockfiles/formats/composer-lock.js';
import { gemfileLock } from '../../../src/collect/lockfiles/formats/gemfile-lock.js';
import type { ReadResult } from '../../../src/collect/reader.js';
import { InputError } from '../../../src/support/errors.js';
import { outcomeOf, readFrom } from '../../support/memory-files.js';

const gems = (specs: string, rest = 'DEPENDENCIES\n') =>
  readFrom(
    gemfileLock,
    { 'Gemfile.lock': `GEM\n  remote: https://rubygems.org/\n  specs:\n${specs}\nPLATFORMS\n  ruby\n\n${rest}` },
    'Gemfile.lock',
  );

describe("Bundler's lock", () => {
  it.each(['Gemfile.lock', 'a/gems.locked', 'gemfiles/rails_8.gemfile.lock'])('takes %s', (path) => {
    expect(gemfileLock.matches(path)).toBe(true);
  });

  it('counts a gem built for several platforms as one version', async () => {
    const result = await gems('    keel (1.0.0-java)\n    keel (1.0.0-x86_64-linux-gnu)\n');
    expect(new Set(result.packages.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(['keel 1.0.0']));
  });

  it.each([
    ['a spec without its version', '    keel\n', undefined],
    ['two specs on one line', '    keel (1.0)    rope (2.0)\n', undefined],
    ['a section nobody knows', '    keel (1.0)\n', 'DEPENDENCIES\n\nGEN\n  specs:\n    rope (1.0)\n'],
    ['a lock that ends before its dependencies', '    keel (1.0)\n', ''],
  ])('speaks up about %s', async (_, specs, rest) => {
    expect((await gems(specs, rest)).issues.length).toBeGreaterThan(0);
  });

  it('refuses merge conflicts, naming the line', async () => {
    expect(await outcomeOf(gemfileLock, 'Gemfile.lock', 'GEM\n<<<<<<< ours\n  specs:\n')).toMatchObject({ line: 2 });
  });

  it.each(['', 'Not found'])('refuses %j, which is no lock', async (text) => {
    expect(await outcomeOf(gemfileLock, 'Gemfile.lock', text)).toBeInstanceOf(InputError);
  });
});

const composer = (packages: object[], files: Record<string, string> = {}): Promise<ReadResult> =>
  readFrom(composerLock, { 'composer.lock': JSON.stringify({ packages, 'packages-dev': [] }), ...files }, 'composer.lock');

describe("Composer's lock", () => {
  it('keeps edges whatever the case they are written in, and leaves the platform out', async () => {
    const result = await composer([
      { name: 'A/One', version: '1.0', require: { php: '*', 'ext-json': '*', 'a/TWO': '*' } },
      { name: 'a/two', version: '2.0' },
    ]);
    expect(result.packages[0]?.dependencies).toEqual(['a/two@2.0']);
  });

  it('says that it cannot read the manifest beside, and then knows nothing of directness', async () => {
    const result = await composer([{ name: 'a/one', version: '1.0' }], { 'composer.json': '{' });
    expect(result.packages[0]?.direct).toBeNull();
    expect(result.issues).toMatchObject([{ path: 'composer.json' }]);
  });

  it.each([
    ['an entry without a name', { version: '1.0' }],
    ['an entry without a version', { name: 'a/one' }],
    ['a name that drives a terminal', { name: '\u001b[2J', version: '1.0' }],
    ['a version that is a number', { name: 'a/one', version: 1 }],
  ])('speaks up about %s', async (_, entry) => {
    expect(await composer([entry])).toMatchObject({ packages: [], issues: [{ kind: 'invalid_entry' }] });
  });

  it('speaks up when the development part is not there', async () => {
    const result = await readFrom(composerLock, { 'composer.lock': '{"packages": []}' }, 'composer.lock');
    expect(result.issues).toHaveLength(1);
  });
});

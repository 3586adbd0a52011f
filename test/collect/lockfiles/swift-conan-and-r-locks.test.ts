import { describe, expect, it } from 'vitest';
import { cabalFreeze } from '../../../src/collect/lockfiles/formats/cabal-freeze.js';
import { cartfileResolved } from '../../../src/collect/lockfiles/formats/cartfile-resolved.js';
import { conanLock } from '../../../src/collect/lockfiles/formats/conan-lock/conan-lock.js';
import { conanReference } from '../../../src/collect/lockfiles/formats/conan-lock/conan-reference.js';
import { mixLock } from '../../../src/collect/lockfiles/formats/mix-lock.js';
import { packageResolved } from '../../../src/collect/lockfiles/formats/package-resolved.js';
import { renvLock } from '../../../src/collect/lockfiles/formats/renv-lock.js';
import type { LockfileReader, ReadResult } from '../../../src/collect/reader.js';
import { InputError } from '../../../src/support/errors.js';
import { outcomeOf } from '../../support/memory-files.js';

async function read(reader: LockfileReader, content: string | object): Promise<ReadResult> {
  const outcome = await outcomeOf(reader, 'file', typeof content === 'string' ? content : JSON.stringify(content));
  if (outcome instanceof InputError) throw outcome;
  return outcome;
}

describe("Swift's pins", () => {
  const pin = (location: string, state: object) =>
    read(packageResolved, { version: 2, pins: [{ identity: 'a', kind: 'remoteSourceControl', location, state }] });

  it.each(['https://GitHub.com/O/R.git', 'git@github.com:o/r.git', 'ssh://git@github.com/o/r'])(
    'names %s by its repository',
    async (at) => {
      expect((await pin(at, { version: '1.0.0' })).packages).toMatchObject([{ name: 'github.com/o/r', version: '1.0.0' }]);
    },
  );

  it('never takes a branch for a version', async () => {
    const { packages } = await pin('https://x.test/r', { branch: '1.0.0', revision: '0123456789abcdef0123456789abcdef01234567' });
    expect(packages).toMatchObject([{ version: null, source: { kind: 'git', commit: '0123456789abcdef0123456789abcdef01234567' } }]);
  });

  it('speaks up about a pin that pins nothing, and refuses versions nobody knows', async () => {
    expect((await pin('https://x.test/r', {})).issues).toHaveLength(1);
    expect(await outcomeOf(packageResolved, 'file', '{"version": 4, "pins": []}')).toMatchObject({ issue: 'unsupported_version' });
  });
});

describe("Carthage's lock", () => {
  it('may be empty', async () => {
    expect(await read(cartfileResolved, '')).toMatchObject({ packages: [], issues: [], outcome: 'empty' });
  });

  it('keeps what it reads and speaks up about the rest', async () => {
    const result = await read(cartfileResolved, 'github "a/b" "1.0"\ngithub "c/d" 1.0\n');
    expect(result).toMatchObject({ packages: [{ name: 'github.com/a/b' }], issues: [{ line: 2 }] });
  });
});

describe("Conan's lock", () => {
  it.each([
    ['zlib/1.3.1', 'zlib', '1.3.1'],
    ['a/1.0@', 'a', '1.0'],
    ['a/cci.2024@u/c#rev%17.5', 'a', 'cci.2024'],
    ['a/1.0#rev:package#prev', 'a', '1.0'],
  ])('takes %s apart', (text, name, version) => {
    expect(conanReference(text)).toEqual({ name, version });
  });

  it.each(['a', 'a/', '/1.0', 'a/1.0 b/2.0', 'a/1/2'])('takes %j for no reference', (text) => {
    expect(conanReference(text)).toBeUndefined();
  });

  it('takes for development what only building needs', async () => {
    const nodes = {
      0: { path: 'conanfile.txt', requires: ['1'], build_requires: ['2'] },
      1: { ref: 'lib/1.0', requires: ['3'] },
      2: { ref: 'tool/1.0', requires: ['3', '4'] },
      3: { ref: 'both/1.0' },
      4: { ref: 'grease/1.0' },
    };
    const { packages } = await read(conanLock, { version: '0.4', graph_lock: { nodes } });
    expect(packages.map(({ name, scope, direct }) => [name, scope, direct])).toEqual([
      ['lib', 'prod', true],
      ['tool', 'dev', true],
      ['both', 'prod', false],
      ['grease', 'dev', false],
    ]);
  });

  it('speaks up about edges to nodes that are not there', async () => {
    const nodes = { 1: { ref: 'lib/1.0', requires: ['2'] } };
    expect((await read(conanLock, { version: '0.4', graph_lock: { nodes } })).issues).toHaveLength(1);
  });
});

describe("renv's lock", () => {
  it('says which source it does not know, and still lists the package', async () => {
    const result = await read(renvLock, { Packages: { a: { Package: 'a', Version: '1.0', Source: 'Tape' } } });
    expect(result).toMatchObject({ packages: [{ name: 'a' }], issues: [{ kind: 'invalid_entry' }] });
  });

  it('speaks up about keys that stand twice', async () => {
    const entry = '"a": {"Package": "a", "Version": "1.0"}';
    expect((await read(renvLock, `{"Packages": {${entry}, ${entry}}}`)).issues.length).toBeGreaterThan(0);
  });
});

describe("Cabal's freeze file", () => {
  it('takes only one exact version for a pin', async () => {
    const result = await read(cabalFreeze, 'constraints: a ==1.0, b >=1.0, c ==1.*, d +flag -other, e source\n');
    expect(result.packages.map(({ name }) => name)).toEqual(['a']);
    expect(result.unresolved.map(({ name }) => name)).toEqual(['b', 'c']);
    expect(result.issues).toEqual([]);
  });
});

describe("Mix's lock", () => {
  it('names the package, not the application, and keeps edges between applications', async () => {
    const text = '%{"app": {:hex, :real, "1.0.0", "x", [:mix], [{:dep, "~> 1", []}], "hexpm", "y"}, "dep": {:hex, :dep, "1.1.0", "x"}}';
    expect((await read(mixLock, text)).packages).toMatchObject([{ name: 'real', key: 'app', dependencies: ['dep'] }, { name: 'dep' }]);
  });

  it.each(['%{"a": {:hex, :a}}', '%{"a": 7}', '%{7 => {:hex, :a, "1.0.0"}}', '%{"a": {:svn, "https://x.test"}}'])(
    'speaks up about %s',
    async (text) => {
      expect((await read(mixLock, text)).issues).toHaveLength(1);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { isGoVersion } from '../../../src/collect/lockfiles/entries/go-modules.js';
import { goMod, listsDirectOnly } from '../../../src/collect/lockfiles/formats/go-mod/go-mod.js';
import { readGoSum } from '../../../src/collect/lockfiles/formats/go-mod/go-sum.js';
import { goWork } from '../../../src/collect/lockfiles/formats/go-work.js';
import { parseGoFile } from '../../../src/collect/lockfiles/syntax/go-mod-syntax.js';
import { InputError } from '../../../src/support/errors.js';
import { cpuTime } from '../../support/cpu-time.js';
import { type MemoryFiles, readFrom } from '../../support/memory-files.js';

const HEAD = 'module example.test/m\ngo 1.22\n';
const read = (text: string, beside: MemoryFiles = {}) => readFrom(goMod, { 'go.mod': text, ...beside }, 'go.mod');
const modules = async (text: string) => (await read(HEAD + text)).packages.filter(({ name }) => name !== 'stdlib');
const pins = async (text: string) =>
  (await modules(text)).map(({ name, version, direct }) => `${name}@${version}${direct ? '' : ' indirect'}`);

describe('a go.mod', () => {
  it('requires in lines and blocks, quoted or not, with comments and CRLF', async () => {
    const text =
      'require a.test/a v1.0.0\r\nrequire (\r\n\t"b.test/b" v1.1.0 // indirect; kept\r\n\t`c.test/c` v2.0.0+incompatible // indirectly\r\n\t// d.test/d v9.9.9\r\n)\r\n';
    expect(await pins(text)).toEqual(['a.test/a@1.0.0', 'b.test/b@1.1.0 indirect', 'c.test/c@2.0.0+incompatible']);
  });

  it.each([
    ['all versions', 'replace a.test/a => f.test/f v3.0.0', 'f.test/f@3.0.0'],
    ['this version', 'replace a.test/a v1.0.0 => a.test/a v1.0.1', 'a.test/a@1.0.1'],
    ['another version', 'replace a.test/a v0.9.0 => a.test/a v1.0.1', 'a.test/a@1.0.0'],
    ['both, the exact one first', 'replace (\na.test/a => x.test/x v9.0.0\na.test/a v1.0.0 => y.test/y v8.0.0\n)', 'y.test/y@8.0.0'],
  ])('replaces %s', async (_, replace, expected) => {
    expect(await pins(`require a.test/a v1.0.0\n${replace}\n`)).toEqual([expected]);
  });

  it.each(['../a', './a', '/srv/a', 'C:\\a', '..'])('makes a module local that becomes the folder %s', async (folder) => {
    const text = `require a.test/a v1.0.0\nreplace a.test/a => ${JSON.stringify(folder)}\n`;
    expect([(await read(HEAD + text)).local, await modules(text)]).toEqual([['a.test/a'], []]);
  });

  it('leaves branches and version prefixes unresolved', async () => {
    const { unresolved } = await read(`${HEAD}require (\na.test/a main\nb.test/b v1\nc.test/c latest\n)\n`);
    expect(unresolved.map(({ name, requirement }) => `${name} ${requirement}`)).toEqual([
      'a.test/a main',
      'b.test/b v1',
      'c.test/c latest',
    ]);
  });

  it.each([
    ['an unknown directive', 'requirre a.test/a v1.0.0\n'],
    ['a requirement without a version', 'require a.test/a\n'],
    ['a requirement with too much', 'require a.test/a v1.0.0 v2.0.0\n'],
    ['a replacement without an arrow', 'replace a.test/a b.test/b v1.0.0\n'],
    ['a replacement by a module without a version', 'replace a.test/a => b.test/b\n'],
    ['a block without an end', 'require (\na.test/a v1.0.0\n'],
    ['a string without an end', 'require "a.test/a v1.0.0\n'],
    ['a bare word', 'require\n'],
  ])('names %s', async (_, text) => {
    expect((await read(HEAD + text)).issues.some(({ note, line }) => note === undefined && line !== undefined)).toBe(true);
  });

  it('fails when nothing of it is one', async () => {
    for (const text of ['<html>\n', '<<<<<<< HEAD\n=======\n', '{"a": 1}\n']) await expect(read(text)).rejects.toThrow(InputError);
  });

  it('holds the standard library alone without requirements', async () => {
    expect(await read(HEAD)).toMatchObject({ packages: [{ name: 'stdlib', version: '1.22' }], unresolved: [], issues: [] });
  });

  it.each([
    ['go 1.20', '1.20'],
    ['go 1.22.3', '1.22.3'],
    ['go 1.21\ntoolchain go1.21.4', '1.21.4'],
    ['toolchain go1.21.4-acme.2\ngo 1.21', '1.21.4'],
    ['go 1.21\ntoolchain default', '1.21'],
    ['go 1.21rc2', '1.21.0-rc.2'],
  ])('takes the standard library of %j', async (lines, version) => {
    const { packages } = await read(`module example.test/m\n${lines}\n`);
    expect(packages).toMatchObject([{ name: 'stdlib', version, direct: true }]);
  });

  it.each(['go 1.2z', 'go 1.22\ntoolchain go1.x'])('names what is no release of Go: %j', async (lines) => {
    expect((await read(`module example.test/m\n${lines}\n`)).issues).toMatchObject([{ kind: 'unsupported_version' }]);
  });
});

describe('below Go 1.17', () => {
  const requires = [{ path: 'a', version: 'v1.0.0', line: 1, indirect: false }];
  it.each([
    ['1.16', true],
    ['1.9', true],
    [undefined, true],
    ['1.17', false],
    ['1.22.3', false],
    ['2.0', false],
  ])('%s', (go, expected) => {
    expect(listsDirectOnly({ requires, replaces: [], uses: [], issues: [], ...(go !== undefined && { go }) })).toBe(expected);
  });

  it('go.sum tells the rest, in the highest version whose content it knows', () => {
    const { modules, issues } = readGoSum(
      'a.test/a v1.0.0 h1:x=\na.test/a v1.2.0 h1:y=\na.test/a v1.3.0/go.mod h1:z=\n\nbroken line\nb.test/b v1 h1:x=\n',
      'go.sum',
    );
    expect(modules).toEqual([{ name: 'a.test/a', version: '1.2.0', line: 2, integrity: 'h1:y=' }]);
    expect(issues.map(({ line }) => line)).toEqual([5, 6]);
  });

  it('a missing go.sum is noted', async () => {
    const { issues } = await read('module m\ngo 1.15\nrequire a.test/a v1.0.0\n');
    expect(issues).toMatchObject([{ kind: 'unresolved', note: true }]);
  });
});

describe('a go.work', () => {
  const work = (text: string, modules: MemoryFiles) => readFrom(goWork, { 'go.work': `go 1.22\n${text}`, ...modules }, 'go.work');

  it('builds with the highest version any module requires, direct where any declares it', async () => {
    const { packages, local } = await work('use (\n./a\n./b\n)\n', {
      'a/go.mod': 'module m/a\nrequire x.test/x v1.9.0\nrequire m/b v0.0.0\n',
      'b/go.mod': 'module m/b\nrequire x.test/x v1.10.0 // indirect\n',
    });
    expect(packages).toMatchObject([
      { name: 'stdlib', version: '1.22' },
      { name: 'x.test/x', version: '1.10.0', direct: true, path: 'b/go.mod' },
    ]);
    expect(local).toEqual(['m/a', 'm/b']);
  });

  it('lets its own replacements win', async () => {
    const modules = { 'a/go.mod': 'module m/a\nrequire x.test/x v1.0.0\nreplace x.test/x => y.test/y v1.0.0\n' };
    expect((await work('use ./a\nreplace x.test/x => z.test/z v1.0.0\n', modules)).packages).toMatchObject([
      { name: 'stdlib' },
      { name: 'z.test/z' },
    ]);
  });

  it('names modules that are missing, outside or broken', async () => {
    const { issues } = await work('use (\n./gone\n../out\n./bad\n)\n', { 'bad/go.mod': 'module m\nnonsense here\n' });
    expect(issues.map(({ kind, path }) => [kind, path])).toEqual([
      ['missing_include', undefined],
      ['outside_root', undefined],
      ['invalid_entry', 'bad/go.mod'],
    ]);
  });
});

describe('the syntax of Go module files', () => {
  it('gives every directive its line', () => {
    expect(parseGoFile('a (\n\tb c // d\n)\ne f\n').directives).toEqual([
      { line: 2, verb: 'a', args: ['b', 'c'], comment: 'd' },
      { line: 4, verb: 'e', args: ['f'], comment: '' },
    ]);
  });

  it.each(['v1.0.0', 'v0.0.0-20200101000000-abcdefabcdef', 'v2.0.0+incompatible'])('%s is a version', (text) =>
    expect(isGoVersion(text)).toBe(true),
  );
  it.each(['1.0.0', 'v1', 'v1.0', 'main', 'v01.0.0', ''])('"%s" is none', (text) => expect(isGoVersion(text)).toBe(false));

  it('ends quickly on hostile lines', () => {
    const started = cpuTime();
    for (const bait of ['"', '`', '(', '"\\', '// ', 'a ']) parseGoFile(bait.repeat(200_000));
    expect(cpuTime() - started).toBeLessThan(4000);
  });
});

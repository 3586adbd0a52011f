import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apk } from '../../../src/collect/os/apk.js';
import { dpkg } from '../../../src/collect/os/dpkg.js';
import { eachParagraph } from '../../../src/collect/os/paragraphs.js';
import { rpm } from '../../../src/collect/os/rpm.js';
import { cpuTime } from '../../support/cpu-time.js';
import { memoryFile, readFrom } from '../../support/memory-files.js';

const STATUS = 'var/lib/dpkg/status';
const INSTALLED = 'lib/apk/db/installed';
const readDpkg = (text: string) => readFrom(dpkg, { [STATUS]: text }, STATUS);
const readApk = (text: string) => readFrom(apk, { [INSTALLED]: text }, INSTALLED);

describe('paths of package databases', () => {
  it.each([
    [dpkg, 'var/lib/dpkg/status', true],
    [dpkg, 'images/web/var/lib/dpkg/status.d/base', true],
    [dpkg, 'var/lib/dpkg/status.d/base.md5sums', false],
    [dpkg, 'var/lib/dpkg/status-old', false],
    [dpkg, 'myvar/lib/dpkg/status', false],
    [apk, 'usr/lib/apk/db/installed', true],
    [apk, 'lib/apk/db/scripts.tar', false],
    [rpm, 'usr/lib/sysimage/rpm/rpmdb.sqlite', true],
    [rpm, 'usr/share/rpm/Packages', true],
    [rpm, 'var/lib/rpm/Index.db', false],
    [rpm, 'src/rpm/Packages', false],
  ])('$id takes %s: %s', (reader, path, taken) => {
    expect(reader.matches(path)).toBe(taken);
  });
});

describe('the dpkg database', () => {
  it('takes every name that dpkg itself takes', async () => {
    const { packages, issues } = await readDpkg('Package: acme_tool-2.1+x\nStatus: install ok installed\nVersion: 1\n');
    expect(packages.map(({ name }) => name)).toEqual(['acme_tool-2.1+x']);
    expect(issues).toEqual([]);
  });

  it('names the source package and its version where they differ from the binary', async () => {
    const entry = (name: string, source: string) =>
      `Package: ${name}\nVersion: 1-1+b1\nArchitecture: amd64\n${source && `Source: ${source}\n`}\n`;
    const { packages } = await readDpkg(
      entry('a', '') + entry('b', 'src') + entry('c', 'src (1-1)') + entry('d', 'd') + entry('e', 'e (1-1)'),
    );
    expect(packages.map((item) => item.origin)).toEqual([
      undefined,
      { name: 'src' },
      { name: 'src', version: '1-1' },
      undefined,
      { name: 'e', version: '1-1' },
    ]);
  });

  it('prefers a package of that name to one that provides it', async () => {
    const { packages } = await readDpkg(
      'Package: fake\nVersion: 1\nProvides: awk\n\nPackage: awk\nVersion: 2\n\nPackage: user\nVersion: 3\nPre-Depends: awk:any (>= 1) | fake\nDepends: user, missing\n',
    );
    expect(packages.at(-1)?.dependencies).toEqual(['awk:', 'fake:']);
  });

  it('lists both architectures of one package', async () => {
    const entry = (arch: string) => `Package: libc6\nStatus: install ok installed\nArchitecture: ${arch}\nVersion: 2.36-9\n\n`;
    const { packages } = await readDpkg(entry('amd64') + entry('i386'));
    expect(packages.map((item) => [item.arch, item.key])).toEqual([
      ['amd64', 'libc6:amd64'],
      ['i386', 'libc6:i386'],
    ]);
  });

  it.each([
    ['Package: a\nVersion: 1\nStatus: install ok exploded\n', 'unknown package state "exploded"', 1],
    ['Version: 1\nStatus: install ok installed\n', 'without a Package field', 0],
    ['Package: ../../x\nVersion: 1\n', '"../../x" is no package name', 0],
    ['Package: a\n<<<<<<< HEAD\nVersion: 1\n', 'expected "Field: value"', 1],
    ['Package: a\nVersion: 1\nVersion: 2\n', 'given twice', 1],
    [`Package: a\nVersion: ${'9'.repeat(600)}\n`, 'sensible length', 0],
  ])('reports what is odd in %j', async (text, reason, count) => {
    const result = await readDpkg(text);
    expect(result.issues[0]?.reason).toContain(reason);
    expect(result.issues[0]?.line).toBeGreaterThan(0);
    expect(result.packages).toHaveLength(count);
  });
});

describe('the apk database', () => {
  it('leaves conflicts out of the edges and versions out of the names', async () => {
    const { packages } = await readApk('P:a\nV:1\nD:b>2 !c so:x.so=1 ~\n\nP:b\nV:3\np:so:x.so=1.0\n\nP:c\nV:1\n');
    expect(packages.map((item) => item.dependencies)).toEqual([['b'], undefined, undefined]);
  });

  it('reports entries it cannot read and lines that are none', async () => {
    const { packages, issues } = await readApk('P:a\nV:1\n\nV:2\n\nP:b\n\ngarbage\nP:c\nV:3\n');
    expect(packages.map((item) => [item.name, item.line])).toEqual([
      ['a', 1],
      ['c', 9],
    ]);
    expect(issues.map((issue) => issue.line)).toEqual([4, 6, 8]);
  });
});

describe('control paragraphs', () => {
  it('take time in proportion to their length, whatever they hold', () => {
    const text = `Package: a\n${' x\n'.repeat(200_000)}${':'.repeat(100_000)}\n${'\n'.repeat(100_000)}Package: b`;
    const start = cpuTime();
    expect([...eachParagraph(text, () => undefined)].map(({ fields }) => fields.get('package')?.value.slice(0, 1))).toEqual(['a', 'b']);
    expect(cpuTime() - start).toBeLessThan(2000);
  });

  it('keep every field and its line', () => {
    const name = fc.stringMatching(/^[A-Z][a-z-]{0,10}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, selector: (text) => text.toLowerCase() }),
        fc.constantFrom('\n', '\r\n'),
        (fields, end) => {
          const text = fields.map((field, at) => `${field}: value ${at}`).join(end);
          const [paragraph] = [...eachParagraph(memoryFile('x', text).text(), () => expect.unreachable())];
          expect([...(paragraph?.fields ?? [])]).toEqual(
            fields.map((field, at) => [field.toLowerCase(), { value: `value ${at}`, line: at + 1 }]),
          );
        },
      ),
    );
  });
});

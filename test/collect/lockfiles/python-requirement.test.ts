import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAddress, readAddress, versionInFileName } from '../../../src/collect/lockfiles/entries/python/python-address.js';
import { exactVersion, parseRequirement, pypiName } from '../../../src/collect/lockfiles/entries/python/python-requirement.js';
import { cpuTime } from '../../support/cpu-time.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('a dependency specifier', () => {
  it.each([
    ['requests', 'requests', ''],
    ['Zope.Interface>=5', 'zope-interface', '>=5'],
    ['a [x, y] == 1.0 ; python_version < "3"', 'a', '== 1.0'],
    ['a(>=1,<2)', 'a', '>=1,<2'],
    ['a>=1,', 'a', '>=1,'],
    ['a==${V}', 'a', '==${V}'],
  ])('reads %s', (text, name, specifiers) => {
    expect(parseRequirement(text)).toMatchObject({ name, specifiers });
  });

  it("leaves a template's placeholder open", () => {
    expect(exactVersion(parseRequirement('a=={{ cookiecutter.version }}')?.specifiers ?? '')).toBeNull();
    expect(parseRequirement('a=={{ cookiecutter.version }}')?.name).toBe('a');
  });

  it('keeps extras and an address apart from the marker', () => {
    expect(parseRequirement('a[x, y] @ https://h.test/a;b.zip ; os_name == "nt"')).toEqual({
      name: 'a',
      extras: ['x', 'y'],
      specifiers: '',
      address: 'https://h.test/a;b.zip',
    });
  });

  it.each(['', '==1.0', 'a b', 'a==1.0#note', 'a @', 'a=1.0', '-a', 'a==', `${'n'.repeat(600)}==1`])('refuses %s', (text) => {
    expect(parseRequirement(text)).toBeUndefined();
  });

  it('never throws, and gives normalised names only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const found = parseRequirement(text);
        if (found) expect(found.name).toBe(pypiName(found.name));
      }),
    );
  });
});

describe('the version clauses allow', () => {
  it.each([
    ['==1.0', '1.0'],
    ['=== 1.0+local', '1.0+local'],
    ['==1.4,>=1.0', '1.4'],
    ['==1.0,==1.0', '1.0'],
    ['==1!2.0rc1', '1!2.0rc1'],
  ])('%s is one', (specifiers, version) => {
    expect(exactVersion(specifiers)).toBe(version);
  });

  it.each(['', '==1.*', '>=1.0', '~=1.0', '!=1.0', '==1.0,==2.0', '==${V}', `==${'1'.repeat(600)}`])('%s leaves a choice', (specifiers) => {
    expect(exactVersion(specifiers)).toBeNull();
  });
});

describe('an address', () => {
  it.each([
    [
      `git+https://h.test/x.git@${COMMIT}#egg=My_Name`,
      { name: 'my-name', version: null, source: { kind: 'git', url: 'https://h.test/x.git', commit: COMMIT } },
    ],
    ['git+ssh://git@h.test/x.git@v1.0#egg=x', { name: 'x', version: null, source: { kind: 'git', url: 'ssh://h.test/x.git' } }],
    ['git+https://user:secret@h.test/x', { version: null, source: { kind: 'git', url: 'https://h.test/x' } }],
    ['hg+https://h.test/x#egg=x', { name: 'x', version: null, source: { kind: 'url', url: 'https://h.test/x' } }],
    [
      'https://h.test/My_Pkg-1.0%2Blocal-py3-none-any.whl',
      { name: 'my-pkg', version: '1.0+local', source: { kind: 'url', url: 'https://h.test/My_Pkg-1.0%2Blocal-py3-none-any.whl' } },
    ],
    [
      'https://h.test/a-b-2.0.tar.gz?x=1',
      { name: 'a-b', version: '2.0', source: { kind: 'url', url: 'https://h.test/a-b-2.0.tar.gz?x=<redacted>' } },
    ],
    ['https://h.test/1.26.8.zip', { version: null, source: { kind: 'url', url: 'https://h.test/1.26.8.zip' } }],
    ['file:///srv/a-1.0.zip', { name: 'a', version: '1.0', source: { kind: 'file', url: '/srv/a-1.0.zip' } }],
    ['./folder[extra]', { folder: './folder' }],
    ['.#egg=me', { folder: '.', name: 'me' }],
  ])('%s', (text, expected) => {
    expect(readAddress(text)).toEqual(expected);
  });

  it.each(['./a', '../a', 'a/b', 'a-1.0.zip', 'git+https://h.test/x', 'C:\\a'])('is recognised: %s', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['a', 'a==1.0', 'a @ https://h.test/x', 'a ; x == "a/b"', 'a[x]==1'])('is told from a requirement: %s', (text) => {
    expect(isAddress(text)).toBe(false);
  });

  it('lends its version only to the project its file is of', () => {
    expect(versionInFileName('https://h.test/foo-1.0.zip#sha256=aa', 'foo')).toBe('1.0');
    expect(versionInFileName('https://h.test/archive/repo-1.0.zip', 'foo')).toBeNull();
  });

  it('ends quickly on hostile text', () => {
    const started = cpuTime();
    for (const bait of ['[', '/', '-', '@', '#', '%', 'a']) {
      isAddress(bait.repeat(300_000));
      readAddress(`https://${bait.repeat(300_000)}`);
      parseRequirement(`a${bait.repeat(300_000)}`);
    }
    expect(cpuTime() - started).toBeLessThan(3000);
  });
});

import { describe, expect, it } from 'vitest';
import { contains, nativeToVers, rangeSchemes } from '../../src/ecosystems/ranges/registry.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import { cpuTime } from '../support/cpu-time.js';

/** Versions inside and outside each requirement, by the ecosystem's own tool. */
const cases: readonly [scheme: string, range: string, inside: readonly string[], outside: readonly string[]][] = [
  ['npm', '^1.2.3', ['1.2.3', '1.9.0'], ['1.2.2', '2.0.0', '2.0.0-rc.1', '1.3.0-rc.1']],
  ['npm', '~1.2 || 3.x', ['1.2.9', '3.4.5'], ['1.3.0', '2.0.0']],
  ['npm', '1.2 - 2', ['1.2.0', '2.9.9'], ['1.1.9', '3.0.0']],
  ['npm', '>=1.0.0-rc.1 <1.0.0', ['1.0.0-rc.1', '1.0.0-rc.2'], ['1.0.0', '0.9.0']],
  ['npm', '>*', [], ['0.0.0', '99.0.0']],
  ['crates.io', '1.2', ['1.2.0', '1.9.9'], ['2.0.0', '1.1.9']],
  ['crates.io', '>1.2, <=2', ['1.3.0', '2.9.9'], ['1.2.9', '3.0.0']],
  ['cargo', '^0.0.3', ['0.0.3'], ['0.0.4']],
  ['PyPI', '~=1.4.2', ['1.4.2', '1.4.9'], ['1.5', '1.4.1']],
  ['PyPI', '!=1.5.*,>=1', ['1.4', '1.6'], ['1.5.3', '0.9']],
  ['PyPI', '<2.0', ['1.9'], ['2.0rc1', '2.0']],
  ['PyPI', '===1.0', ['1.0'], ['1.0.0']],
  ['RubyGems', '~> 2.2, >= 2.2.1', ['2.2.1', '2.9'], ['2.2.0', '3.0']],
  ['RubyGems', '~> 1.0.0.pre1', ['1.0.0.pre1', '1.0.9'], ['1.1.0', '1.0.0.a']],
  ['Packagist', '^1.2 || ~2.1.3', ['1.2.0', '1.9', '2.1.9'], ['2.0', '2.2']],
  ['Packagist', '1.0 - 2.0', ['1.0', '2.0.9'], ['2.1']],
  ['Packagist', '>= 1.0, < 2.0', ['1.0.0-RC1', '1.9'], ['2.0.0-beta1']],
  ['Packagist', 'dev-main', ['dev-main'], ['dev-other', '1.0']],
  ['Packagist', '>=1.0', ['1.0'], ['dev-main']],
  ['Hex', '~> 1.2 and != 1.3.0 or == 3.0.0', ['1.2.0', '1.9.0', '3.0.0'], ['1.3.0', '2.0.0-dev']],
  ['NuGet', '[1.0, 2.0)', ['1.0', '1.9.9'], ['2.0', '0.9']],
  ['NuGet', '1.0', ['1.0', '3.0'], ['0.9']],
  ['Maven', '(,1.0],[1.2,)', ['0.9', '1.0', '1.2'], ['1.1']],
  ['Maven', '[1.5]', ['1.5'], ['1.4', '1.6']],
  ['ConanCenter', '[>=1.0 <2]', ['1.0', '1.9'], ['2.0', '1.5-rc1']],
  ['ConanCenter', '~1.1, include_prerelease', ['1.1.9', '1.1.5-rc1'], ['1.2', '1.2-rc1']],
];

describe('native ranges', () => {
  it.each(cases)('%s %s', (scheme, range, inside, outside) => {
    expect(inside.filter((version) => !contains(scheme, range, version))).toEqual([]);
    expect(outside.filter((version) => contains(scheme, range, version))).toEqual([]);
  });

  it('has cases for every requirement language, by ecosystem or purl type', () => {
    const tested = new Set(cases.map(([scheme]) => ecosystemOf(scheme)?.purlType ?? scheme));
    expect(rangeSchemes.filter(({ id }) => !tested.has(id))).toEqual([]);
    expect(contains('pypi', '>=1', '1.0')).toBe(true);
    expect(contains('composer', '^1', '1.0')).toBe(true);
  });

  it.each([
    ['npm', '>=1.0.0 banana'],
    ['npm', '^^1'],
    ['PyPI', '=>1.0'],
    ['PyPI', '~=1'],
    ['RubyGems', '~> '],
    ['Packagist', '>=banana'],
    ['Hex', '>= 1.0'],
    ['NuGet', '[1.0'],
    ['NuGet', '(1.0)'],
    ['Maven', '[1.0,2.0)x'],
    ['ConanCenter', '>=>1'],
    ['crates.io', ''],
    ['Debian', '>= 1'],
    ['nowhere', '1'],
  ])('refuses %s %j by name', (scheme, range) => {
    expect(() => contains(scheme, range, '1.0.0')).toThrow(/range/);
  });

  it('refuses a version that is none', () => {
    expect(() => contains('npm', '*', 'latest')).toThrow(/latest/);
    expect(() => contains('NuGet', '[1.0,2.0)', 'latest')).toThrow(/latest/);
  });

  it('ends at once on hostile ranges', () => {
    const start = cpuTime();
    const bits = [' ', '1', '1 ', ' - ', '||', '[', '[1', '(,', '.*', '~', '>= ', ',', '1.', 'x.', '-', ' or '];
    for (const { id } of rangeSchemes) {
      for (const bit of bits) for (const end of ['', '!', '>']) attempt(id, `1${bit.repeat(4000 / bit.length)}${end}`);
      attempt(id, '1 '.repeat(500_000));
    }
    expect(cpuTime() - start).toBeLessThan(3000);
  });
});

function attempt(scheme: string, range: string): void {
  try {
    contains(scheme, range, '1.0.0');
  } catch (error) {
    expect(error).toMatchObject({ kind: 'input' });
  }
}

describe('native ranges as vers', () => {
  it.each([
    ['npm', '^1.2.3 || 4.x', 'vers:npm/>=1.2.3|<2.0.0|>=4.0.0|<5.0.0'],
    ['npm', '* || 1.0.0', 'vers:npm/*'],
    ['crates.io', '1.2', 'vers:cargo/>=1.2.0|<2.0.0-0'],
    ['PyPI', '~=1.4.2', 'vers:pypi/>=1.4.2|<1.5.dev0'],
    ['PyPI', '==1!2.*', 'vers:pypi/>=1%212.dev0|<1%213.dev0'],
    ['RubyGems', '~> 2.0.8, != 2.0.9', 'vers:gem/>=2.0.8|!=2.0.9|<2.1'],
    ['NuGet', '(1.0,2.0]', 'vers:nuget/>1.0|<=2.0'],
    ['Maven', '(,1.0],[1.2,)', 'vers:maven/<=1.0|>=1.2'],
    ['ConanCenter', '^0.1.2', 'vers:conan/>=0.1.2|<0.2-'],
  ])('%s %s', (scheme, range, vers) => {
    expect(nativeToVers(scheme, range)).toBe(vers);
  });

  it('says so where a language is not translated, or a requirement has no counterpart', () => {
    expect(() => nativeToVers('Hex', '~> 1.0')).toThrow(/Hex/);
    expect(() => nativeToVers('PyPI', '!=1.0.*')).toThrow(/1\.0/);
  });
});

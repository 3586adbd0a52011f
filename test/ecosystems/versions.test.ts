import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import { canonicalDigits, compareDigits, dropTrailingZeros, increment } from '../../src/ecosystems/versions/digits.js';

const orderingOf = (name: string) => {
  const found = ecosystemOf(name);
  if (!found) throw new Error(name);
  return found.ordering;
};

describe('versions a user should not be told to install', () => {
  it.each([
    ['npm', ['1.0.0-rc.1'], ['1.0.0', '1.0.0+build']],
    ['Go', ['v0.0.0-20200101000000-aaaaaaaaaaaa'], ['v1.2.3', '2.0.0+incompatible']],
    ['PyPI', ['1.0a1', '1.0rc1', '1.0.dev3', '1.0.post1.dev2'], ['1.0', '1.0.post1', '1.0+local']],
    ['Maven', ['1.0-SNAPSHOT', '1.0-M2', '1.0.0.CR1', '2.0-beta-1'], ['1.0', '1.0.Final', '32.0.0-jre']],
    ['NuGet', ['1.0.0-preview1'], ['1.0.0.1']],
    ['RubyGems', ['1.0.pre', '3.0.0.rc1', '1.0-1'], ['1.0.1']],
    ['Packagist', ['1.0.0-beta1', 'dev-main', '2.x-dev'], ['v1.0', '1.0-p1']],
    ['ConanCenter', ['1.0-rc1'], ['1.0', '1.1.1t']],
    ['GitHub Actions', ['v2-beta'], ['v2']],
  ])('%s', (name, pre, released) => {
    const ordering = orderingOf(name);
    expect(pre.filter((version) => !ordering.prerelease?.(version))).toEqual([]);
    expect(released.filter((version) => ordering.prerelease?.(version))).toEqual([]);
  });
});

describe('the major number, by which a near upgrade is preferred', () => {
  it.each([
    ['npm', 'v2.4.1', '2'],
    ['Go', '1.2', '1'],
    ['PyPI', '4.2.16', '4'],
    ['PyPI', '1!2.0', '1!2'],
    ['Maven', '32.0.0-jre', '32'],
    ['NuGet', '013.0.3', '13'],
    ['RubyGems', '7.1.0.rc1', '7'],
    ['Packagist', 'v6.4.0', '6'],
    ['CRAN', '1.4-5', '1'],
    ['GitHub Actions', 'v4', '4'],
  ])('%s %s', (name, version, major) => {
    expect(orderingOf(name).major?.(version)).toBe(major);
  });

  it('means nothing to distributions', () => {
    for (const name of ['Debian', 'Alpine', 'Red Hat']) expect(orderingOf(name).major).toBeUndefined();
  });
});

describe('numbers of any length', () => {
  const digits = fc.stringMatching(/^[0-9]{1,40}$/);

  it('compare as their values do', () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const difference = BigInt(a) - BigInt(b);
        const expected = difference === 0n ? 0 : difference < 0n ? -1 : 1;
        expect(Math.sign(compareDigits(canonicalDigits(a), canonicalDigits(b)))).toBe(expected);
      }),
    );
  });

  it('grow by one', () => {
    fc.assert(fc.property(digits, (text) => increment(canonicalDigits(text)) === String(BigInt(text) + 1n)));
  });

  it('do not make an ordering inexact', () => {
    expect(orderingOf('PyPI').compare('99999999999999999999.0', '99999999999999999998.9')).toBeGreaterThan(0);
    expect(orderingOf('Hex').compare('99999999999999999998.0.0', '99999999999999999999.0.0')).toBeLessThan(0);
    expect(orderingOf('npm').valid('99999999999999999999.0.0')).toBe(false);
  });

  it('lose their zeros at the end of a release only', () => {
    expect(dropTrailingZeros(['1', '0', '2', '0', '0'])).toEqual(['1', '0', '2']);
    expect(dropTrailingZeros(['0'])).toEqual([]);
  });
});

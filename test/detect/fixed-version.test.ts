import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestUpgrade, smallestFix } from '../../src/detect/vulnerabilities/fixed-version.js';
import { remediate } from '../../src/detect/vulnerabilities/remediation.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import type { Ordering } from '../../src/ecosystems/versions/ordering.js';
import { component, finding } from '../support/estates.js';
import { advisory, match } from '../support/matches.js';

function orderingOf(ecosystem: string): Ordering {
  const found = ecosystemOf(ecosystem);
  if (!found) throw new RangeError(ecosystem);
  return found.ordering;
}

const semver = orderingOf('npm');

describe('the smallest version that ends a problem', () => {
  it.each([
    ['the only fix', '1.0.0', [['1.0.1']], '1.0.1'],
    ['one above the installed version', '1.5.0', [['1.0.1', '1.5.2']], '1.5.2'],
    ['the same major, though another is in the list', '1.0.0', [['2.0.0', '1.4.0']], '1.4.0'],
    ['another major where it must be', '1.0.0', [['2.0.0', '3.1.0']], '2.0.0'],
    ['no pre-release', '1.0.0', [['1.1.0-rc.1', '1.1.0']], '1.1.0'],
    ['a pre-release where there is nothing else', '1.0.0', [['2.0.0-rc.1']], '2.0.0-rc.1'],
    ['one that all advisories agree on', '1.0.0', [['1.2.0'], ['1.1.0']], '1.2.0'],
    ['one of the branch that is in use', '2.1.5', [['2.1.9', '2.2.2']], '2.1.9'],
    ['no gap between fixed branches', '1.0.0', [['1.5.0', '2.3.0'], ['2.0.0']], '2.3.0'],
    ['none that one advisory does not know', '1.0.0', [['1.2.0'], []], undefined],
    ['none without fixes', '1.0.0', [], undefined],
    ['none that is no version', '1.0.0', [['soon']], undefined],
  ])('is %s', (_, installed, fixes, expected) => {
    expect(smallestFix(installed, fixes, semver)).toBe(expected);
  });

  it('follows the order of the ecosystem', () => {
    expect(smallestFix('1:2.30-1', [['1:2.30-1+deb12u2'], ['1:2.30-1+deb12u10']], orderingOf('Debian'))).toBe('1:2.30-1+deb12u10');
    expect(smallestFix('1.0', [['1.0.post1', '1.0rc2']], orderingOf('PyPI'))).toBe('1.0.post1');
  });

  it('is above the installed one and one of those given', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(version, fc.array(fc.array(version, { maxLength: 3 }), { maxLength: 3 }), (installed, fixes) => {
        const found = smallestFix(installed, fixes, semver);
        if (found === undefined) return;
        expect(semver.compare(found, installed)).toBeGreaterThan(0);
        expect(fixes.flat()).toContain(found);
        for (const versions of fixes) expect(versions.some((fix) => semver.compare(fix, found) <= 0)).toBe(true);
      }),
    );
  });
});

describe('one upgrade for several problems', () => {
  it('ends all of them where a version does', () => {
    expect(bestUpgrade('1.0.0', [[['1.2.0']], [['1.1.0', '2.0.0']]], semver)).toEqual({ version: '1.2.0', ends: [0, 1] });
  });

  it('ends most of them where none does', () => {
    expect(bestUpgrade('1.0.0', [[['1.2.0']], [], [['1.1.0']]], semver)).toEqual({ version: '1.2.0', ends: [0, 2] });
  });
});

describe('the remedy of a component', () => {
  const web = component('web', '1.0.0');
  const a = finding('CVE-A', { component: web.ref, fixed_version: '1.5.1' });
  const b = finding('CVE-B', { component: web.ref, fixed_version: '2.0.0' });
  const c = finding('CVE-C', { component: web.ref });

  it('names version, command and what is left', () => {
    expect(remediate(web, [a, c])).toEqual({
      version: '1.5.1',
      command: 'npm install web@1.5.1',
      clears: [a.fingerprint],
      unfixable: [c.fingerprint],
    });
  });

  it('does not take a release for fixed whose branch was fixed later', () => {
    const matches = [
      match(web, advisory('CVE-A'), { fixed_versions: ['1.5.1', '2.0.4'] }),
      match(web, advisory('CVE-B'), { fixed_versions: ['2.0.0'] }),
    ];
    expect(remediate(web, [a, b], matches)).toMatchObject({ version: '2.0.4', clears: [a.fingerprint, b.fingerprint], unfixable: [] });
  });

  it('has no command for a package that others bring in', () => {
    const remedy = remediate({ ...web, direct: false }, [a]);
    expect(remedy.version).toBe('1.5.1');
    expect(remedy.command).toBeUndefined();
  });

  it('is none without a fix or an order', () => {
    expect(remediate(web, [c])).toEqual({ clears: [], unfixable: [c.fingerprint] });
    expect(remediate({ ...web, version: null }, [a])).toEqual({ clears: [], unfixable: [a.fingerprint] });
    expect(remediate({ ...web, ecosystem: 'nowhere' }, [a])).toEqual({ clears: [], unfixable: [a.fingerprint] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateVersion, fixesAbove } from '../../src/advisories/evaluate.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import type { AffectedPackage, RangeEvent } from '../../src/model/advisory.js';

function ordering(name: string) {
  const found = ecosystemOf(name);
  if (!found) throw new Error(`no ${name}`);
  return found.ordering;
}

const semver = ordering('npm');

function pkg(events: RangeEvent[][], versions: string[] = []): AffectedPackage {
  const ranges = events.map((list) => ({ type: 'SEMVER' as const, events: list }));
  return { advisory: 1, id: 'X-1', ranges, versions, withdrawn: false, malicious: false };
}

function affects(events: RangeEvent[], version: string): boolean {
  return typeof evaluateVersion(pkg([events]), version, semver) === 'object';
}

describe('a range', () => {
  it.each<[string, RangeEvent[], string[], string[]]>([
    ['from the start to a fix', [{ introduced: '0' }, { fixed: '1.2.0' }], ['0.0.0-alpha', '1.1.9', '1.2.0-rc.1'], ['1.2.0', '2.0.0']],
    [
      'with its events in any order',
      [{ fixed: '2.0.0' }, { introduced: '1.5.0' }, { fixed: '1.0.0' }, { introduced: '0' }],
      ['0.9.0', '1.5.0'],
      ['1.0.0', '1.4.0', '2.0.0'],
    ],
    ['of exactly one version', [{ introduced: '1.0.0' }, { last_affected: '1.0.0' }], ['1.0.0'], ['0.9.9', '1.0.1']],
    ['that includes its end', [{ introduced: '0' }, { last_affected: '1.2.0' }], ['1.2.0'], ['1.2.1-0', '1.2.1']],
    ['without an end', [{ introduced: '3.0.0' }], ['3.0.0', '99.0.0'], ['2.9.9']],
    ['under a limit', [{ introduced: '0' }, { limit: '2.0.0' }], ['1.9.9'], ['2.0.0']],
    ['under the limit of all', [{ introduced: '0' }, { limit: '*' }], ['9.0.0'], []],
    ['in one event', [{ introduced: '1.0.0', fixed: '1.1.0' }], ['1.0.5'], ['1.1.0']],
    ['whose fix is written short', [{ introduced: '0' }, { fixed: '0.3' }], ['0.2.9'], ['0.3.0']],
    [
      'that begins anew where it ended',
      [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '1.0.0' }, { fixed: '2.0.0' }],
      ['1.0.0', '0.5.0'],
      ['2.0.0'],
    ],
  ])('%s', (_what, events, inside, outside) => {
    expect(inside.filter((version) => !affects(events, version))).toEqual([]);
    expect(outside.filter((version) => affects(events, version))).toEqual([]);
  });

  it('does not depend on the order of its events', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));
    const bounds = fc.uniqueArray(version, { minLength: 2, maxLength: 6 }).map((list) => [...list].sort(semver.compare));
    fc.assert(
      fc.property(bounds, version, fc.infiniteStream(fc.nat(100)), (list, probe, shuffle) => {
        const events = list.map((at, index): RangeEvent => (index % 2 === 0 ? { introduced: at } : { fixed: at }));
        const shuffled = events
          .map((event) => ({ event, key: shuffle.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        // Reference by counting: affected when an odd number of bounds lies at or below the version.
        const below = list.filter((at) => semver.compare(at, probe) <= 0).length;
        expect(affects(shuffled, probe)).toBe(below % 2 === 1);
      }),
    );
  });
});

describe('a list of versions', () => {
  it('decides besides the ranges, and says so', () => {
    expect(evaluateVersion(pkg([[{ introduced: '2.0.0' }]], ['1.0.0']), '1.0.0', semver)).toEqual({
      affected: { range: 'versions', event: 'version 1.0.0 listed' },
    });
    expect(evaluateVersion(pkg([[{ introduced: '2.0.0' }]], ['1.0.0']), '1.0.1', semver)).toBe('unaffected');
  });

  it('knows other spellings of its versions', () => {
    expect(typeof evaluateVersion(pkg([], ['1.0']), '1.0.0', ordering('PyPI'))).toBe('object');
    expect(evaluateVersion(pkg([], ['1.0']), '1.0.1', ordering('PyPI'))).toBe('unaffected');
  });

  it('is all that is asked about a text that is no version', () => {
    expect(typeof evaluateVersion(pkg([], ['latest']), 'latest', semver, true)).toBe('object');
    expect(evaluateVersion(pkg([[{ introduced: '0' }]]), 'latest', semver, true)).toBe('undecidable');
    expect(evaluateVersion(pkg([], ['1.0.0']), 'latest', semver, true)).toBe('unaffected');
  });
});

describe('an event that is no version', () => {
  it('makes its range undecidable unless a list decides', () => {
    const odd = [{ introduced: '0' }, { fixed: '2019-09-12' }];
    expect(evaluateVersion(pkg([odd]), '1.0', ordering('PyPI'))).toBe('undecidable');
    expect(evaluateVersion(pkg([odd], ['1.0']), '2.0', ordering('PyPI'))).toBe('unaffected');
    expect(evaluateVersion(pkg([odd, [{ introduced: '0' }, { fixed: '3.0' }]]), '2.0', ordering('PyPI'))).toMatchObject({
      affected: { range: 'introduced 0, fixed 3.0' },
    });
  });
});

describe('the reason', () => {
  it('names the part of the range that decided', () => {
    const events = [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }, { last_affected: '2.4.0' }];
    expect(evaluateVersion(pkg([events]), '2.1.0', semver)).toEqual({
      affected: { range: 'introduced 2.0.0, last affected 2.4.0', event: 'introduced 2.0.0' },
    });
  });

  it('lists the fixes above the version only', () => {
    const both = pkg([
      [{ introduced: '0' }, { fixed: '1.4.2' }],
      [{ introduced: '2.0.0' }, { fixed: '2.3.0' }, { fixed: 'soon' }],
    ]);
    expect(fixesAbove(both, '1.0.0', semver)).toEqual(['1.4.2', '2.3.0']);
    expect(fixesAbove(both, '2.0.0', semver)).toEqual(['2.3.0']);
    expect(fixesAbove(both, 'latest', semver)).toEqual([]);
  });
});

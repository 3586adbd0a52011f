import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalVers, contains, parseVers, versContains } from '../../src/ecosystems/ranges/registry.js';

describe('vers ranges', () => {
  it('are read into scheme and constraints', () => {
    expect(parseVers('vers:pypi/>=1.0|!=1.2|<2.0|2.1')).toEqual({
      scheme: 'pypi',
      constraints: [
        { op: '>=', version: '1.0' },
        { op: '!=', version: '1.2' },
        { op: '<', version: '2.0' },
        { op: '=', version: '2.1' },
      ],
    });
    expect(parseVers('vers:npm/*').constraints).toBe('*');
  });

  it.each([
    ['vers:npm/>=1.0.0|<2.0.0', ['1.0.0', '1.9.0', '2.0.0-rc.1'], ['0.9.0', '2.0.0']],
    ['vers:npm/<1.0.0|>=2.0.0', ['0.1.0', '2.0.0', '9.0.0'], ['1.0.0', '1.5.0']],
    ['vers:npm/>1.0.0|>=1.5.0|<2.0.0|<=3.0.0', ['1.2.0', '2.5.0', '3.0.0'], ['1.0.0', '3.0.1']],
    ['vers:gem/1.0|1.1', ['1.0', '1.1.0'], ['1.0.5']],
    ['vers:gem/!=1.0', ['0.9', '1.1'], ['1.0.0']],
    ['vers:deb/>=1:1.0-1|<1:1.0-5', ['1:1.0-1', '1:1.0-4'], ['1.0-3', '1:1.0-5']],
    ['vers:rpm/<0:1.1.1k-7.el8_6', ['1.1.1k-5.el8_5'], ['1.1.1k-12.el8_9']],
    ['vers:apk/<3.1.4-r0', ['3.1.3-r9', '3.1.4_rc1-r0'], ['3.1.4-r0']],
    ['vers:golang/<1.2.3', ['v1.2.2'], ['v1.2.3']],
  ])('%s', (range, inside, outside) => {
    expect(inside.filter((version) => !versContains(range, version))).toEqual([]);
    expect(outside.filter((version) => versContains(range, version))).toEqual([]);
  });

  it('stand beside native ranges', () => {
    expect(contains('npm', 'vers:npm/<2.0.0', '1.0.0')).toBe(true);
  });

  it('are written with their constraints in order and their versions encoded', () => {
    expect(canonicalVers('vers:npm/<2.0.0|>=1.0.0')).toBe('vers:npm/>=1.0.0|<2.0.0');
    expect(canonicalVers('vers:npm/=1.0.0')).toBe('vers:npm/1.0.0');
    expect(canonicalVers('vers:deb/1:1.0+dfsg-1')).toBe('vers:deb/1:1.0%2Bdfsg-1');
  });

  it.each([
    ['npm/1.0.0', 'vers:scheme'],
    ['vers:npm/', 'vers:scheme'],
    ['vers:nowhere/1.0', 'no versioning scheme'],
    ['vers:generic/1.0', 'no versioning scheme'],
    ['vers:npm/1.0.0||2.0.0', 'no version'],
    ['vers:npm/>=1.0.0| <2.0.0', 'white space'],
    ['vers:npm/%zz', 'percent-encoding'],
    ['vers:npm/>=2.0.0|<1.0.0', 'canonical form'],
    ['vers:npm/1.0.0|banana', 'banana'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseVers(text)).toThrow(reason);
  });

  it('keep their meaning in whatever order they are written', () => {
    const number = fc.integer({ min: 0, max: 6 });
    const constraint = fc.tuple(fc.constantFrom('', '!=', '<', '<=', '>', '>='), number).map(([op, n]) => `${op}${n}.0.0`);
    const range = fc.uniqueArray(constraint, { minLength: 1, maxLength: 5, selector: (text) => text.replace(/[^0-9.]/g, '') });
    fc.assert(
      fc.property(range, number, (constraints, n) => {
        const text = `vers:npm/${constraints.join('|')}`;
        const canonical = canonicalVers(text);
        expect(canonicalVers(canonical)).toBe(canonical);
        expect(versContains(text, `${n}.0.0`)).toBe(versContains(canonical, `${n}.0.0`));
        if (constraints.includes(`!=${n}.0.0`)) expect(versContains(text, `${n}.0.0`)).toBe(false);
        if (constraints.includes(`${n}.0.0`)) expect(versContains(text, `${n}.0.0`)).toBe(true);
      }),
    );
  });
});

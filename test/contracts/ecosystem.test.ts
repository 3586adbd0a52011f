import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ecosystem } from '../../src/ecosystems/ecosystem.js';
import { ecosystemOf, ecosystemOfPurl, ecosystems } from '../../src/ecosystems/registry.js';
import { cpuTime } from '../support/cpu-time.js';
import { ecosystemFixtureFolders, namesOf, orderedPairs, slugOf, versionsOf } from '../support/ecosystem-fixtures.js';

/** Conan compares `10` with `9` as numbers and `10x` with `9` as texts, so mixed texts run in a circle there as well. */
const CIRCULAR = new Set(['ConanCenter']);

/** The fixtures' versions with other numbers in them: texts the ecosystem's packages might have. */
function plausibleVersions({ name, ordering }: Ecosystem): fc.Arbitrary<string> {
  const shape = fc.constantFrom(...versionsOf(name));
  if (CIRCULAR.has(name)) return shape;
  const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 6 });
  return fc
    .tuple(shape, numbers, fc.boolean())
    .map(([text, replacements, keep]) => {
      let next = 0;
      return keep ? text : text.replace(/[0-9]+/g, (digits) => String(replacements[next++] ?? digits));
    })
    .filter((text) => ordering.valid(text));
}

it('has fixtures for every ecosystem, and no fixtures of others', () => {
  expect(ecosystemFixtureFolders()).toEqual(ecosystems.map(({ name }) => slugOf(name)).sort());
});

describe.each(ecosystems.map((ecosystem) => ({ name: ecosystem.name, ecosystem })))('$name', ({ name, ecosystem }) => {
  const { ordering } = ecosystem;
  const sign = (a: string, b: string) => Math.sign(ordering.compare(a, b)) + 0;

  it('orders its fixtures, in both directions', () => {
    const pairs = orderedPairs(name);
    expect(pairs.length).toBeGreaterThan(1);
    const wrong = pairs.filter(({ a, b, order }) => sign(a, b) !== order || sign(b, a) !== (order === 0 ? 0 : 1));
    expect(wrong).toEqual([]);
  });

  it('is antisymmetric', () => {
    fc.assert(fc.property(plausibleVersions(ecosystem), plausibleVersions(ecosystem), (a, b) => sign(a, b) === 0 - sign(b, a)));
  });

  it('is transitive, and equal versions compare alike with every third', () => {
    const version = plausibleVersions(ecosystem);
    fc.assert(
      fc.property(version, version, version, (x, y, z) => {
        const [a = '', b = '', c = ''] = [x, y, z].sort(ordering.compare);
        expect(sign(a, b)).toBeLessThanOrEqual(0);
        expect(sign(b, c)).toBeLessThanOrEqual(0);
        expect(sign(a, c)).toBe(Math.min(sign(a, b), sign(b, c)));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses to order what is no version', () => {
    for (const text of ['\u0024{project.version}', '>=1.0 <2.0', 'x'.repeat(2000)]) {
      expect(ordering.valid(text)).toBe(false);
      expect(() => ordering.compare(text, '1.0.0')).toThrow(/is no .* version/);
    }
  });

  it('answers at once for hostile texts', () => {
    const bits = ['1', '.', '-', '_', '~', '1.', '-1', '_p1', '1a', 'a1', '+a', '.dev', '1!', 'as ', ' ', '\u0000'];
    const start = cpuTime();
    for (const bit of bits) {
      for (const end of ['', '!', 'x']) {
        const text = `1.0${bit.repeat(1000 / bit.length)}${end}`;
        if (ordering.valid(text)) expect(sign(text, text.slice(0, -1) + text.slice(-1))).toBe(0);
      }
    }
    expect(cpuTime() - start).toBeLessThan(500);
  });

  it('normalises names, once and for all', () => {
    for (const { raw, normalised } of namesOf(name)) {
      expect(ecosystem.normaliseName(raw)).toBe(normalised);
      expect(ecosystem.normaliseName(normalised)).toBe(normalised);
    }
  });

  it('takes names through purl parts and back', () => {
    for (const { normalised } of namesOf(name)) {
      const { namespace, name: last } = ecosystem.purlParts(normalised);
      expect(ecosystem.nameOfPurl(ecosystem.purlNamespace ?? namespace, last)).toBe(normalised);
    }
  });

  it('is found by its name, with a release too, and by its purl', () => {
    expect(ecosystemOf(name)).toBe(ecosystem);
    expect(ecosystemOf(`${name}:1`)).toBe(ecosystem);
    expect(ecosystemOfPurl(ecosystem.purlType, ecosystem.purlNamespace)).toBe(ecosystem);
  });

  it('never lets a name become a command or an option', () => {
    const command = ecosystem.upgradeCommand?.("--eval=x'; touch /tmp/x; #\u001b[31m", '1 $(id)') ?? '';
    const outsideQuotes = command.replace(/'[^']*'|\\'/g, '');
    expect(outsideQuotes).not.toMatch(/[;$#\u001b]|--eval/);
  });

  it('gives a distribution without a release no names to look up', () => {
    const known = [name, `${name}:1`, `${name}:v1.1`, `${name}:enterprise_linux:1::baseos`];
    const names = ecosystem.lookupNames?.(name, known) ?? [];
    expect(names).toEqual(name === 'Wolfi' || name === 'Chainguard' ? [name] : []);
  });
});

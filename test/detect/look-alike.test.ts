import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLookAlike } from '../../src/detect/malicious/look-alike.js';
import { type Popular, popularIn } from '../../src/detect/malicious/popular.js';
import { cpuTime } from '../support/cpu-time.js';

function popular(ecosystem: string): Popular {
  const found = popularIn(ecosystem);
  if (!found) throw new RangeError(ecosystem);
  return found;
}

const npm = popular('npm');
const pypi = popular('PyPI');

describe('a name made to be mistaken', () => {
  it.each([
    ['lodahs', 'lodash', 'swap'],
    ['expresss', 'express', 'edit'],
    ['webpakc', 'webpack', 'swap'],
    ['crossenv', 'cross-env', 'separators'],
    ['cross-env.js', 'cross-env', 'affix'],
    ['babelcli', 'babel-cli', 'separators'],
    ['l0dash', 'lodash', 'homoglyph'],
    ['lоdash', 'lodash', 'homoglyph'],
    ['types-node', '@types/node', 'scope'],
    ['typesnode', '@types/node', 'scope'],
    ['@types/nodee', '@types/node', 'edit'],
  ])('%s is like %s by %s', (name, target, how) => {
    expect(findLookAlike(name, npm)).toEqual({ target, how });
  });

  it.each([
    ['reqeusts', 'requests', 'swap'],
    ['request', 'requests', 'edit'],
    ['djanga', 'django', 'edit'],
    ['jeilyfish', 'jellyfish', 'edit'],
    ['nurnpy', 'numpy', 'homoglyph'],
    ['requests-python', 'requests', 'affix'],
    ['python-sdk-tencentcloud', 'tencentcloud-sdk-python', 'order'],
  ])('of PyPI: %s is like %s by %s', (name, target, how) => {
    expect(findLookAlike(name, pypi)).toEqual({ target, how });
  });
});

describe('a name left in peace', () => {
  it.each(['lodash', 'react', 'preact', 'express', 'jquery', 'lodash-es', 'lodash.merge', '@types/node', 'colors', 'color', 'vue', 'vuex'])(
    '%s, as it is in use',
    (name) => {
      expect(findLookAlike(name, npm)).toBeUndefined();
    },
  );

  it.each(['acme-billing-core', '@acme/react', '@acme/lodahs-theme', 'abcd', 'x', '', 'our-internal-tool'])(
    '%j, as it is like no other',
    (name) => {
      expect(findLookAlike(name, npm)).toBeUndefined();
    },
  );

  it('in an ecosystem of which no names are known', () => {
    expect(popularIn('Go')).toBeUndefined();
    expect(popularIn('__proto__')).toBeUndefined();
  });
});

/** The textbook set of one-step changes of a name. */
function changed(name: string, at: number, letter: string): string[] {
  const [head, tail] = [name.slice(0, at), name.slice(at)];
  return [
    head + letter + tail,
    head + tail.slice(1),
    head + letter + tail.slice(1),
    head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2),
  ];
}

it('every one-step change of a much used name is told, or is a name in use itself', () => {
  const names = fc.constantFrom('lodash', 'express', 'webpack', 'typescript', 'commander', 'body-parser', 'react-dom');
  fc.assert(
    fc.property(names, fc.nat(20), fc.constantFrom(...'abxyz'), (name, at, letter) => {
      for (const variant of changed(name, at % name.length, letter)) {
        if (variant === name || npm.isKnown(variant)) continue;
        expect(findLookAlike(variant, npm), variant).toBeDefined();
      }
    }),
  );
});

it('hostile names neither throw nor take long', () => {
  fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary' })), (name) => void findLookAlike(name, npm)));
  const started = cpuTime();
  for (const bait of ['-'.repeat(100_000), 'a'.repeat(100_000), 'rn'.repeat(50_000), '@'.repeat(99), 'a-'.repeat(49)])
    findLookAlike(bait, npm);
  expect(cpuTime() - started).toBeLessThan(500);
});

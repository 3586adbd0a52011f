import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../../src/collect/secrets/scan-text.js';
import { valueHasher } from '../../../src/collect/secrets/value-hash.js';

const TEXTS = 60;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A megabyte with one secret, whose name is longer than what an engine copies. */
function text(number: number): Buffer {
  const value = Array.from({ length: 40 }, (_one, at) => LETTERS[(number * 7 + at * 11 + at * at * 5) % LETTERS.length]).join('');
  return Buffer.from(`PRODUCTION_DATABASE_PASSWORD=${value}\n${'lorem ipsum dolor sit amet\n'.repeat(37_000)}`);
}

describe('what was found', () => {
  it('keeps nothing of the texts in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const hash = valueHasher();
    const used = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    const found = Array.from({ length: TEXTS }, (_one, number) => secretsOf(text(number), `app-${number}.env`, hash));
    expect(found.flat()).toHaveLength(TEXTS);
    expect((used() - before) / 1e6).toBeLessThan(TEXTS / 4);
    expect(found.flat()).toHaveLength(TEXTS);
  });
});

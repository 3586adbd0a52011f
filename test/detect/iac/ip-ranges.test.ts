import { describe, expect, it } from 'vitest';
import { isWholeInternet, rangeOf } from '../../../src/detect/iac/views/ip-ranges.js';

/** Numbers without end that are the same at each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) yield state;
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

describe('ranges of addresses', () => {
  it.each([['0.0.0.0/0'], ['34.15.11.3/0'], ['::/0'], ['2001:db8::/0'], ['2000::/3'], ['::ffff:1.2.3.4/0']])(
    '%s is the internet',
    (cidr) => {
      expect(isWholeInternet([cidr])).toBe(true);
    },
  );

  it.each([['10.0.0.0/8'], ['0.0.0.0/1'], ['0.0.0.0/33'], ['::/1000'], ['300.0.0.0/0'], ['1::2::3/0'], ['anything'], [''], ['0.0.0.0']])(
    '%s is not',
    (cidr) => expect(isWholeInternet([cidr])).toBe(false),
  );

  it('is the internet in halves, in whatever order and however often', () => {
    expect(isWholeInternet(['128.0.0.0/1', '0.0.0.0/1', '0.0.0.0/1'])).toBe(true);
    expect(isWholeInternet(['8000::/1', '::/1'])).toBe(true);
  });

  it('is the internet when it is split further, and not when half of it is left out', () => {
    const random = numbers(7);
    for (let turn = 0; turn < 200; turn++) {
      const length = 2 + (random.next().value % 7);
      const size = 2 ** (32 - length);
      const all = Array.from({ length: 2 ** length }, (_, index) => `${dotted(index * size + (random.next().value % size))}/${length}`);
      expect(isWholeInternet(all)).toBe(true);
      expect(isWholeInternet(all.slice(0, all.length / 2))).toBe(false);
    }
  });

  it('starts where its prefix says, whatever the other bits are', () => {
    const random = numbers(11);
    for (let turn = 0; turn < 500; turn++) {
      const address = random.next().value;
      const length = random.next().value % 33;
      const range = rangeOf(`${dotted(address)}/${length}`);
      const size = 1n << BigInt(32 - length);
      expect(range?.first).toBe((BigInt(address) / size) * size);
      expect((range?.last ?? 0n) - (range?.first ?? 0n)).toBe(size - 1n);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../../../src/collect/models/contract/source.js';
import { pagedSource } from '../../../../src/collect/models/formats/reading/paged-source.js';

const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31 + (index >> 8)) & 255));

describe('a paged source', () => {
  it('gives the same bytes as the source behind it', () => {
    const paged = pagedSource(bufferSource(bytes));
    fc.assert(
      fc.property(fc.nat(710_000), fc.nat(140_000), (offset, length) => {
        expect(paged.read(offset, length).equals(bytes.subarray(offset, offset + length))).toBe(true);
      }),
    );
  });

  it('asks for neighbouring bytes once', () => {
    let asked = 0;
    const source = bufferSource(bytes);
    const counted = (offset: number, length: number) => {
      asked++;
      return source.read(offset, length);
    };
    const paged = pagedSource({ size: source.size, read: counted });
    for (let at = 0; at < 60_000; at += 10) paged.read(at, 10);
    expect(asked).toBe(1);
  });
});

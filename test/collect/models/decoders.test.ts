import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bzip2 } from '../../../src/collect/models/archive/bzip2.js';
import { type Decoder, decodeAll } from '../../../src/collect/models/archive/decoder.js';
import { Gzip } from '../../../src/collect/models/archive/gzip.js';
import { Inflate } from '../../../src/collect/models/archive/inflate.js';
import { Lz4 } from '../../../src/collect/models/archive/lz4.js';
import { aloneHeader, Lzma } from '../../../src/collect/models/archive/lzma.js';
import { Xz } from '../../../src/collect/models/archive/xz.js';
import { Budget, LimitReached } from '../../../src/collect/models/contract/budget.js';
import { bufferSource } from '../../../src/collect/models/contract/source.js';

function drain(decoder: Decoder): Buffer {
  const parts: Buffer[] = [];
  for (let chunk = decoder.next(); chunk !== undefined; chunk = decoder.next()) parts.push(chunk);
  return Buffer.concat(parts);
}

const hex = (text: string) => bufferSource(Buffer.from(text, 'hex'));
/** `hello hello hello`, written by Python's bz2 and lzma. */
const BZ2 = '425a68393141592653599e625bfe000002910040000244a000211460668291ef23470bb9229c28484f312dff00';
const XZ =
  'fd377a585a000004e6d6b4460200210116000000742fe5a3e00010000b5d00341949ee8de94f7e15e00000004b88e6da4480077600012711bc27f3901fb6f37d010000000004595a';
const ALONE = '5d00008000ffffffffffffffff00341949ee8de94f7f35c5a3ffff78a40000';

describe('inflate', () => {
  it('equals zlib for all levels and strategies, and says where the stream ends', () => {
    const inputs = fc.oneof(fc.uint8Array({ maxLength: 3000 }), fc.array(fc.constantFrom(1, 2, 3), { maxLength: 5000 }));
    fc.assert(
      fc.property(inputs, fc.constantFrom(0, 1, 6, 9), fc.constantFrom(0, 2, 3, 4), (bytes, level, strategy) => {
        const plain = Buffer.from(bytes);
        const packed = deflateRawSync(plain, { level, strategy });
        const decoder = new Inflate(bufferSource(Buffer.concat([packed, Buffer.from('tail')])));
        expect(drain(decoder).equals(plain)).toBe(true);
        expect([decoder.fault, decoder.consumed]).toEqual([undefined, packed.length]);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps what came before the end of cut-off data', () => {
    const plain = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * index) & 255));
    const packed = deflateRawSync(plain, { level: 1 });
    const decoder = new Inflate(bufferSource(packed.subarray(0, packed.length / 2)));
    const got = drain(decoder);
    expect(decoder.fault).toMatch(/cut off/);
    expect(got.length).toBeGreaterThan(0);
    expect(plain.subarray(0, got.length - 300).equals(got.subarray(0, -300))).toBe(true);
  });

  it('ends on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const decoder of [
          new Inflate(bufferSource(bytes)),
          new Bzip2(bufferSource(bytes)),
          new Xz(bufferSource(bytes)),
          new Lz4(bufferSource(bytes)),
        ])
          expect(drain(decoder).length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('other codings', () => {
  it('joins gzip members', () => {
    const two = Buffer.concat([gzipSync('one '), gzipSync('two')]);
    expect(drain(new Gzip(bufferSource(two))).toString()).toBe('one two');
  });

  it('tells a gzip file that ends too early', () => {
    const decoder = new Gzip(bufferSource(gzipSync(Buffer.alloc(5000, 'abc')).subarray(0, -9)));
    drain(decoder);
    expect(decoder.fault).toMatch(/cut off/);
  });

  it('reads bzip2, xz, lzma and lz4', () => {
    const plain = 'hello hello hello';
    expect(drain(new Bzip2(hex(BZ2))).toString()).toBe(plain);
    expect(drain(new Xz(hex(XZ))).toString()).toBe(plain);
    const alone = hex(ALONE);
    expect(drain(new Lzma(alone, aloneHeader(alone)!)).toString()).toBe(plain);
    const lz4 = Buffer.concat([
      Buffer.from('04224d18604082', 'hex'),
      Buffer.from([9, 0, 0, 0, 0x65, ...Buffer.from('hello '), 6, 0]),
      Buffer.alloc(4),
    ]);
    expect(drain(new Lz4(bufferSource(lz4))).toString()).toBe('hello hello hel');
  });
});

describe('decoded sources', () => {
  it('read anywhere, also behind what is kept in memory', () => {
    const plain = Buffer.alloc(70 * 1024 * 1024);
    for (let at = 0; at < plain.length; at += 4096) plain.writeUInt32LE((at * 2654435761) >>> 0, at);
    const packed = deflateRawSync(plain, { level: 1 });
    const { source, bomb } = decodeAll(() => new Inflate(bufferSource(packed)), new Budget(packed.length));
    expect([source.size, bomb]).toEqual([plain.length, false]);
    for (const at of [0, 69 * 1024 * 1024, 68 * 1024 * 1024, 5_000_000, plain.length - 10])
      expect(source.read(at, 5000).equals(plain.subarray(at, at + 5000))).toBe(true);
  });

  it('stop at a bomb, and at the end of the budget', () => {
    const zeros = deflateRawSync(Buffer.alloc(40 * 1024 * 1024));
    const decoded = decodeAll(() => new Inflate(bufferSource(zeros)), new Budget(zeros.length));
    expect(decoded.bomb).toBe(true);
    expect(decoded.source.size).toBeLessThan(12 * 1024 * 1024);
    const clock = { now: 0 };
    const late = new Budget(1000, undefined, () => clock.now);
    clock.now = 20_000;
    expect(() => decodeAll(() => new Inflate(bufferSource(zeros)), late)).toThrow(LimitReached);
  });
});

import { type CloserLook, DIMENSIONS, SIZES } from './closer-look.js';
import { closerLookBytes } from './weights.js';
import { WordPieces } from './word-pieces.js';

/** A learned number is kept as steps of a byte. */
const STEPS = 127;
/** The bytes of the vocabulary, what a step of a vector is worth, and what one of each learned list is: four bytes each, lowest first. */
const HEAD = 4 * (2 + SIZES.length);

/** The head, the vocabulary with a piece a line, the steps of its vectors, the steps of what is learned. */
export function packCloserLook({ vocabulary, vectors, unit, learned }: Omit<CloserLook, 'pieces'>): Uint8Array {
  const words = Buffer.from(vocabulary.join('\n'));
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(words.length);
  head.writeFloatLE(unit, 4);
  const steps = learned.map((values, index) => {
    const step = (values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1) / STEPS;
    head.writeFloatLE(step, 8 + 4 * index);
    return Int8Array.from(values, (value) => Math.round(value / step));
  });
  return Buffer.concat([
    head,
    words,
    ...[vectors, ...steps].map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length)),
  ]);
}

export function unpackCloserLook(bytes: Uint8Array): CloserLook {
  const { buffer, byteOffset, length } = bytes;
  const view = new DataView(buffer, byteOffset, length);
  const wordBytes = view.getUint32(0, true);
  const vocabulary = new TextDecoder().decode(bytes.subarray(HEAD, HEAD + wordBytes)).split('\n');
  let at = HEAD + wordBytes;
  const take = (count: number): Int8Array => {
    at += count;
    return new Int8Array(buffer, byteOffset + at - count, count);
  };
  const vectors = take((vocabulary.length + 1) * DIMENSIONS);
  const learned = SIZES.map((size, index) => {
    const step = view.getFloat32(8 + 4 * index, true);
    return Float32Array.from(take(size), (value) => value * step);
  });
  return { vocabulary, pieces: new WordPieces(vocabulary), vectors, unit: view.getFloat32(4, true), learned };
}

let shipped: CloserLook | undefined;

/** The network of this version, read when a sentence first needs it. */
export function shippedCloserLook(): CloserLook {
  shipped ??= unpackCloserLook(closerLookBytes());
  return shipped;
}

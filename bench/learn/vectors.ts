/**
 * Makes the vectors of words that the closer look of the opinion on texts reads with, and a network that has learned nothing yet.
 *
 * usage: tsx bench/learn/vectors.ts --encoder FOLDER --texts FOLDER [--out FILE]
 *
 * The encoder is a BERT-like one with an uncased vocabulary (`vocab.txt`, `model.safetensors`). Of its pieces those are kept that the
 * corpora and the Markdown files below the folder of texts use, and frequent English words; of their vectors, the directions in which they
 * differ most (principal components), in steps.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DIMENSIONS, SIZES } from '../../src/detect/text/opinion/closer-look.js';
import { packCloserLook } from '../../src/detect/text/opinion/closer-look-file.js';
import { WordPieces } from '../../src/detect/text/opinion/word-pieces.js';
import { principalComponents } from './principal-components.js';

/** A piece is kept that is used this often, or is an English word among the first of the vocabulary, which is in order of frequency. */
const USED = 4;
const FREQUENT = 10_000;
/** Only English sentences are looked at. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u;
/** What a step is of the spread of all numbers, and the largest step: more make a larger file and no better network. */
const STEP = 0.5;
const LARGEST = 7;

const { values } = parseArgs({
  options: {
    encoder: { type: 'string' },
    texts: { type: 'string' },
    out: { type: 'string', default: 'src/detect/text/opinion/closer-look.bin' },
  },
});
if (values.encoder === undefined || values.texts === undefined) throw new Error('--encoder FOLDER and --texts FOLDER are needed');

const all = readFileSync(join(values.encoder, 'vocab.txt'), 'utf8').trimEnd().split('\n');
const used = usedPieces(all, [...textsBelow(values.texts), ...textsBelow(new URL('corpus/', import.meta.url).pathname)]);
const kept = all.flatMap((piece, number) => {
  const isFrequent = number < FREQUENT && /^[a-z]+$/.test(piece);
  return !piece.startsWith('[') && !FOREIGN.test(piece) && ((used[number + 1] ?? 0) >= USED || isFrequent) ? [number] : [];
});
const rows = principalComponents(unitRows(readFileSync(join(values.encoder, 'model.safetensors')), kept), DIMENSIONS);
const spread = Math.sqrt(rows.reduce((sum, row) => sum + row.reduce((own, value) => own + value * value, 0), 0) / rows.length / DIMENSIONS);
const vectors = new Int8Array((kept.length + 1) * DIMENSIONS);
for (const [index, row] of rows.entries()) {
  vectors.set(
    row.map((value) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / spread / STEP)))),
    (index + 1) * DIMENSIONS,
  );
}
const learned = SIZES.map((size) => new Float32Array(size));
writeFileSync(values.out, packCloserLook({ vocabulary: kept.map((number) => all[number] as string), vectors, unit: STEP, learned }));
console.error(`${kept.length} pieces`);

function usedPieces(vocabulary: readonly string[], texts: readonly string[]): Int32Array {
  const pieces = new WordPieces(vocabulary);
  const counts = new Int32Array(vocabulary.length + 1);
  for (const text of texts) for (const piece of pieces.piecesOf(text, Number.POSITIVE_INFINITY)) counts[piece]!++;
  return counts;
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:mdc?|jsonl)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
}

/** Vectors of pieces, each of length 1 (safetensors: eight bytes say how long the JSON is that says where each tensor lies behind it). */
function unitRows(file: Buffer, numbers: readonly number[]): Float64Array[] {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, start)) as Record<string, { shape: number[]; data_offsets: number[] }>;
  const [, tensor] = Object.entries(header).find(([name]) => name.endsWith('embeddings.word_embeddings.weight')) ?? [];
  if (tensor === undefined) throw new Error('the encoder has no vectors of words');
  const width = tensor.shape[1] as number;
  return numbers.map((number) => {
    const at = start + (tensor.data_offsets[0] as number) + 4 * number * width;
    const row = Float64Array.from({ length: width }, (_, index) => file.readFloatLE(at + 4 * index));
    const length = Math.hypot(...row);
    return row.map((value) => value / length);
  });
}

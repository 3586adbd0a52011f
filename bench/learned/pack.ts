import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { OpinionModel, Threshold } from '../../src/detect/text/opinion/model.js';
import { referencePath } from '../../test/support/reference-data.js';
import { PARTS } from '../accuracy/text-parts.js';
import type { Bag } from './bags.js';
import type { Scorer } from './thresholds.js';
import type { Weights } from './train.js';

/** Steps of a rounded weight on either side of zero. */
const STEPS = 127;
/** Of the cells with a weight, the share that the steps must reach; the few beyond are cut. */
const REACHED = 0.999;

/** Weights as whole numbers of a byte. */
export function rounded({ cells, bias }: Weights): Scorer {
  const sizes = cells
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort();
  const scale = STEPS / (sizes[Math.floor(sizes.length * REACHED)] ?? 1);
  const weights = new Int8Array(cells.length);
  for (const [at, weight] of cells.entries()) weights[at] = Math.max(-STEPS, Math.min(STEPS, Math.round(weight * scale)));
  return { weights, bias: Math.round(bias * scale), scale };
}

/** The rows of a model's file, sorted: what it was made from by hash, and nothing of it. */
export function modelRows({ weights, bias, thresholds }: OpinionModel, inputs: string): string[] {
  const shown = ({ least, gravity }: Threshold) => `${least} ${gravity}`;
  const rows = [
    ['bias', String(bias)],
    ['inputs', inputs],
    ['sources', sourcesHash()],
    ...(['prose', 'json'] as const).flatMap((matter) =>
      Object.entries(thresholds[matter]).map(([name, threshold]) => [`${matter} ${name}`, shown(threshold)]),
    ),
    ['weights', deflateRawSync(weights, { level: 9 }).toString('base64')],
  ];
  return rows.map((row) => row.join('\t')).sort();
}

/** The file of a model. */
export function modelFile(rows: readonly string[], date: string): string {
  return `${[
    '# The learned opinion of texts: thresholds, and a weight of one byte for each of the cells that features are hashed to, deflated, base64.',
    '# Source: made by `npm run accuracy -- texts --learn` from labelled, ordinary and generated texts, of which it holds nothing',
    `# Date: ${date}`,
    ...rows,
  ].join('\n')}\n`;
}

/** The hash of all that is learned from. */
export function inputsHash(bags: readonly Bag[]): string {
  const hash = createHash('sha256');
  for (const { kind, fold, hostile, alarm, samples } of bags) {
    hash.update(`${kind} ${fold} ${hostile} ${alarm} ${samples.length}\n`);
    for (const { cells, key, gravity, matter } of samples) hash.update(`${key} ${gravity} ${matter}\n`).update(cells);
  }
  return hash.digest('hex');
}

/** The hash of the files that are learned from, whatever the program makes of them. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  const add = (path: string) => hash.update(`${basename(path)} `).update(readFileSync(path));
  for (const path of ['skills/index.jsonl', 'skills/second/index.jsonl', 'mcp-tools/visible.jsonl', 'mcp-tools/second.jsonl'])
    add(referencePath(path));
  for (const part of PARTS) for (const path of filesBelow(referencePath('skills', part))) add(path);
  for (const path of filesBelow(WORDS)) add(path);
  return hash.digest('hex');
}

const WORDS = 'test/detect/texts/words';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

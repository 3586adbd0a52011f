import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import { cellOf, joinedHash } from './hash.js';
import { frameOf, signOf } from './signs.js';
import { type Word, wordsOf } from './words.js';

/** The cells of a sentence's features; a feature that occurs twice stands twice. */
export type Features = number[];

/** What the whole text says of one of its sentences. */
export interface Around {
  /** How much the text speaks of attacks, tests and examples: 0 to 3. */
  talk: number;
  /** How many of the sentence's words stand nowhere else in the text: 0 to 3; undefined for a short text. */
  strange?: number;
  /** How many of the sentence's words the name and the description of the subject share: 0 to 2. */
  shared: number;
  /** How long the text is: 0 to 3. */
  size: number;
}

const WORD = signOf('word');
const PAIR = signOf('pair');
const SKIP = signOf('skip');
const NEAR = signOf('near');
const LEAD = signOf('lead');
const FRAMED = signOf('framed');
/** Words of the line before a list that are looked at. */
const LEAD_WORDS = 12;
const GRAVITY = Array.from({ length: 12 }, (_, step) => signOf(`gravity ${step + 1}`));

/** A sentence as its features are made. */
export interface Reading {
  statement: Statement;
  document: TextDocument;
  words: readonly Word[];
  signs: readonly number[];
  /** Signs of its neighbours. */
  near: readonly number[];
  around: Around;
  gravity: number;
}

/** Features of a sentence: its words, what its frame says, and what stands around it. */
export function featuresOf({ statement, document, words, signs, near, around, gravity }: Reading): Features {
  const cells: Features = [];
  addWords(cells, words);
  for (const sign of frameOf(statement, document)) cells.push(cellOf(sign));
  addSigns(cells, signs, statement.mention || statement.banned);
  for (const sign of new Set(near)) cells.push(cellOf(joinedHash(NEAR, sign)));
  for (let step = 0; step < Math.min(gravity, GRAVITY.length); step++) cells.push(cellOf(GRAVITY[step] ?? 0));
  addAround(cells, around);
  const { leadIn } = statement.passage;
  if (leadIn !== '')
    for (const { hash } of wordsOf(leadIn.toLowerCase(), [], []).slice(-LEAD_WORDS)) cells.push(cellOf(joinedHash(LEAD, hash)));
  return cells;
}

function addWords(cells: Features, words: readonly Word[]): void {
  for (let at = 0; at < words.length; at++) {
    const one = words[at]?.hash ?? 0;
    cells.push(cellOf(joinedHash(WORD, one)));
    const two = words[at + 1]?.hash;
    if (two === undefined) continue;
    cells.push(cellOf(joinedHash(PAIR, joinedHash(one, two))));
    const three = words[at + 2]?.hash;
    if (three !== undefined) cells.push(cellOf(joinedHash(SKIP, joinedHash(one, three))));
  }
}

/** Each sign, and each two that make an order; in a sentence that is spoken of they count as other ones. */
function addSigns(cells: Features, signs: readonly number[], framed: boolean): void {
  const sorted = (framed ? signs.map((sign) => joinedHash(FRAMED, sign)) : [...signs]).sort((a, b) => a - b);
  for (const [at, sign] of sorted.entries()) {
    cells.push(cellOf(sign));
    for (let other = at + 1; other < sorted.length; other++) cells.push(cellOf(joinedHash(sign, sorted[other] ?? 0)));
  }
}

function addAround(cells: Features, { talk, strange, shared, size }: Around): void {
  cells.push(cellOf(signOf(`talk ${talk}`)), cellOf(signOf(`shared ${shared}`)), cellOf(signOf(`size ${size}`)));
  if (strange === undefined) return;
  cells.push(cellOf(signOf(`strange ${strange}`)), cellOf(signOf(`strange ${strange} shared ${shared} talk ${talk}`)));
}

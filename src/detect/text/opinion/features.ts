import { isExample } from '../frames/framing.js';
import type { FrameScene } from '../frames/scene.js';
import * as shapes from '../frames/shapes.js';
import { type Concept, concepts } from '../lexicon/concepts.js';
import type { Subject, TextDocument } from '../reading/document.js';
import { hashOf, mix } from '../reading/hash.js';
import { isMaker } from '../reading/maker-hosts.js';
import { isForeignHost, isStandIn, placesOf } from '../reading/places.js';
import { remembered } from '../reading/remembered.js';
import { isForbidden, type Statement } from '../reading/statement.js';
import { Words } from '../reading/words.js';
import { Collector } from './collector.js';
import { signsOf } from './signs.js';
import { type Mode, NEGATED, NO_GROUP, QUOTED, SAID, type Token, tokensOf } from './tokens.js';

const CONCEPT_ID = new Map(concepts.map((concept, index) => [concept, index + 1]));

/** A word of a class: which class, where it starts, and how it stands. */
interface Mark {
  id: number;
  at: number;
  mode: Mode;
}

/** A sentence as far as features need it. */
interface Read {
  text: string;
  tokens: Token[];
  marks: Mark[];
}

/** Words of classes in one sentence: their pairs count, so they are bounded. */
const MAX_MARKS = 40;
/** Farthest words of a pair, in words, and farthest words of classes, in UTF-16 units. */
const SKIPS = 4;
const PAIR_REACH = 160;

const collector = new Collector();

/**
 * Hashes of everything that a sentence shows: words, groups and classes of words, shapes, framing, and the sentence before. None twice.
 * The array is valid until the next call.
 */
export function featuresOf(statement: Statement, before: Statement | undefined, document: TextDocument): Int32Array {
  const { add } = collector;
  collector.start();
  const own = read(statement);
  addWords(own, add);
  addGroups(own, add);
  addMarks(own, add);
  addSigns(signsOf(own.text), add);
  addTraits(traitsOf(statement, document), own, add);
  addFrame(statement, document, own, add);
  if (before !== undefined) addBefore(read(before), own, before.text.length, add);
  return collector.features;
}

/** The features of a statement's words alone, without one of them where `left` says so; valid until the next call. */
export function wordFeaturesOf(statement: Statement, left?: Token): Int32Array {
  const { tokens, ...rest } = read(statement);
  const own = { ...rest, tokens: left === undefined ? tokens : tokens.filter((token) => token !== left) };
  collector.start();
  addWords(own, collector.add);
  addGroups(own, collector.add);
  return collector.features;
}

const words = new WeakMap<Statement, Token[]>();

/** The words of a statement. */
export function wordsOf(statement: Statement): Token[] {
  let known = words.get(statement);
  if (known === undefined) {
    known = tokensOf(statement.words);
    words.set(statement, known);
  }
  return known;
}

type Add = (salt: number, value: number) => void;

/** Salts of the features of words, plus the mode. */
export const WORD = 1;
export const STEM = 5;
export const WORD_PAIR = 9;
export const STEM_PAIR = 13;
export const NARROW = 70;
export const BROAD = 73;

function addTraits(traits: readonly number[], { marks }: Read, add: Add): void {
  for (const trait of traits) {
    add(30, trait);
    for (const { id, mode } of marks) add(31, mix(trait, mix(id, mode)));
    for (const other of traits) if (other > trait) add(32, mix(trait, other));
  }
}

/** Farthest words of a pair: of words that mean nearly the same, and of those that are distantly related. */
const NARROW_PAIR = 5;
const BROAD_PAIR = 8;

function addGroups({ tokens }: Read, add: Add): void {
  const grouped = tokens.filter(({ narrow }) => narrow !== NO_GROUP);
  for (let index = 0; index < grouped.length; index++) {
    const { narrow, broad, mode } = grouped[index] as Token;
    add(NARROW + mode, narrow);
    add(BROAD + mode, broad);
    for (let step = 1; step <= BROAD_PAIR; step++) {
      const far = grouped[index + step];
      if (far === undefined) break;
      add(76 + mode, mix(broad, far.broad));
      if (step <= NARROW_PAIR) add(79 + mode, mix(narrow, far.narrow));
    }
  }
}

const memory = new WeakMap<Statement, Read>();

function read(statement: Statement): Read {
  const known = memory.get(statement);
  if (known !== undefined) return known;
  const tokens = wordsOf(statement);
  const made = { text: statement.text, tokens, marks: marksOf(statement, tokens) };
  memory.set(statement, made);
  return made;
}

function marksOf(statement: Statement, tokens: readonly Token[]): Mark[] {
  const { tongue } = statement;
  const found: Mark[] = [];
  for (const source of [statement.tags, statement.frameWords]) {
    for (const [concept, tags] of source) {
      for (const tag of tags) {
        if (tag.language !== undefined && tag.language !== tongue) continue;
        const near = tokens[firstFrom(tokens, tag.start)];
        const mode = near?.mode === QUOTED ? QUOTED : isForbidden(statement, tag) ? NEGATED : (near?.mode ?? SAID);
        found.push({ id: idOf(concept), at: tag.start, mode });
      }
    }
  }
  return found.sort((a, b) => a.at - b.at || a.id - b.id).slice(0, MAX_MARKS);
}

/** Index of the first word that starts at or behind an offset. */
function firstFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle] as Token).at < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function idOf(concept: Concept): number {
  return CONCEPT_ID.get(concept) ?? 0;
}

function addWords({ tokens }: Read, add: Add): void {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    add(WORD + token.mode, token.word);
    add(STEM + token.mode, token.stem);
    const next = tokens[index + 1];
    if (next === undefined) continue;
    add(WORD_PAIR + token.mode, mix(token.word, next.word));
    for (let step = 1; step <= SKIPS; step++) {
      const far = tokens[index + step];
      if (far === undefined) break;
      add(STEM_PAIR + token.mode, mix(token.stem, far.stem));
    }
  }
}

function addMarks({ marks }: Read, add: Add): void {
  for (let index = 0; index < marks.length; index++) {
    const first = marks[index];
    if (first === undefined) continue;
    add(20 + first.mode, first.id);
    for (let other = index + 1; other < marks.length; other++) {
      const second = marks[other];
      if (second === undefined || second.at - first.at > PAIR_REACH) break;
      if (second.id === first.id) continue;
      add(24, mix(mix(first.id, first.mode), mix(second.id, second.mode)));
      if (second.at - first.at < 50) add(25, mix(first.id, second.id));
    }
  }
}

/** Most signs of one sentence that are told apart by their number. */
const MANY_SIGNS = 8;

/** Each sign, and each two together: one alone is said of many harmless things. */
function addSigns(signs: readonly number[], add: Add): void {
  for (let index = 0; index < signs.length; index++) {
    const sign = signs[index] as number;
    add(90, sign);
    for (let other = index + 1; other < signs.length; other++) add(91, mix(sign, signs[other] as number));
  }
  add(92, Math.min(MANY_SIGNS, signs.length));
}

const ROLES = ['prose', 'item', 'quote', 'heading', 'table', 'shell', 'code', 'front'];

function addFrame(statement: Statement, document: TextDocument, own: Read, add: Add): void {
  const { passage } = statement;
  // What a fence of text says weighs as it would beside it.
  add(40, ROLES.indexOf(passage.role === 'shown' ? 'prose' : passage.role));
  add(41, hashOf(passage.channel));
  // What a drawing or page says weighs as it would in a text.
  add(42, hashOf(document.kind === 'markup' ? 'markdown' : document.kind));
  add(43, document.argument === true ? 1 : 0);
  const framing = (isExample(statement) ? 1 : 0) + (statement.banned ? 2 : 0);
  add(44, framing);
  if (framing > 0) for (const { id } of own.marks) add(45, mix(framing, id));
  for (const stem of stemsOfHeading(passage.heading)) add(46, stem);
  for (const stem of stemsOfLead(passage.leadIn)) add(47, stem);
  add(48, relevance(own, document.subject));
  add(49, Math.min(6, own.tokens.length >> 3));
  add(50, Math.max(0, ['en', 'zh', 'ja', 'ko', 'ru'].indexOf(statement.tongue)));
}

const stemsOfHeading = remembered((heading) => stemsOf(heading.slice(heading.lastIndexOf(' / ') + 1)));
const stemsOfLead = remembered((lead) => stemsOf(lead.slice(-80)));

function stemsOf(text: string): number[] {
  return tokensOf(Words.of(text.toLowerCase())).map(({ stem }) => stem);
}

const subjects = new WeakMap<Subject, Set<number>>();

/** Share of the sentence's longer words that the subject's own description has, in quarters. */
function relevance({ tokens }: Read, subject: Subject): number {
  let known = subjects.get(subject);
  if (known === undefined) {
    known = new Set(stemsOf(`${subject.name} ${subject.description}`));
    subjects.set(subject, known);
  }
  let shared = 0;
  for (const { stem } of tokens) if (known.has(stem)) shared++;
  return tokens.length === 0 ? 0 : Math.min(4, Math.ceil((8 * shared) / tokens.length));
}

function addBefore(before: Read, own: Read, length: number, add: Add): void {
  if (length > 400) return;
  for (const { stem, mode } of before.tokens) add(60 + mode, stem);
  for (const { id, mode } of before.marks) {
    add(64, mix(id, mode));
    for (const mark of own.marks) add(65, mix(mix(id, mode), mix(mark.id, mark.mode)));
  }
}

const SHAPES = [
  shapes.isCredential,
  shapes.isHostileCommand,
  shapes.isHiddenProgram,
  shapes.isStartFile,
  shapes.isScriptAddress,
  shapes.isValuedPlace,
  shapes.isGuardSetting,
  shapes.isMarkup,
  shapes.isTemporary,
  shapes.isSentTo,
];

/** Shapes of the sentence, and the kinds of its addresses. */
function traitsOf(statement: Statement, document: TextDocument): number[] {
  const { text } = statement;
  const found: number[] = [];
  if (!/[/.@`\\$%:+\d]/.test(text)) return found;
  const scene: FrameScene = { statement, document, antecedent: undefined, text, tongue: 'en' };
  for (let index = 0; index < SHAPES.length; index++) if (SHAPES[index]?.(scene) === true) found.push(index + 1);
  for (const place of placesOf(statement)) {
    const { kind, host } = place;
    if (host === '') found.push(hashOf(kind));
    else if (isStandIn(place)) found.push(mix(hashOf(kind), 1));
    else found.push(mix(hashOf(kind), isMaker(host) ? 2 : isForeignHost(host, document.subject) ? 3 : 4));
  }
  return [...new Set(found)].sort((a, b) => a - b).slice(0, 8);
}

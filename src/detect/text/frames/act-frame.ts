import type { Concept } from '../lexicon/concepts.js';
import type { TextDocument } from '../reading/document.js';
import { type ConceptBits, isOpen } from '../reading/gate.js';
import type { Tag } from '../reading/phrase-trie.js';
import { gap, has, type Statement } from '../reading/statement.js';
import { refersBack, tongueOf } from '../reading/tongue.js';
import { isDoing } from './english.js';
import { type Framing, framingOf } from './framing.js';
import { type GraveAct, type GraveOrder, graveOrders } from './grave-acts.js';
import { type FrameScene, frameWordsIn, frameWordsOf } from './scene.js';
import { credentialAt, type DestinationShape, type ObjectShape } from './shapes.js';

/** What a sentence says is done: by act, object and destination, and how the sentence is framed. */
export interface ActFrame extends Framing {
  act: GraveAct;
  /** Rule that an order of this kind breaks. */
  rule: string;
  /** The object by its shape, or by the classes of the words that name it. */
  object: ObjectShape | readonly Concept[];
  destination: DestinationShape | undefined;
  scope: 'always' | 'whole' | undefined;
  /** The sentence before names the object. */
  apart: boolean;
}

/** Longest sentence, and pair of sentences, whose words are taken to belong together. */
const MAX_LENGTH = 420;
/** Farthest thing from its act, in characters: where only words decide, and where a shape does too. */
const NEAR = 70;
const FAR = 170;
/** In scripts without blanks a word has a third of the letters. */
const DENSE = 0.6;

/** The gravest act that a statement speaks of, alone or with the statement before it; undefined for ordinary sentences. */
export function frameOfAct(statement: Statement, before: Statement | undefined, document: TextDocument): ActFrame | undefined {
  if (statement.text.length > MAX_LENGTH) return undefined;
  const alone = frameIn(statement, undefined, document, statement.frameConcepts);
  if (alone !== undefined || before === undefined) return alone;
  if (before.text.length + statement.text.length > MAX_LENGTH) return undefined;
  const [a, b] = [before.frameConcepts, statement.frameConcepts];
  return frameIn(statement, before, document, { low: a.low | b.low, high: a.high | b.high, top: a.top | b.top });
}

function frameIn(
  statement: Statement,
  antecedent: Statement | undefined,
  document: TextDocument,
  concepts: ConceptBits,
): ActFrame | undefined {
  let scene: FrameScene | undefined;
  for (const order of graveOrders) {
    if (!isOpen(order.gate, concepts)) continue;
    scene ??= sceneOf(statement, antecedent, document);
    if (order.shape !== undefined && !order.shape(scene)) continue;
    if (isHarmless(order, scene)) continue;
    const verb = verbOf(order, scene);
    if (verb !== undefined) return framed(order, verb, scene);
  }
  return undefined;
}

function sceneOf(statement: Statement, antecedent: Statement | undefined, document: TextDocument): FrameScene {
  const text = antecedent === undefined ? statement.text : `${antecedent.text} ${statement.text}`;
  return { statement, document, antecedent, text, tongue: tongueOf(text) };
}

function framed(order: GraveOrder, verb: Tag, scene: FrameScene): ActFrame {
  const { statement } = scene;
  return {
    act: order.act,
    rule: order.rule,
    object: order.object ?? order.things,
    destination: order.destination,
    scope: has(statement, 'every') ? 'always' : has(statement, 'whole') ? 'whole' : undefined,
    apart: scene.antecedent !== undefined,
    ...framingOf(order, verb, scene),
  };
}

/** Rules of a page or file that somebody found are none of the agent's. */
const OF_A_PAGE = /\b(?:web)?(?:pages?|sites?|seiten?|página|pagina|e-?mails?|documents?|untrusted)\b|страниц|页面|网页|ページ|페이지/;
/** What an English sentence of an act has besides its words: as what, from whom, out of what. */
const EXPECTED: Readonly<Partial<Record<GraveAct, RegExp>>> = {
  claim: /\bas\b/,
  ask: /\b(?:from|of|by) (?:\w+ ){0,3}(?:users?|them|him|her|customers?|person|human|owner|people|operator|employees?|caller|visitors?|reader)\b|\b(?:users?|them|him|her|customers?|person|human|owner|people|operator) (?:for|to|is|are|has|have|must|should|gives?|hands?)\b/,
  conceal:
    /\b(?:from|in|into|out of|about|to|before|for)\s(?:[^\s,;]+\s){0,4}?(?:summar(?:y|ies)|reports?|chat|conversation|answers?|repl(?:y|ies)|responses?|logs?|history|transcript|change ?log|notes|users?|user's|owner|person|reader|customer|reviewer|team|human|output|results?|messages?|diff|list of changes|overview|protocol|statement|bill|description)\b/,
  weaken: /^(?!\s*\|?\s*`)/,
};

function isHarmless({ act, occasional, shape }: GraveOrder, scene: FrameScene): boolean {
  if (act === 'delete' && frameWordsOf(scene, 'disposable').length > 0) return true;
  if (act === 'override' && OF_A_PAGE.test(scene.text)) return true;
  if (scene.tongue === 'en' && EXPECTED[act]?.test(scene.statement.text) === false) return true;
  if (act === 'read' && scene.tongue === 'en' && !isTakenFirst(scene)) return true;
  if (
    scene.antecedent !== undefined &&
    (UNREFERRED.has(act) ||
      !refersBack(scene.statement.text, scene.tongue) ||
      scene.antecedent.text.length > (shape ? TOPIC_LENGTH : SHORT_TOPIC))
  )
    return true;
  return occasional && frameWordsOf(scene, 'occasion').length === 0;
}

/** In English and its relatives what is taken stands before the place that it is put into. */
function isTakenFirst(scene: FrameScene): boolean {
  const shift = scene.antecedent === undefined ? 0 : scene.antecedent.text.length + 1;
  const secret = credentialAt(scene.text) - shift;
  return frameWordsOf(scene, 'wayOut').some(({ start }) => start > secret);
}

/** What a sentence before says of rules and tools is too often about something else. */
const UNREFERRED: ReadonlySet<GraveAct> = new Set(['prefer', 'override']);
/** Longest sentence that only names what the next one speaks of, by a shape or by words alone. */
const TOPIC_LENGTH = 120;
const SHORT_TOPIC = 70;

/** The act's own word in the judged sentence, when a word of each class stands near enough to it. */
function verbOf({ verb, things, shape }: GraveOrder, scene: FrameScene): Tag | undefined {
  if (verb === undefined) return undefined;
  const rows = things.map((thing) => frameWordsOf(scene, thing));
  if (rows.some((row) => row.length === 0)) return undefined;
  const dense = scene.tongue === 'zh' || scene.tongue === 'ja' || scene.tongue === 'ko';
  const reach = (shape ? FAR : NEAR) * (dense ? DENSE : 1);
  return frameWordsIn(scene.statement, verb, scene.tongue).find(
    (word) =>
      (scene.tongue !== 'en' || isDoing(word, rows[0] ?? [], scene)) &&
      rows.every((row) => row.some((thing) => !overlaps(thing, word) && gap(thing, word) <= reach)),
  );
}

function overlaps(a: Tag, b: Tag): boolean {
  return a.start < b.end && b.start < a.end;
}

import type { Concept } from '../lexicon/concepts.js';
import type { TextDocument } from '../reading/document.js';
import { type ConceptBits, isOpen } from '../reading/gate.js';
import type { Tag } from '../reading/phrase-trie.js';
import { has, type Statement } from '../reading/statement.js';
import { refersBack } from '../reading/tongue.js';
import { verbOf } from './act-word.js';
import { isPassive } from './english.js';
import { type Framing, framingOf } from './framing.js';
import { type GraveAct, type GraveOrder, graveOrders } from './grave-acts.js';
import { isHarmless } from './harmless.js';
import { type FrameScene, frameWordsIn, sceneOf, tongueOfScene } from './scene.js';
import type { DestinationShape, ObjectShape } from './shapes.js';

/** What a sentence says is done: by act, object and destination, and how the sentence is framed. */
export interface ActFrame extends Framing {
  act: GraveAct;
  /** The act's own word, as it stands in the sentence. */
  verb: string;
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
/** The gravest act that a statement speaks of, alone or with the statement before it; undefined for ordinary sentences. */
export function frameOfAct(statement: Statement, before: Statement | undefined, document: TextDocument): ActFrame | undefined {
  if (statement.text.length > MAX_LENGTH) return undefined;
  const alone = frameIn(statement, undefined, document);
  if (alone !== undefined || before === undefined) return alone;
  if (before.text.length + statement.text.length > MAX_LENGTH) return undefined;
  if (!mayNameTopic(before, statement)) return undefined;
  return frameIn(statement, before, document);
}

function frameIn(statement: Statement, antecedent: Statement | undefined, document: TextDocument): ActFrame | undefined {
  const possible = union(statement.possibleFrameConcepts, antecedent?.possibleFrameConcepts);
  let scene: FrameScene | undefined;
  for (const order of graveOrders) {
    // Few have the shape, and the words of classes are many: so those come last.
    if (!isOpen(order.gate, possible)) continue;
    scene ??= sceneOf(statement, antecedent, document);
    if (order.shape !== undefined && !order.shape(scene)) continue;
    if (!isOpen(order.gate, union(statement.frameConcepts, antecedent?.frameConcepts))) continue;
    const verb = verbOf(order, scene);
    if (verb === undefined || (order.occasional && !isOccasion(verb, scene)) || isHarmless(order, verb, scene)) continue;
    return framed(order, verb, scene);
  }
  return undefined;
}

function union(a: ConceptBits, b: ConceptBits | undefined): ConceptBits {
  return b === undefined ? a : { low: a.low | b.low, high: a.high | b.high, top: a.top | b.top };
}

function framed(order: GraveOrder, verb: Tag, scene: FrameScene): ActFrame {
  const { statement } = scene;
  return {
    act: order.act,
    verb: statement.text.slice(verb.start, verb.end),
    rule: order.rule,
    object: order.object ?? order.things,
    destination: order.destination,
    scope: has(statement, 'every') ? 'always' : has(statement, 'whole') ? 'whole' : undefined,
    apart: scene.antecedent !== undefined,
    ...framingOf(order, verb, scene),
  };
}

/** A short sentence may name what the next one speaks of. */
export function mayNameTopic(before: Statement, statement: Statement): boolean {
  return before.text.length <= TOPIC_LENGTH && refersBack(statement.text, tongueOfScene(statement, before));
}

/** How, not when: said of what happens to a thing by itself it tells how that goes. */
const MANNER = /^(?:silently|quietly|automatically|immediately|always|at once|right away)$/;

/** The act is bound to the agent's own run: by a word that says when, or by one that says how the agent is to do it. */
function isOccasion(verb: Tag, { statement, tongue }: FrameScene): boolean {
  const words = frameWordsIn(statement, 'occasion', tongue);
  const passive = tongue === 'en' && isPassive(verb, statement.text);
  return words.some(({ start, end }) => !passive || !MANNER.test(statement.text.slice(start, end)));
}

/** Longest sentence that only names what the next one speaks of. */
const TOPIC_LENGTH = 120;

import { type Concept, concepts } from '../lexicon/concepts.js';

/** A set of concepts in three words of bits: made for every sentence, so it must be cheap. */
export interface ConceptBits {
  low: number;
  high: number;
  top: number;
}

const BITS = new Map(
  concepts.map((concept, index): [Concept, ConceptBits] => [
    concept,
    { low: index < 32 ? 1 << index : 0, high: index >= 32 && index < 64 ? 1 << (index - 32) : 0, top: index >= 64 ? 1 << (index - 64) : 0 },
  ]),
);

/** Adds what a tag stands for to a set. */
export function addConcept(bits: ConceptBits, concept: Concept): void {
  const bit = BITS.get(concept);
  if (bit === undefined) return;
  bits.low |= bit.low;
  bits.high |= bit.high;
  bits.top |= bit.top;
}

/** Adds one set to another. */
export function mergeBits(into: ConceptBits, more: ConceptBits | null): void {
  if (more === null) return;
  into.low |= more.low;
  into.high |= more.high;
  into.top |= more.top;
}

/** The concepts of tags. */
export function bitsOf(tags: Iterable<{ readonly concept: Concept }>): ConceptBits {
  const bits = { low: 0, high: 0, top: 0 };
  for (const { concept } of tags) addConcept(bits, concept);
  return bits;
}

/** Rows of concepts of which one must occur as a whole before a check can succeed; no rows let everything through. */
export type ConceptGate = readonly ConceptBits[];

/** A gate from its rows. */
export function gateOf(...rows: (readonly Concept[])[]): ConceptGate {
  return rows.map((row) => bitsOf(row.map((concept) => ({ concept }))));
}

/** True when the concepts of a sentence open the gate. */
export function isOpen(gate: ConceptGate, { low, high, top }: ConceptBits): boolean {
  if (gate.length === 0) return true;
  // Asked a hundred times for a sentence.
  for (let index = 0; index < gate.length; index++) {
    const row = gate[index] as ConceptBits;
    if ((row.low & low) === row.low && (row.high & high) === row.high && (row.top & top) === row.top) return true;
  }
  return false;
}

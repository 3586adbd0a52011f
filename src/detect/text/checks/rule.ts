import type { Severity } from '../../../model/severity.js';
import type { RuleInfo } from '../../contract/rule.js';
import type { Concept } from '../lexicon/concepts.js';
import type { Disguise } from '../reading/clean.js';
import { type ConceptGate, gateOf } from '../reading/gate.js';
import type { Channel } from '../reading/passage.js';
import type { TextCheck } from './detection.js';

/** A check and the gate that a sentence must pass before the check is asked. */
export interface GatedCheck {
  readonly check: TextCheck;
  readonly gate: ConceptGate;
  /** A command, which is looked for in shell fences too. */
  readonly shell: boolean;
}

/** A rule about prose. Its family is `skills`: tool definitions report what breaks it as TOL-01 or TOL-04. */
export interface TextRule extends RuleInfo {
  /** Each is asked once, also when several rules name it: what it sees decides which of them is broken. */
  readonly checks?: readonly GatedCheck[];
  /** The ways to hide an order that this rule is about; `withOrder` replaces its severity where the order counts by itself. */
  readonly hiding?: { readonly channels?: readonly Channel[]; readonly disguises?: readonly Disguise[]; readonly withOrder?: Severity };
}

/** A check of sentences, behind the rows of concepts without one of which it cannot succeed. */
export function order(check: TextCheck, ...rows: (readonly Concept[])[]): GatedCheck {
  return { check, gate: gateOf(...rows), shell: false };
}

/** A check of sentences and of lines of a shell fence. */
export function command(check: TextCheck, ...rows: (readonly Concept[])[]): GatedCheck {
  return { check, gate: gateOf(...rows), shell: true };
}

import type { MatchResult } from '../../model/advisory.js';
import type { Fact } from '../../model/finding.js';
import type { Inventory } from '../../model/inventory.js';
import type { Failure } from '../../support/contain.js';
import { atOnce, type Steps } from '../../support/turns.js';

/** An input that was not judged, or not to its end: the collector it came from, its target there, and the file. */
export interface UnjudgedInput extends Failure {
  collector: string;
  target: string;
  path: string;
  /** True when the rest of it was judged. */
  partly?: true;
}

/** What a detector judges: everything read and everything matched. Detectors do no I/O and take no clock. */
export interface Evidence {
  inventory: Inventory;
  matched: MatchResult;
  /** Takes what could not be judged; a failure on one input leaves the others to be judged. Absent: it is thrown. */
  unjudged?: (input: UnjudgedInput) => void;
}

/** One family of findings. Order of facts does not matter: the scan sorts and identifies them. */
export interface Detector {
  readonly id: string;
  detect(evidence: Evidence): Fact[];
  /** The same in steps, where it may take long. */
  steps?(evidence: Evidence): Steps<Fact[]>;
}

/** A detector whose work may take long. */
export function stepwise(id: string, steps: (evidence: Evidence) => Steps<Fact[]>): Detector {
  return { id, steps, detect: (evidence) => atOnce(steps(evidence)) };
}

/** A family as the registry lists it: light, its code loads when there is something to judge. */
export interface DetectorEntry {
  readonly id: string;
  concerns(evidence: Evidence): boolean;
  load(): Promise<Detector>;
}

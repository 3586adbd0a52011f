import type { MatchResult } from '../model/advisory.js';
import type { Fact } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';

/** What a detector judges: everything read and everything matched. Detectors do no I/O and take no clock. */
export interface Evidence {
  inventory: Inventory;
  matched: MatchResult;
}

/** One family of findings. Order of facts does not matter: the scan sorts and identifies them. */
export interface Detector {
  readonly id: string;
  detect(evidence: Evidence): Fact[];
}

/** A family as the registry lists it: light, its code loads when there is something to judge. */
export interface DetectorEntry {
  readonly id: string;
  concerns(evidence: Evidence): boolean;
  load(): Promise<Detector>;
}

import type { MatchResult } from '../../model/advisory.js';
import type { Fact } from '../../model/finding.js';
import type { Inventory } from '../../model/inventory.js';
import type { LicensePolicy } from '../../model/license.js';
import type { Failure } from '../../support/contain.js';
import { atOnce, type Steps } from '../../support/turns.js';

/** An input that could not be judged, or only in part: the collector it came from, its target there, and the file. */
export interface UnjudgedInput extends Failure {
  collector: string;
  target: string;
  path: string;
  /** True when the rest of the input was judged. */
  partly?: true;
  /** True when all of the input was read and judged, and the answer hangs on something outside of it: named, and no sign of an incomplete scan. */
  open?: true;
}

/** The input of all detectors: everything that was read and matched. Detectors do no I/O and read no clock. */
export interface Evidence {
  inventory: Inventory;
  matched: MatchResult;
  /** What the user's policy says of licences, and the day on which it is asked (`YYYY-MM-DD`). Absent: there is none, and nothing is judged. */
  licensing?: { policy: LicensePolicy; today: string };
  /** Vulnerabilities of kernel headers in images keep their severity. */
  kernelHeaders?: true;
  /** Receives inputs that could not be judged; the other inputs are still judged. Absent: the failure is thrown. */
  unjudged?: (input: UnjudgedInput) => void;
}

/** One family of findings. The order of facts does not matter, because the scan sorts them and gives them their ids. */
export interface Detector {
  readonly id: string;
  detect(evidence: Evidence): Fact[];
  /** Like `detect`, in steps; for detectors that may take long. */
  steps?(evidence: Evidence): Steps<Fact[]>;
}

/** Makes a detector that runs in steps. */
export function stepwise(id: string, steps: (evidence: Evidence) => Steps<Fact[]>): Detector {
  return { id, steps, detect: (evidence) => atOnce(steps(evidence)) };
}

/** A family in the registry. The entry is light; its code is loaded when there is something to judge. */
export interface DetectorEntry {
  readonly id: string;
  concerns(evidence: Evidence): boolean;
  load(): Promise<Detector>;
}

import type { SkillBundle } from '../../../model/ai-evidence.js';
import type { RuleInfo } from '../../contract/rule.js';
import type { BundleHit, FlowCheck } from './hits.js';
import type { CodeUnit } from './units.js';

/** A check of a bundle as a whole. */
export type BundleCheck = (bundle: SkillBundle) => Iterable<BundleHit>;

/** A rule about skills. A check runs once, also when several rules name it: what it sees decides which of them is broken. */
export interface SkillRule extends RuleInfo {
  readonly code?: readonly FlowCheck[];
  readonly bundle?: readonly BundleCheck[];
  /** Stands for what such code does, and is the worse for it: nobody starts it by hand. */
  readonly startedBy?: CodeUnit['kind'];
}

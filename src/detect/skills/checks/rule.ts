import type { SkillBundle } from '../../../model/ai-evidence.js';
import type { RuleInfo } from '../../contract/rule.js';
import type { CodeUnit } from './code-unit.js';
import type { BundleHit, FlowCheck } from './hits.js';

/** A check of a bundle as a whole. */
export type BundleCheck = (bundle: SkillBundle) => Iterable<BundleHit>;

/** A rule about skills. A check runs once, even if several rules name it; its result says which of them is violated. */
export interface SkillRule extends RuleInfo {
  readonly code?: readonly FlowCheck[];
  readonly bundle?: readonly BundleCheck[];
  /** The kind of automatic step whose actions this rule reports. They are worse than in code that a person starts. */
  readonly startedBy?: CodeUnit['kind'];
}

import type { Location } from '../../model/component.js';
import type { ImageEvidence } from '../../model/image-evidence.js';
import type { Rule, RuleHit } from '../contract/rule.js';

export type ImageRule = Rule<ImageEvidence>;

/** A hit at a place of the configuration: `config.User`, `history.2`. */
export function atConfig(image: ImageEvidence, where: string, evidence: string, more: Partial<RuleHit> & { layer?: number } = {}): RuleHit {
  const { layer, ...rest } = more;
  return { location: { path: where, ...(layer !== undefined && { layer }) }, subject: image.reference, evidence, ...rest };
}

/** A hit at a file of the image. */
export function atFile(image: ImageEvidence, location: Location, evidence: string, more: Partial<RuleHit> = {}): RuleHit {
  return { location, subject: image.reference, evidence, ...more };
}

import type { Location } from '../../model/component.js';
import type { ImageEvidence } from '../../model/image-evidence.js';
import type { Rule, RuleHit } from '../contract/rule.js';

export type ImageRule = Rule<ImageEvidence>;

/** A hit at a place of the configuration: `config.User`, `history.2`. */
export function atConfig(image: ImageEvidence, where: string, evidence: string, more: Partial<RuleHit> & { layer?: number } = {}): RuleHit {
  const { layer, ...rest } = more;
  return atFile(image, { path: where, ...(layer !== undefined && { layer }) }, evidence, rest);
}

/** A hit at a file of the image. */
export function atFile(image: ImageEvidence, location: Location, evidence: string, more: Partial<RuleHit> = {}): RuleHit {
  const named = image.image === undefined ? location : { ...location, image: image.image };
  return { location: named, subject: image.reference, evidence, ...more };
}

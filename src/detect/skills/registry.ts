import type { SkillBundle } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit, RuleInfo } from '../contract/rule.js';
import { textRules } from '../text/rules/registry.js';
import { findHits } from './analysis.js';
import type { BundleHit } from './checks/hits.js';
import { scriptRules } from './rules/registry.js';

/** All rules about skills and instruction files: about their text and their code. */
export const skillRules: readonly Rule<SkillBundle>[] = [
  ...new Map([...textRules, ...scriptRules].map((rule) => [rule.id, rule])).values(),
].map(ruleFrom);

function ruleFrom(info: RuleInfo): Rule<SkillBundle> {
  return {
    ...info,
    *check(bundle) {
      for (const sighting of findHits(bundle)) if (sighting.rule === info.id) yield hitOf(sighting, bundle);
    },
  };
}

function hitOf({ file, line, evidence, reason, severity, confidence }: BundleHit, bundle: SkillBundle): RuleHit {
  return {
    location: { path: file.path, ...(line !== undefined && { line }) },
    subject: bundle.ref,
    evidence: quote(evidence.replaceAll('\uFFFC', '…')),
    ...(reason !== undefined && { reason: reason.replaceAll('\uFFFC', '…') }),
    ...(severity && { severity }),
    ...(confidence && { confidence }),
  };
}

import type { Fact } from '../../model/finding.js';
import type { IacResource } from '../../model/iac.js';
import { quote } from '../../support/quote.js';
import { stepwise, type UnjudgedInput } from '../contract/detector.js';
import { factOf } from '../contract/rule.js';
import { IacEstate } from './contract/estate.js';
import type { IacFailure, IacJudgement, IacRule } from './contract/iac-rule.js';
import { iacRules } from './registry.js';

/** Findings about infrastructure code. A rule that could not be decided is an issue: neither a finding nor a pass. */
export const iac = stepwise('iac', function* ({ inventory, unjudged }) {
  const estate = new IacEstate(inventory.evidence.iac);
  const facts: Fact[] = [];
  for (const rule of iacRules) {
    for (const { resource, judgement } of rule.judge(estate)) {
      if (judgement.verdict === 'fail') facts.push(iacFact(rule, resource, judgement));
      else if (judgement.verdict === 'unknown') unjudged?.(undecided(rule, resource, judgement));
    }
    yield;
  }
  return facts;
});

function iacFact(rule: IacRule, { ref }: IacResource, { at, evidence, severity, confidence, fix }: IacFailure): Fact {
  return factOf(rule, {
    location: { path: at.path, line: at.line },
    subject: ref,
    evidence: quote(evidence, 200),
    ...(severity && { severity }),
    ...(confidence && { confidence }),
    ...(fix !== undefined && { fix }),
  });
}

function undecided({ id }: IacRule, resource: IacResource, { at, expression }: IacJudgement & { verdict: 'unknown' }): UnjudgedInput {
  return {
    collector: 'iac',
    target: at.path,
    path: at.path,
    line: at.line,
    kind: 'unresolved',
    reason: `${id} of ${quote(resource.address, 80)} depends on ${quote(expression, 120)}`,
    partly: true,
  };
}

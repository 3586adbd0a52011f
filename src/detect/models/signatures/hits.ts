import type { ModelFile } from '../../../model/ai-evidence.js';
import { quote } from '../../../support/quote.js';
import type { RuleHit } from '../../contract/rule.js';

/** One hit for each observation of a kind from the verification of the model's signature. */
export function* signatureHits(model: ModelFile, kind: string): Iterable<RuleHit> {
  for (const { kind: seen, member, evidence } of model.observations) {
    if (seen !== kind) continue;
    const location = { path: model.path, ...(member !== undefined && { pointer: member }) };
    yield { location, subject: model.ref, evidence: quote(evidence) };
  }
}

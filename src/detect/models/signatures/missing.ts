import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { signatureHits } from './hits.js';

/** There is no signature although the policy requires one; the observation exists only in that case. */
export const signatureMissing: Rule<ModelFile> = {
  id: 'MDL-SIG-MISSING',
  family: 'models',
  title: 'Model has no signature',
  severity: 'none',
  confidence: 'high',
  rationale: 'Without a signature nothing tells whether these are the files the publisher released.',
  fix: 'Ask the publisher for an OpenSSF Model Signing signature, or sign the model yourself after review.',
  references: ['MITRE ATLAS AML.T0010', 'OWASP LLM03'],
  check: (model) => signatureHits(model, 'signature.missing'),
};

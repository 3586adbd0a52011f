import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { signatureHits } from './hits.js';

/** A bundle, payload, chain or signature that fails verification. */
export const signatureInvalid: Rule<ModelFile> = {
  id: 'MDL-SIG-INVALID',
  family: 'models',
  title: 'Model signature does not hold',
  severity: 'critical',
  confidence: 'high',
  rationale:
    'The signature was not made by a trusted signer, or it is no signature over this list of files; whoever changed it may have changed the model.',
  fix: 'Do not load the model. Fetch it again from its publisher, with its signature, and verify against the key or root certificate the publisher names.',
  references: ['CWE-345', 'CWE-347', 'MITRE ATLAS AML.T0010', 'OWASP LLM03'],
  check: (model) => signatureHits(model, 'signature.invalid'),
};

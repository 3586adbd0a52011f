import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { signatureHits } from './hits.js';

/** A file that differs from what the signer listed. */
export const signatureChanged: Rule<ModelFile> = {
  id: 'MDL-SIG-CHANGED',
  family: 'models',
  title: 'Model file differs from what was signed',
  severity: 'high',
  confidence: 'high',
  rationale: 'A file was changed, added or removed after the model was signed, so the signature no longer speaks for what would be loaded.',
  fix: 'Restore the signed files, or have the publisher sign the new state.',
  references: ['CWE-345', 'MITRE ATLAS AML.T0010', 'OWASP LLM03'],
  check: (model) => signatureHits(model, 'signature.changed'),
};

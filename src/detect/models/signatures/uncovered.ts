import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { signatureHits } from './hits.js';

/** A file that a valid signature does not cover. */
export const signatureUncovered: Rule<ModelFile> = {
  id: 'MDL-SIG-UNCOVERED',
  family: 'models',
  title: 'Model file is not covered by the signature',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The signature leaves this file out, so anybody who can write to the model can change it while verification still passes.',
  fix: 'Sign the model without ignoring this path, or keep the file outside the folder.',
  references: ['CWE-345', 'OWASP LLM03'],
  check: (model) => signatureHits(model, 'signature.uncovered'),
};

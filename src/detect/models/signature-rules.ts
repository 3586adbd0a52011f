import type { ModelFile } from '../../model/ai-evidence.js';
import type { Rule } from '../rule.js';
import { signatureChanged } from './signature-changed.js';
import { signatureInvalid } from './signature-invalid.js';
import { signatureMissing } from './signature-missing.js';
import { signatureUncovered } from './signature-uncovered.js';

/** Rules about OpenSSF Model Signing signatures. */
export const signatureRules: readonly Rule<ModelFile>[] = [signatureInvalid, signatureChanged, signatureUncovered, signatureMissing];

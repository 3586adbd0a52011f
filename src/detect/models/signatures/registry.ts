import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { signatureChanged } from './changed.js';
import { signatureInvalid } from './invalid.js';
import { signatureMissing } from './missing.js';
import { signatureUncovered } from './uncovered.js';

/** Rules about OpenSSF Model Signing signatures. */
export const signatureRules: readonly Rule<ModelFile>[] = [signatureInvalid, signatureChanged, signatureUncovered, signatureMissing];

import type { FileFamily } from './file-family.js';
import { iacFamily } from './iac-step.js';
import { secretsFamily } from './secrets-step.js';

/** Every family. */
export const fileFamilies: readonly FileFamily[] = [iacFamily, secretsFamily];

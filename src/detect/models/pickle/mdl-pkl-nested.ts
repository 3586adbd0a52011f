import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, isFact, ofKind } from '../subject/observations.js';
import { judgedAs } from './imports.js';

/**
 * A harmless loader gets bytes that cannot be inspected. Bytes that can be inspected are judged as a file of their own.
 */
export const pickleNested: Rule<ModelFile> = {
  id: 'MDL-PKL-NESTED',
  family: 'models',
  title: 'Pickle loads a second pickle from bytes it computes',
  severity: 'high',
  confidence: 'medium',
  rationale: 'The bytes given to the inner loader are made by calls, so what they hold is seen only when they run.',
  fix: 'Do not load the file. Torch itself stores plain bytes here.',
  references: codeReferences,
  check: (file) =>
    ofKind(file, 'pickle.loader')
      .filter((observation) => judgedAs(observation) === 'safe' && !isFact(observation, 'readable'))
      .map((observation) => hitAt(file, observation)),
};

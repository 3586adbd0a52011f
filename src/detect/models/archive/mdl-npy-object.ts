import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, ofKind } from '../subject/observations.js';

/** An array of Python objects is a pickle; the rules for pickles judge its imports. */
export const npyObject: Rule<ModelFile> = {
  id: 'MDL-NPY-OBJECT',
  family: 'models',
  title: 'NumPy file holds Python objects',
  severity: 'none',
  confidence: 'high',
  rationale: 'Object arrays are stored as a pickle and need allow_pickle=True to load. Its imports are judged by the rules for pickles.',
  fix: 'Store numbers and text in arrays of their own types, and load with allow_pickle=False.',
  references: codeReferences,
  check: (file) => ofKind(file, 'npy.object').map((observation) => hitAt(file, observation)),
};

import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../rule.js';
import { codeReferences, hitAt, ofKind, textFact } from '../observations.js';
import { judgedAs } from './imports.js';

/** A value of the data is a whole pickle with an import that is not harmless; this file does not load it. */
export const pickleEmbedded: Rule<ModelFile> = {
  id: 'MDL-PKL-EMBEDDED',
  family: 'models',
  title: 'Data of the model holds another pickle',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'A second stage may be hidden in plain data, to be decoded and loaded by code that comes later.',
  fix: 'Find out why the value is there and what reads it before the file is used.',
  references: codeReferences,
  check: (file) =>
    ofKind(file, 'pickle.embedded')
      .filter((observation) => judgedAs(observation) !== 'safe')
      .map((observation) => hitAt(file, observation, textFact(observation, 'encoding') === 'raw' ? undefined : 'low')),
};

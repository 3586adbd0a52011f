import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, ofKind, textFact } from '../subject/observations.js';
import { judgedAs } from './imports.js';

/** A value of the data is a complete pickle with an import that is not harmless; this file does not load it. */
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
      .map((observation) => hitAt(file, observation, severityOf(observation))),
};

/**
 * Loaders unpickle bytes and decode nothing by themselves. A pickle in a text, plain or encoded, is data until other
 * code converts it to bytes: worth reporting, but no proof of malice. If the stream itself decodes it, the call that
 * does so is judged.
 */
function severityOf(observation: ModelObservation): Severity | undefined {
  if (textFact(observation, 'holder') === 'text') return 'none';
  return textFact(observation, 'encoding') === 'raw' ? undefined : 'low';
}

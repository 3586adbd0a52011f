import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, ofKind, textFact } from '../subject/observations.js';
import { judgedAs } from './imports.js';

/** The callable is itself the result of a call, so only loading would show what it is. */
export const pickleIndirect: Rule<ModelFile> = {
  id: 'MDL-PKL-INDIRECT',
  family: 'models',
  title: 'Pickle hides what it calls behind another call',
  severity: 'high',
  confidence: 'high',
  rationale: 'The callable comes out of getattr, partial, a dictionary or another call, a way to keep its name from scanners.',
  fix: 'Do not load the file. Model state needs no such detour.',
  references: codeReferences,
  check: (file) => [
    ...ofKind(file, 'pickle.indirect').map((observation) => hitAt(file, observation)),
    ...ofKind(file, 'pickle.getattr').map((observation) => hitAt(file, observation, severityOf(observation))),
  ],
};

/** Python pickles a bound method as a public attribute of a harmless class. */
function severityOf(observation: ModelObservation): Severity {
  const attribute = textFact(observation, 'attribute');
  const plain = attribute !== '' && !attribute.startsWith('_');
  return plain && (judgedAs(observation) === 'safe' || isClass(textFact(observation, 'name'))) ? 'medium' : 'high';
}

function isClass(name: string): boolean {
  return /^[A-Z]\w*$/.test(name);
}

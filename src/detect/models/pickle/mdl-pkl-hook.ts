import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, isFact, ofKind, textFact } from '../subject/observations.js';
import { judgedAs } from './imports.js';

/** Attributes that Python calls by itself are replaced, or a module or class is modified. */
export const pickleHook: Rule<ModelFile> = {
  id: 'MDL-PKL-HOOK',
  family: 'models',
  title: 'Pickle plants a function that loading calls later',
  severity: 'critical',
  confidence: 'high',
  rationale: 'By setting __setstate__, append or an entry of a module, the pickle makes the loader call a function without a call opcode.',
  fix: 'Do not load the file.',
  references: codeReferences,
  check: (file) => [
    ...ofKind(file, 'pickle.hook')
      .filter((observation) => !isHarmlessHook(observation))
      .map((observation) => hitAt(file, observation, judgedAs(observation) === 'unknown' ? 'high' : undefined)),
    ...ofKind(file, 'pickle.patch').map((observation) => hitAt(file, observation, patchSeverity(observation))),
    ...ofKind(file, 'pickle.mutate')
      .filter((observation) => isFact(observation, 'direct'))
      .map((observation) => hitAt(file, observation, patchSeverity(observation))),
  ],
};

/** Library classes keep their own classes under names such as `__objclass__`; those run nothing new. */
function isHarmlessHook(observation: ModelObservation): boolean {
  return (
    judgedAs(observation) === 'safe' &&
    !/^__(?:setstate|reduce|reduce_ex|class|dict|call|del|getattr)__$/.test(textFact(observation, 'key'))
  );
}

function patchSeverity(observation: ModelObservation): Severity {
  const judged = judgedAs(observation);
  return judged === 'dangerous' || judged === 'code' ? 'critical' : 'medium';
}

import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import { ofKind, textFact } from '../subject/observations.js';
import { type ImportClass, isDotted, judgeImport } from './judge-import.js';

/** An import of a pickle with its judgement. */
export interface JudgedImport {
  observation: ModelObservation;
  verdict: ImportClass;
  called: boolean;
  dotted: boolean;
}

/** Functions that look up attributes; they are judged by the attribute: see MDL-PKL-INDIRECT. */
const ATTRIBUTE_GETTERS = new Set(['builtins getattr', '__builtin__ getattr']);
/** dill's function that names a builtin type; the type is judged: see MDL-PKL-CODE. */
const TYPE_NAMERS = new Set(['dill._dill _load_type', 'dill.dill _load_type']);

/** Imports of a file that are judged by their own name, called or not. */
export function importsOf(file: ModelFile): JudgedImport[] {
  return ofKind(file, 'pickle.call', 'pickle.import').flatMap((observation) => {
    const [module, name] = [textFact(observation, 'module'), textFact(observation, 'name')];
    const called = observation.kind === 'pickle.call';
    if (called && ATTRIBUTE_GETTERS.has(`${module} ${name}`)) return [];
    if (called && TYPE_NAMERS.has(`${module} ${name}`)) return [];
    return [{ observation, verdict: judgeImport(module, name), called, dotted: isDotted(name) }];
  });
}

/** Judgement of the import that an observation names. */
export function judgedAs(observation: ModelObservation): ImportClass {
  return judgeImport(textFact(observation, 'module'), textFact(observation, 'name'));
}

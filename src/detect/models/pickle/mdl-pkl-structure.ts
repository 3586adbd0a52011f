import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { codeReferences, hitAt, isFact, numberFact, ofKind } from '../subject/observations.js';

const shared = {
  family: 'models',
  confidence: 'medium',
  references: codeReferences,
} as const satisfies Partial<RuleInfo>;

/** The words of an import are not constant strings. */
export const pickleUnresolved: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-UNRESOLVED',
  title: 'Pickle imports a name it computes',
  severity: 'high',
  rationale: 'Module or name come out of a call, so what is imported is decided at load: a way to keep it from scanners.',
  fix: 'Do not load the file. No pickler writes such an import.',
  check: (file) => ofKind(file, 'pickle.unresolved').map((found) => hitAt(file, found, isFact(found, 'computed') ? undefined : 'medium')),
};

/** Callables by number from the registry of the loading process. */
export const pickleExtension: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-EXT',
  title: 'Pickle calls by extension code',
  severity: 'medium',
  rationale: 'Extension codes are looked up in a registry of the process that loads, so the file does not say what it imports.',
  fix: 'Load it only in a process whose copyreg extension registry you know to be empty or harmless.',
  check: (file) => ofKind(file, 'pickle.ext').map((observation) => hitAt(file, observation)),
};

/** Persistent ids that are not torch's storages. */
export const picklePersistent: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-PERSID',
  title: 'Pickle asks the loader for an object by its own id',
  severity: 'medium',
  rationale: 'A persistent id outside of tensor storage is resolved by code of the loading program, which decides what it means.',
  fix: 'Find out which program wrote the file and what its persistent ids stand for.',
  check: (file) => ofKind(file, 'pickle.persid').map((observation) => hitAt(file, observation)),
};

const LARGE_TAIL = 4096;

/** Bytes after the last stream. A further pickle among them is judged separately. */
export const pickleTrailing: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-TRAIL',
  title: 'Bytes follow the end of the pickle',
  severity: 'none',
  confidence: 'low',
  rationale: 'Loaders stop at the first end and never read what follows; other programs may.',
  fix: 'Find out what wrote the bytes; a model needs none.',
  check: (file) =>
    ofKind(file, 'pickle.trailing').map((found) => hitAt(file, found, numberFact(found, 'bytes') > LARGE_TAIL ? 'low' : undefined)),
};

/** A stream that ends in an error. The file's verdict is then `unknown` at best. */
export const picklePartial: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-PARTIAL',
  title: 'Pickle ends in an error',
  severity: 'none',
  rationale: 'The stream is cut off or malformed. What stands before the error runs when it is loaded and was judged.',
  fix: 'Get the file again, and compare its hash with the publisher’s.',
  check: (file) => ofKind(file, 'pickle.partial').map((observation) => hitAt(file, observation)),
};

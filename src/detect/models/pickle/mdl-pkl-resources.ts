import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

const shared = {
  family: 'models',
  severity: 'medium',
  confidence: 'high',
  fix: 'Do not load the file, or only under a memory limit.',
  references: ['CWE-400', 'CWE-789', 'OWASP ML06'],
} as const satisfies Partial<RuleInfo>;

/** A memo index that makes the loader allocate gigabytes. */
export const pickleMemo: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-MEMO-HUGE',
  title: 'Pickle stores at a huge memo index',
  rationale: 'CPython allocates its memo as far as the highest index, so a file of a few bytes can take gigabytes.',
  check: (file) => ofKind(file, 'pickle.memo').map((observation) => hitAt(file, observation)),
};

/** A few objects that expand exponentially (billion laughs). */
export const pickleExpansion: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-EXPANSION',
  title: 'Pickle unfolds to more objects than memory holds',
  rationale: 'Nested references make a structure that takes all memory once something copies, prints or compares it.',
  references: [...shared.references, 'CWE-409'],
  check: (file) => ofKind(file, 'pickle.expansion').map((observation) => hitAt(file, observation)),
};

/** A harmless constructor with a size of gigabytes. */
export const pickleAllocation: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-ALLOC',
  title: 'Pickle allocates gigabytes',
  rationale: 'A constructor is called with a size that takes all memory at load.',
  check: (file) => ofKind(file, 'pickle.alloc').map((observation) => hitAt(file, observation)),
};

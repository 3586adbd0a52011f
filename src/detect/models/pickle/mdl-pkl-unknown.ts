import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { codeReferences, hitAt, ofKind } from '../subject/observations.js';
import { importsOf } from './imports.js';

const shared = {
  family: 'models',
  confidence: 'medium',
  fix: 'Look at what the name does in the package it comes from, or load with weights_only and an explicit list of allowed classes.',
  references: [...codeReferences, 'CWE-184'],
} as const satisfies Partial<RuleInfo>;

/** A name that is on no list is called. It may be harmless, but has not been checked. */
export const pickleUnknown: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-UNKNOWN',
  title: 'Loading the model calls code that is not known to be harmless',
  severity: 'medium',
  rationale: 'The pickle calls a class or function outside the known-harmless ones of the common libraries when it is loaded.',
  check: (file) => [
    ...importsOf(file)
      .filter(({ called, dotted, verdict }) => called && !dotted && verdict === 'unknown')
      .map(({ observation }) => hitAt(file, observation)),
    ...ofKind(file, 'pickle.codec').map((observation) => hitAt(file, observation)),
  ],
};

/** A name that is on no list is referenced but not called. */
export const pickleUnknownReference: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-PKL-UNKNOWN-REF',
  title: 'Pickle refers to a name that is not known to be harmless',
  severity: 'low',
  rationale: 'Loading the pickle imports the module of this name, which runs that module, though the stream does not call it.',
  check: (file) =>
    importsOf(file)
      .filter(({ called, dotted, verdict }) => !called && !dotted && verdict === 'unknown')
      .map(({ observation }) => hitAt(file, observation)),
};

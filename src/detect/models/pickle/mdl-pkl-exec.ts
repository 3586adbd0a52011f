import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt } from '../subject/observations.js';
import { importsOf } from './imports.js';

/** A callable from the deny-list is called while the stream loads. */
export const pickleExec: Rule<ModelFile> = {
  id: 'MDL-PKL-EXEC',
  family: 'models',
  title: 'Loading the model runs a dangerous function',
  severity: 'critical',
  confidence: 'high',
  rationale: 'The pickle calls a function that starts processes, evaluates code or reaches files and network as soon as it is loaded.',
  fix: 'Do not load the file. Remove it, look for what it may have done where it was loaded, and get the weights as safetensors from a source you trust.',
  references: codeReferences,
  check: (file) =>
    importsOf(file)
      .filter(({ called, dotted, verdict }) => called && !dotted && verdict === 'dangerous')
      .map(({ observation }) => hitAt(file, observation)),
};

import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { codeReferences, hitAt, isFact } from '../subject/observations.js';
import { importsOf } from './imports.js';

/** A name from the deny-list is imported but not called by the stream itself. */
export const pickleImport: Rule<ModelFile> = {
  id: 'MDL-PKL-IMPORT',
  family: 'models',
  title: 'Pickle imports a dangerous name',
  severity: 'high',
  confidence: 'high',
  rationale:
    'The pickle holds a reference to a function or module that runs code or reaches the machine; whoever uses the object may call it.',
  fix: 'Do not load the file. Ask its author for weights without such references, as safetensors.',
  references: codeReferences,
  check: (file) =>
    importsOf(file)
      .filter(({ called, dotted, verdict }) => !called && !dotted && verdict === 'dangerous')
      .map(({ observation }) => hitAt(file, observation, isFact(observation, 'trailing') ? 'medium' : undefined)),
};

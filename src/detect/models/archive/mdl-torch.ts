import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { codeReferences, hitAt, isFact, ofKind, textFact } from '../subject/observations.js';

const shared = { family: 'models', severity: 'medium', confidence: 'medium' } as const satisfies Partial<RuleInfo>;

/** A pickle in a torch archive that torch did not write. */
export const torchExtra: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-TORCH-EXTRA',
  title: 'Torch archive carries a further pickle',
  rationale: 'Torch writes one object pickle; another one is read only by code that knows of it, or by a loader that is misled.',
  fix: 'Find out what reads the member; save the model again without it.',
  references: codeReferences,
  check: (file) => ofKind(file, 'torch.extra').map((observation) => hitAt(file, observation)),
};

/** TorchScript contains code by design, but operators that access files or libraries do not belong in a model. */
export const torchScript: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-TORCH-SCRIPT',
  title: 'Model carries TorchScript code',
  severity: 'none',
  confidence: 'high',
  rationale: 'TorchScript is a program that runs with the model, and its operators can read and write files.',
  fix: 'Read the code in code/, or take the weights alone (state dict, safetensors).',
  references: ['CWE-94', 'OWASP LLM03', 'MITRE ATLAS AML.T0011.000'],
  check: (file) => ofKind(file, 'torch.script').map((found) => hitAt(file, found, isFact(found, 'reach') ? 'high' : undefined)),
};

/** A tensor larger than its storage, or items set on an object that is not a container. */
export const torchStorage: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-TORCH-STORAGE',
  title: 'Tensor does not fit its storage',
  rationale: 'Torch before 2.10 reads or writes outside the storage when sizes or types are not what they should be.',
  fix: 'Do not load the file; update torch to 2.10 or later.',
  references: ['CVE-2026-24747', 'CWE-787'],
  check: (file) => [
    ...ofKind(file, 'torch.storage').map((observation) => hitAt(file, observation)),
    ...ofKind(file, 'pickle.mutate')
      .filter((found) => !isFact(found, 'direct') && /^torch(?:\._utils|\.storage|\._tensor)?$/.test(textFact(found, 'module')))
      .map((observation) => hitAt(file, observation)),
  ],
};

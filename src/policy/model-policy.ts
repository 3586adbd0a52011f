import type { AiModel } from '../model/agent.js';
import type { Inventory } from '../model/inventory.js';
import type { GateOptions } from '../model/request.js';

/** The models that the model gates fail, one line each. The content decides whether a model is unsafe, never the suffix. */
export function modelProblems(inventory: Inventory, gates: GateOptions): string[] {
  if (gates.modelPolicyMode === 'off') return [];
  const neither = !gates.requireModelSignatures && !gates.blockUnsafeModelFormats;
  // Code in a model is worse than a missing signature, so the line that names one problem names that.
  return [
    ...((gates.requireModelSignatures || neither) && inventory.models.length === 0
      ? ['signatures are required, and no model was found to verify']
      : []),
    ...(gates.blockUnsafeModelFormats || neither ? inventory.models.flatMap(formatProblem) : []),
    ...(gates.requireModelSignatures || neither ? inventory.models.flatMap(signatureProblem) : []),
  ];
}

function signatureProblem({ path, signature }: AiModel): string[] {
  if (signature === 'verified') return [];
  const words = {
    invalid: 'has a signature that does not verify',
    present: 'has a signature nobody verified',
    missing: 'has no signature',
    not_checked: 'was not checked for a signature',
  };
  return [`${path} ${words[signature]}`];
}

function formatProblem({ path, format, verdict }: AiModel): string[] {
  return verdict === 'safe' ? [] : [`${path} (${format}) is ${verdict === 'unknown' ? 'of unknown safety' : verdict}`];
}

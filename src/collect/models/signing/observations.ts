import type { ModelObservation } from '../../../model/ai-evidence.js';
import type { SignatureProblem, SignatureResult } from './signature.js';

const KINDS: Readonly<Record<SignatureProblem['kind'], string>> = {
  bundle: 'signature.invalid',
  signature: 'signature.invalid',
  trust: 'signature.unproven',
  changed: 'signature.changed',
  missing: 'signature.changed',
  extra: 'signature.changed',
  unreadable: 'signature.changed',
};

/** Limit for observations of one kind; one more says how many are left out. */
const MAX_OF_A_KIND = 100;

/** The result of a verification as observations for the model rules. `member` is the file's path inside the model. */
export function signatureObservations(result: SignatureResult): ModelObservation[] {
  if (result.state === 'missing') return [{ kind: 'signature.missing', evidence: 'no signature' }];
  const observations = [
    ...result.problems.map(({ kind, path, text }) => ({
      kind: KINDS[kind],
      evidence: path === undefined ? text : `${path} ${text}`,
      ...(path !== undefined && { member: path }),
    })),
    ...result.uncovered.map((path) => ({ kind: 'signature.uncovered', evidence: path, member: path })),
  ];
  return ['signature.invalid', 'signature.unproven', 'signature.changed', 'signature.uncovered'].flatMap((kind) =>
    capped(
      kind,
      observations.filter((observation) => observation.kind === kind),
    ),
  );
}

function capped(kind: string, observations: readonly ModelObservation[]): ModelObservation[] {
  const more = observations.length - MAX_OF_A_KIND;
  if (more <= 0) return [...observations];
  return [...observations.slice(0, MAX_OF_A_KIND), { kind, evidence: `${more} more files` }];
}

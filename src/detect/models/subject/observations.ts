import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { RuleHit } from '../../contract/rule.js';

/** References of rules about code that runs when a model is loaded. */
export const codeReferences = ['CWE-502', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003', 'MITRE ATLAS AML.T0011.000'] as const;

/** Observations of the given kinds, in their original order. */
export function ofKind(file: ModelFile, ...kinds: readonly string[]): ModelObservation[] {
  return file.observations.filter((observation) => kinds.includes(observation.kind));
}

/** A fact that is text; empty when it is absent. */
export function textFact(observation: ModelObservation, key: string): string {
  const value = observation.facts?.[key];
  return typeof value === 'string' ? value : '';
}

/** A fact that is a number; 0 when it is absent. */
export function numberFact(observation: ModelObservation, key: string): number {
  const value = observation.facts?.[key];
  return typeof value === 'number' ? value : 0;
}

/** True when a fact exists and is true. */
export function isFact(observation: ModelObservation, key: string): boolean {
  return observation.facts?.[key] === true;
}

/** A hit for an observation: the evidence's words, then the member and the offset. */
export function hitAt(file: ModelFile, observation: ModelObservation, severity?: Severity): RuleHit {
  const { member, offset, evidence } = observation;
  const place = [member === undefined ? '' : ` in ${member}`, offset === undefined ? '' : ` at offset ${offset}`].join('');
  return {
    location: { path: file.path, ...(member !== undefined && { pointer: member }) },
    subject: file.ref,
    evidence: `${evidence}${place}`,
    ...(severity !== undefined && { severity }),
  };
}

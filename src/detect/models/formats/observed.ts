import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import { quote } from '../../../support/quote.js';
import type { Rule, RuleHit, RuleInfo } from '../../contract/rule.js';

/**
 * A rule's judgement of an observation: the severity if it differs from the rule's, and text to show instead of the
 * evidence.
 */
export interface Ruling {
  severity?: Severity;
  evidence?: string;
  fix?: string;
}

/** Judges observations of one kind; undefined when the rule does not apply. */
export type Judge = (observation: ModelObservation) => Ruling | undefined;

/** The description of a rule of this family, without the family. */
export type ModelRuleInfo = Omit<RuleInfo, 'family'>;

/** A rule over the observations of a model file, by their kind. Equal hits are reported once. */
export function observedRule(info: ModelRuleInfo, judges: Readonly<Record<string, Judge>>): Rule<ModelFile> {
  return { ...info, family: 'models', check: (file) => hitsOf(file, judges) };
}

function* hitsOf(file: ModelFile, judges: Readonly<Record<string, Judge>>): Generator<RuleHit> {
  const seen = new Set<string>();
  for (const observation of file.observations) {
    if (!Object.hasOwn(judges, observation.kind)) continue;
    const judged = judges[observation.kind]?.(observation);
    if (judged === undefined) continue;
    const hit = hitOf(file, observation, judged);
    const key = JSON.stringify([hit.evidence, hit.location.pointer, hit.severity]);
    if (!seen.has(key)) yield hit;
    seen.add(key);
  }
}

function hitOf(file: ModelFile, { member, evidence }: ModelObservation, judged: Ruling): RuleHit {
  return {
    location: { path: file.path, ...(member !== undefined && { pointer: member }) },
    subject: file.ref,
    evidence: quote(judged.evidence ?? evidence),
    ...(judged.severity !== undefined && { severity: judged.severity }),
    ...(judged.fix !== undefined && { fix: judged.fix }),
  };
}

/** A text fact of an observation; empty when there is none of that name. */
export function factText(observation: ModelObservation, name: string): string {
  const value = observation.facts?.[name];
  return typeof value === 'string' ? value : '';
}

import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import type { GateOptions } from '../model/request.js';
import { meetsThreshold, type Threshold } from '../model/severity.js';
import type { GateMatch } from '../model/verdict.js';
import { versionText } from '../model/version-text.js';
import { firstOf } from '../support/listing.js';
import type { AiRisk } from './ai-risk.js';
import type { PolicyHit } from './evaluate.js';

/** What the gates judge: active findings, already without those covered by VEX, ignores, exceptions and the baseline. */
export interface GateInput {
  findings: readonly Finding[];
  components: ReadonlyMap<string, Pick<Component, 'name' | 'version'> & { ecosystem?: string }>;
  gates: GateOptions;
  incomplete: readonly string[];
  /** Components without an exact version, as one line; undefined when there are none. */
  unresolved?: string | undefined;
  policyHits: readonly PolicyHit[];
  modelProblems: readonly string[];
  aiRisks: readonly AiRisk[];
}

/** What the gates on severity judge. */
type RiskInput = Pick<GateInput, 'findings' | 'components' | 'gates' | 'aiRisks'>;

/** Most things that a gate's line names; the rest are counted. */
export const GATE_SUBJECTS = 3;

/** Every gate that matched, worst first (the order of `gates` in model/verdict.ts). */
export function matchGates(input: GateInput): GateMatch[] {
  const { gates } = input;
  const candidates = [malicious(input), incomplete(input), unresolved(input), policy(input), modelPolicy(input)];
  if (!gates.exitZero) candidates.push(...silenceable(input));
  return candidates.filter((match) => match !== undefined);
}

/** The gates that would have matched without `--exit-zero`. */
export function silencedGates(input: RiskInput): GateMatch[] {
  return input.gates.exitZero ? silenceable(input).filter((match) => match !== undefined) : [];
}

/** The three gates that a team may silence while it works through a backlog. No other gate can be silenced. */
function silenceable(input: RiskInput): (GateMatch | undefined)[] {
  return [kev(input), aiRisk(input), severity(input)];
}

function malicious({ findings, components }: GateInput): GateMatch | undefined {
  const bad = findings.filter((finding) => finding.kind === 'malicious');
  return bad.length === 0 ? undefined : matched('malicious', `${named(bad, components)} ${bad.length === 1 ? 'is' : 'are'} malicious`, bad);
}

function incomplete({ incomplete: causes }: GateInput): GateMatch | undefined {
  if (causes.length === 0) return undefined;
  return { gate: 'incomplete', reason: firstOf(causes, 1), findings: [] };
}

function unresolved({ gates, unresolved: reason }: GateInput): GateMatch | undefined {
  return gates.failOnUnresolved && reason !== undefined ? { gate: 'unresolved', reason, findings: [] } : undefined;
}

function policy({ policyHits }: GateInput): GateMatch | undefined {
  const failed = policyHits.filter((hit) => hit.rule.action === 'fail');
  const [first] = failed;
  if (!first) return undefined;
  const subjects = firstOf(first.subjects, GATE_SUBJECTS);
  const rest = failed.length > 1 ? `; +${failed.length - 1} more rules` : '';
  return {
    gate: 'policy',
    reason: `rule ${first.rule.id}${meaning(first.rule.description)} failed: ${subjects}${rest}`,
    findings: failed.flatMap((hit) => hit.findings).sort(),
  };
}

function meaning(description: string): string {
  return description === '' ? '' : ` (${description.replace(/\.$/, '')})`;
}

function modelPolicy({ gates, modelProblems }: GateInput): GateMatch | undefined {
  if (gates.modelPolicyMode !== 'enforce' || modelProblems.length === 0) return undefined;
  return {
    gate: 'model-policy',
    reason: firstOf(modelProblems, 1),
    findings: [],
  };
}

function kev(input: RiskInput): GateMatch | undefined {
  if (!input.gates.failOnKev) return undefined;
  const listed = gated(input).filter((finding) => finding.kev === 'listed');
  return listed.length === 0 ? undefined : matched('kev', `${named(listed, input.components)} known to be exploited`, listed);
}

function aiRisk({ gates, aiRisks }: RiskInput): GateMatch | undefined {
  const [first] = aiRisks;
  if (!gates.failIfAiRisk || !first) return undefined;
  const more = aiRisks.length > 1 ? `, +${aiRisks.length - 1} more` : '';
  return {
    gate: 'ai-risk',
    reason: `${first.finding.id}: ${first.path}${more}`,
    findings: aiRisks.map((risk) => risk.finding.fingerprint).sort(),
  };
}

function severity(input: RiskInput): GateMatch | undefined {
  const { gates, components } = input;
  const over = gated(input).filter((finding) => countsAgainst(finding, gates));
  if (over.length === 0) return undefined;
  const limit = gates.failOnSeverity === 'any' ? 'any finding counts' : `the threshold is ${gates.failOnSeverity}`;
  return matched('severity', `${named(over, components)}; ${limit}`, over);
}

/** Vulnerabilities and rule findings of at least medium confidence; `--fixable-only` narrows to what can be fixed. */
function gated({ findings, gates }: RiskInput): Finding[] {
  return findings.filter(
    (finding) =>
      finding.kind !== 'malicious' && finding.confidence !== 'low' && (!gates.fixableOnly || finding.fixed_version !== undefined),
  );
}

function countsAgainst(finding: Finding, gates: GateOptions): boolean {
  if (finding.severity === 'unknown') return gates.unknownSeverity === 'fail';
  return meetsThreshold(finding.severity, gates.failOnSeverity);
}

/** Findings that reach the warning tier; for `--warn-on`. */
export function warned(findings: readonly Finding[], level: Threshold): Finding[] {
  return findings.filter((finding) => finding.kind === 'malicious' || meetsThreshold(finding.severity, level));
}

function matched(gate: GateMatch['gate'], reason: string, findings: readonly Finding[]): GateMatch {
  return { gate, reason, findings: findings.map((finding) => finding.fingerprint).sort() };
}

/** `GHSA-… critical in lodash@4.17.20, +3 more`; findings come worst first. */
function named(findings: readonly Finding[], components: GateInput['components']): string {
  const [worst] = findings;
  if (!worst) return '';
  const component = worst.component === undefined ? undefined : components.get(worst.component);
  const where = component
    ? ` in ${component.name}@${component.version === null ? '?' : versionText(component, component.version)}`
    : (worst.locations[0] && ` in ${worst.locations[0].path}`) || '';
  const severityWord = worst.kind === 'malicious' ? '' : ` ${worst.severity}`;
  return `${worst.id}${severityWord}${where}${findings.length > 1 ? `, +${findings.length - 1} more` : ''}`;
}

import { TooLarge } from './argument-path.js';
import { DecisionBudget, TooMuchWork } from './decision-budget.js';
import {
  type BindingTarget,
  type Effect,
  effects,
  type GatewayCall,
  type GatewayDecision,
  type GatewayMode,
  type GatewayPolicy,
  type GatewayRule,
  gatewayModes,
  type MatchedRule,
  type RateLimit,
} from './policy.js';
import { RuleIndex } from './rule-index.js';
import { compileMatch, type RuleMatch } from './rule-match.js';

interface CompiledRule {
  rule: GatewayRule;
  matches: RuleMatch;
}

interface CompiledPolicy {
  policy: GatewayPolicy;
  rules: readonly CompiledRule[];
  index: RuleIndex;
}

/** Compiled policies; compiled once for each version of the set. */
export interface CompiledPolicies {
  readonly policies: readonly CompiledPolicy[];
}

/** Counts calls; true when this one is above the rate. Rules with a rate never match without a gauge. */
export interface RateGauge {
  over(key: string, limit: RateLimit): boolean;
}

/** A policy that applies to a call, and its rules that matched, before rates are counted. */
interface JudgedPolicy {
  policy_id: string;
  mode: GatewayMode;
  matched: { rule_id: string; effect: Effect; reason: string; rate?: RateLimit | undefined }[];
  /** The default effect that counts when nothing matched; null when the default lets the call pass. */
  otherwise: { effect: Effect; reason: string } | null;
}

/** What all policies say about a call, as plain data. `conclude` turns it into the decision, in the process that counts rates. */
export interface GatewayJudgement {
  strongest: GatewayMode;
  policies: JudgedPolicy[];
}

/** Throws RangeError for a bad argument path. Regular expressions are compiled on first use. */
export function compile(policies: readonly GatewayPolicy[]): CompiledPolicies {
  const ordered = policies.filter(({ mode }) => mode !== 'off').sort((a, b) => (a.policy_id < b.policy_id ? -1 : 1));
  return {
    policies: ordered.map((policy) => ({
      policy,
      rules: policy.rules.map((rule) => ({ rule, matches: compileMatch(rule) })),
      index: new RuleIndex(policy.rules),
    })),
  };
}

/**
 * Judges one call by every policy that is bound to it: deny before warn before allow, in audit mode without effect. Pure except
 * for the gauge. No call makes it throw; a call that takes too much work is denied.
 */
export function decide(compiled: CompiledPolicies, call: GatewayCall, gauge?: RateGauge): GatewayDecision {
  return conclude(judgePolicies(compiled, call, new DecisionBudget()), call, gauge);
}

/** The part of a decision that takes time. It spends `work`; `work.isOver` says afterwards whether that was enough. */
export function judgePolicies({ policies }: CompiledPolicies, call: GatewayCall, work: DecisionBudget): GatewayJudgement {
  const judged: JudgedPolicy[] = [];
  let strongest: GatewayMode = 'off';
  for (const compiled of policies) {
    const mode = modeFor(compiled.policy, call);
    if (mode === 'off') continue;
    strongest = stronger(strongest, mode);
    judged.push({ ...judgeBy(compiled, call, work), mode });
  }
  return { strongest, policies: judged };
}

/** The decision that follows, once calls are counted against rates. */
export function conclude({ strongest, policies }: GatewayJudgement, { agent = '' }: GatewayCall, gauge?: RateGauge): GatewayDecision {
  const matched = policies.flatMap(({ policy_id, mode, matched: all, otherwise }): MatchedRule[] => {
    const counts = all.filter(
      ({ rule_id, rate }) => rate === undefined || gauge?.over(JSON.stringify([policy_id, rule_id, agent]), rate) === true,
    );
    if (counts.length > 0) return counts.map(({ rule_id, effect, reason }) => ({ policy_id, rule_id, mode, effect, reason }));
    return otherwise ? [{ policy_id, rule_id: null, mode, ...otherwise }] : [];
  });
  return decisionOf(matched.sort(byStrength), strongest);
}

/** True when some policy that is not off is bound to calls of this server. */
export function governs({ policies }: CompiledPolicies, server: string): boolean {
  return policies.some(({ policy }) => modeFor(policy, { tool: '', server, arguments: {} }) !== 'off');
}

function decisionOf(matched: MatchedRule[], strongest: GatewayMode): GatewayDecision {
  const [first] = matched;
  const deciding = matched.find(({ mode }) => mode === 'enforce');
  // If no enforced policy objects, the audited policy that would have objected is the better reason to show.
  const shown = deciding && deciding.effect !== 'allow' ? deciding : first;
  return {
    decision: deciding?.effect ?? 'allow',
    would_decide: first?.effect ?? 'allow',
    policy_id: shown?.policy_id ?? null,
    rule_id: shown?.rule_id ?? null,
    reason: shown?.reason ?? (strongest === 'off' ? 'no policy applies' : 'no rule matched'),
    mode: shown?.mode ?? strongest,
    matched,
  };
}

/** Rules that matched, and the policy's default. When the work is spent, the rule under way denies and the remaining rules are skipped. */
function judgeBy({ policy, rules, index }: CompiledPolicy, call: GatewayCall, work: DecisionBudget): Omit<JudgedPolicy, 'mode'> {
  const { policy_id, name, default_effect } = policy;
  const otherwise = default_effect === 'allow' ? null : { effect: default_effect, reason: `no rule of ${name} matched` };
  const matched: JudgedPolicy['matched'] = [];
  for (const at of index.candidates(call, work)) {
    const compiled = rules[at];
    const match = compiled && effectOf(compiled.rule, compiled.matches, call, work);
    if (!match) continue;
    const { rule } = compiled;
    if (work.isOver) return { policy_id, matched: [...matched, { rule_id: rule.id, ...match }], otherwise };
    matched.push({ rule_id: rule.id, rate: rule.rate, ...match });
  }
  return { policy_id, matched, otherwise };
}

/** Denies a call that cannot be judged, whatever the rule's effect is. */
function effectOf(
  rule: GatewayRule,
  matches: RuleMatch,
  call: GatewayCall,
  work: DecisionBudget,
): { effect: Effect; reason: string } | undefined {
  try {
    work.unclear = undefined;
    if (!matches(call, work)) return undefined;
    const reason = rule.reason ?? `rule ${rule.id}`;
    return { effect: rule.effect, reason: work.unclear === undefined ? reason : `${work.unclear} (${reason})` };
  } catch (error) {
    const isNamed = error instanceof TooLarge || error instanceof TooMuchWork;
    return { effect: 'deny', reason: isNamed ? error.message : 'the arguments cannot be judged' };
  }
}

/** The strongest mode of the bindings that name this call, no stronger than the policy's own; `off` without one. */
function modeFor({ mode, bindings }: GatewayPolicy, call: GatewayCall): GatewayMode {
  const bound = bindings.filter((one) => names(one, call)).reduce<GatewayMode>((best, one) => stronger(best, one.mode), 'off');
  return rank(bound) < rank(mode) ? bound : mode;
}

function names({ target_type: type, target_id: id }: { target_type: BindingTarget; target_id: string | null }, call: GatewayCall): boolean {
  if (type === 'tenant') return true;
  return id !== null && id === (type === 'upstream' ? call.server : call[type]);
}

function stronger(a: GatewayMode, b: GatewayMode): GatewayMode {
  return rank(a) < rank(b) ? b : a;
}

function rank(mode: GatewayMode): number {
  return gatewayModes.indexOf(mode);
}

function byStrength(a: MatchedRule, b: MatchedRule): number {
  return effects.indexOf(b.effect) - effects.indexOf(a.effect);
}

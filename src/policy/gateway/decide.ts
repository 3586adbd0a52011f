import { TooLarge } from './argument-path.js';
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
import { compileMatch, type RuleMatch } from './rule-match.js';

interface CompiledRule {
  rule: GatewayRule;
  matches: RuleMatch;
}

interface CompiledPolicy {
  policy: GatewayPolicy;
  rules: readonly CompiledRule[];
}

/** Policies made ready to decide; made once per version of the set. */
export interface CompiledPolicies {
  readonly policies: readonly CompiledPolicy[];
}

/** Counts calls; true when this one is above the rate. Rules with a rate never match without a gauge. */
export interface RateGauge {
  over(key: string, limit: RateLimit): boolean;
}

/** Throws RangeError for a path, and RE2JSException for a pattern, that cannot be compiled. */
export function compile(policies: readonly GatewayPolicy[]): CompiledPolicies {
  const ordered = policies.filter(({ mode }) => mode !== 'off').sort((a, b) => (a.policy_id < b.policy_id ? -1 : 1));
  return {
    policies: ordered.map((policy) => ({ policy, rules: policy.rules.map((rule) => ({ rule, matches: compileMatch(rule) })) })),
  };
}

/**
 * Judges one call by every policy that is bound to it: deny before warn before allow, in audit mode without effect. Pure but for
 * the gauge; never throws on account of the call.
 */
export function decide({ policies }: CompiledPolicies, call: GatewayCall, gauge?: RateGauge): GatewayDecision {
  const matched: MatchedRule[] = [];
  let strongest: GatewayMode = 'off';
  for (const compiled of policies) {
    const mode = modeFor(compiled.policy, call);
    if (mode === 'off') continue;
    strongest = stronger(strongest, mode);
    matched.push(...judge(compiled, mode, call, gauge));
  }
  matched.sort(byStrength);
  return conclude(matched, strongest);
}

/** True when some policy that is not off is bound to calls of this server. */
export function governs({ policies }: CompiledPolicies, server: string): boolean {
  return policies.some(({ policy }) => modeFor(policy, { tool: '', server, arguments: {} }) !== 'off');
}

function conclude(matched: MatchedRule[], strongest: GatewayMode): GatewayDecision {
  const [first] = matched;
  const deciding = matched.find(({ mode }) => mode === 'enforce');
  // Where nothing enforced objects, what an audited policy would have done is the more telling reason.
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

/** Rules that matched; the policy's default where none did. */
function judge({ policy, rules }: CompiledPolicy, mode: GatewayMode, call: GatewayCall, gauge: RateGauge | undefined): MatchedRule[] {
  const found: MatchedRule[] = [];
  for (const { rule, matches } of rules) {
    const match = effectOf(rule, matches, call);
    if (!match || !isOverRate(policy, rule, call, gauge)) continue;
    found.push({ policy_id: policy.policy_id, rule_id: rule.id, mode, ...match });
  }
  if (found.length > 0 || policy.default_effect === 'allow') return found;
  const reason = `no rule of ${policy.name} matched`;
  return [{ policy_id: policy.policy_id, rule_id: null, effect: policy.default_effect, mode, reason }];
}

/** What cannot be judged is denied, whatever the rule would have done. */
function effectOf(rule: GatewayRule, matches: RuleMatch, call: GatewayCall): { effect: Effect; reason: string } | undefined {
  try {
    return matches(call) ? { effect: rule.effect, reason: rule.reason ?? `rule ${rule.id}` } : undefined;
  } catch (error) {
    return { effect: 'deny', reason: error instanceof TooLarge ? error.message : 'the arguments cannot be judged' };
  }
}

function isOverRate({ policy_id }: GatewayPolicy, { id, rate }: GatewayRule, { agent = '' }: GatewayCall, gauge?: RateGauge): boolean {
  return rate === undefined || gauge?.over(JSON.stringify([policy_id, id, agent]), rate) === true;
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

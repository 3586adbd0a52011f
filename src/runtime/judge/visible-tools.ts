import { type CompiledPolicies, compile, decide } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayDecision, GatewayPolicy, GatewayRule } from '../../policy/gateway/policy.js';

/** Decides whether a tool is denied whatever its arguments are: such a tool need not be shown to an agent. */
export class ToolVisibility {
  private readonly hopeful: CompiledPolicies;

  constructor(policies: readonly GatewayPolicy[]) {
    this.hopeful = compile(policies.map((policy) => ({ ...policy, rules: policy.rules.flatMap(hopefulRule) })));
  }

  /** `call` without arguments. */
  decide(call: GatewayCall): GatewayDecision {
    return decide(this.hopeful, call);
  }
}

/**
 * The rule as it counts for the call that fares best: a condition on arguments, or on what the session has read, keeps what forbids from
 * matching, and lets what allows match.
 */
function hopefulRule(rule: GatewayRule): GatewayRule[] {
  const { args, secret_paths, after, ...names } = rule.when ?? {};
  const depends = args !== undefined || secret_paths !== undefined || after !== undefined || rule.rate !== undefined;
  if (!depends) return [rule];
  return rule.effect === 'deny' ? [] : [{ id: rule.id, effect: rule.effect, when: names, reason: rule.reason }];
}

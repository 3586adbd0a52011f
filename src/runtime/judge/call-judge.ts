import { type CompiledPolicies, compile, decide } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayPolicy } from '../../policy/gateway/policy.js';
import { MemoryGauge } from '../../policy/gateway/rate.js';
import { accessDenied, detected, type Objection, stronger } from './finding.js';
import { withoutSecrets } from './secrets.js';
import { leadsOutward } from './session-flow.js';
import type { JudgeSetup } from './setup.js';
import type { ToolBook } from './tool-book.js';

const MINUTE_S = 60;

/** Judges calls of tools: what the agent may use, then pins, then the rules of policies, then the rate, then detectors. The first that denies decides. */
export class CallJudge {
  private compiled: CompiledPolicies;
  private live: readonly GatewayPolicy[];
  private readonly access: CompiledPolicies;
  private readonly gauge: MemoryGauge;
  private readonly checks: readonly ((call: GatewayCall) => Objection | undefined)[];

  constructor(
    private readonly setup: JudgeSetup,
    private readonly tools: ToolBook,
  ) {
    this.live = setup.live?.policies ?? [];
    this.compiled = compile([...setup.policies, ...this.live]);
    this.access = compile(setup.access ?? []);
    this.gauge = new MemoryGauge(() => setup.clock());
    this.checks = [this.byAccess, this.byPins, this.byPolicies, this.byRate, this.bySecrets, this.bySequence];
  }

  judge(call: GatewayCall): Objection | undefined {
    let worst: Objection | undefined;
    for (const check of this.checks) {
      worst = stronger(worst, check(call));
      if (worst?.effect === 'deny' && !worst.isAudited) return worst;
    }
    return worst;
  }

  private readonly byAccess = (call: GatewayCall): Objection | undefined => {
    if (this.access.policies.length === 0) return undefined;
    const { decision, policy_id, rule_id, reason } = decide(this.access, call);
    if (decision !== 'deny') return undefined;
    return accessDenied(policy_id, rule_id, reason);
  };

  private readonly byPins = ({ tool }: GatewayCall): Objection | undefined => {
    const { drift, undeclared } = this.setup.detectors;
    const reason = this.tools.driftOf(tool);
    if (reason !== undefined) return detected(drift, 'pins.drift', reason);
    const isKnown = this.tools.isListed ? this.tools.declares(tool) : (this.setup.pinned?.knowsTool(tool) ?? true);
    return isKnown ? undefined : detected(undeclared, 'pins.undeclared', 'the server has not listed this tool');
  };

  private readonly byPolicies = (call: GatewayCall): Objection | undefined => {
    const { live } = this.setup;
    if (live?.unavailable !== undefined) return { effect: 'deny', isAudited: false, rule: 'policy.unavailable', reason: live.unavailable };
    if (live && live.policies !== this.live) {
      this.live = live.policies;
      this.compiled = compile([...this.setup.policies, ...live.policies]);
    }
    if (this.compiled.policies.length === 0) return undefined;
    const { decision, would_decide, policy_id, rule_id, reason } = decide(this.compiled, call, this.gauge);
    if (would_decide === 'allow') return undefined;
    const isAudited = decision !== would_decide;
    const effect = isAudited && decision !== 'allow' ? decision : would_decide;
    const rule = rule_id ?? 'policy.default';
    return { effect, isAudited: isAudited && decision === 'allow', rule, reason, ...(policy_id !== null && { policy: policy_id }) };
  };

  private readonly byRate = (): Objection | undefined => {
    const { rate } = this.setup;
    if (rate === undefined || !this.gauge.over('relay', { calls: rate, per_seconds: MINUTE_S })) return undefined;
    return { effect: 'deny', isAudited: false, rule: 'relay.rate', reason: `more than ${rate} calls a minute` };
  };

  private readonly bySecrets = ({ arguments: args }: GatewayCall): Objection | undefined => {
    const { secret_arguments: level } = this.setup.detectors;
    if (level === 'off' || withoutSecrets(args) === args) return undefined;
    return detected(level, 'detector.secret-arguments', 'an argument holds a secret');
  };

  private readonly bySequence = (call: GatewayCall): Objection | undefined => {
    const { sequence } = this.setup.detectors;
    if (sequence === 'off' || !leadsOutward(call)) return undefined;
    return detected(sequence, 'detector.sequence', 'the session has read private data and text of strangers, and this call leads outward');
  };
}

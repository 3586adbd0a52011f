import type { z } from 'zod';
import type { dryRunDraft, gatewayDryRunRoutes } from '../../api/gateway-dry-run.js';
import { capabilitiesOf } from '../../detect/tools/capabilities.js';
import { type CompiledPolicies, compile, decide } from '../../policy/gateway/decide.js';
import { effects, type GatewayCall, type GatewayDecision, type GatewayPolicy, type GatewayRule } from '../../policy/gateway/policy.js';
import { HOUR_MS } from '../../support/durations.js';
import { Turns } from '../../support/turns.js';
import { type Ground, timesOf } from '../ground/ground.js';
import { GatewayEventRepository, type RecordedCall } from '../store/gateway-events.js';
import type { TenantStore } from '../store/layer/store.js';
import { requirePolicy } from './policy-edits.js';
import { policySet } from './policy-set.js';

type Draft = z.output<typeof dryRunDraft>;
type Result = z.input<(typeof gatewayDryRunRoutes)['dryRunGatewayPolicy']['response']>;
type Effect = Result['changed'][number]['from'];
type Need = Result['undecidable']['rules'][number]['needs'][number];

/** Recorded calls that one run looks at. */
const MOST_CALLS = 20_000;
const DRAFT_ID = 'pol_draft';
/** Exceeds every rate, so that rules with a rate count as matching. */
const ALWAYS_OVER = { over: () => true };

const LIMITS = [
  'Values of arguments are not kept, so calls that a rule decides by its arguments are counted as undecidable.',
  'Environments, kinds of agents, and abilities of tools that callers reported are not kept; abilities are told by the names of tools.',
];

/** Compares what was decided with what a draft, beside the other policies, would have decided. */
export async function dryRun(ground: Ground, store: TenantStore, draft: Draft): Promise<Result> {
  if (draft.policy_id !== undefined) await requirePolicy(store, draft.policy_id);
  const { policies: before } = await policySet(ground, store);
  const others = before.filter(({ policy_id }) => policy_id !== draft.policy_id);
  const drafted = policyOf(draft);
  const after = draft.enabled === false ? others : [...others, drafted];
  const [since, until] = timesOf(ground, -draft.hours * HOUR_MS, 0);
  const events = await new GatewayEventRepository(store).decidedSince(since, MOST_CALLS + 1);
  const comparison = new Comparison(before, after, drafted);
  const tally = new Tally(draft.examples);
  const turns = new Turns();
  for (const event of events.slice(0, MOST_CALLS)) {
    if (turns.isOver) await turns.pass();
    tally.add(event, comparison.of(event));
  }
  return { since, until, truncated: events.length > MOST_CALLS, ...tally.result(), limits: LIMITS };
}

function policyOf({ policy_id = DRAFT_ID, name, mode = 'enforce', default_effect = 'allow', rules, bindings }: Draft): GatewayPolicy {
  const bound = bindings ?? [{ target_type: 'tenant' as const, mode: 'enforce' as const }];
  const targets = bound.map(({ target_type, target_id = null, mode: own }) => ({ target_type, target_id, mode: own }));
  return { policy_id, name, mode, default_effect, rules, bindings: targets };
}

/** What a rule looks at that is not kept of calls. */
function needsOf({ when, rate }: GatewayRule): Need[] {
  return [
    ...(when?.args || when?.secret_paths ? (['arguments'] as const) : []),
    ...(when?.after ? (['session'] as const) : []),
    ...(rate ? (['rate'] as const) : []),
  ];
}

/** The rule without what cannot be known. */
function loosened(rule: GatewayRule): GatewayRule {
  const { tools, servers, tool_classes } = rule.when ?? {};
  const when = { ...(tools && { tools }), ...(servers && { servers }), ...(tool_classes && { tool_classes }) };
  return { id: rule.id, effect: rule.effect, when, ...(rule.reason !== undefined && { reason: rule.reason }) };
}

/** Policies in which only these undecidable rules are kept, as rules that match. */
function variant(policies: readonly GatewayPolicy[], keeps: (rule: GatewayRule) => boolean): CompiledPolicies {
  return compile(
    policies.map((policy) => ({
      ...policy,
      rules: policy.rules.filter((rule) => needsOf(rule).length === 0 || keeps(rule)).map(loosened),
    })),
  );
}

/** What would have been decided: the same, another decision, or something that depends on what is not kept. */
type Verdict = { is: 'same' } | { is: 'known'; decision: GatewayDecision } | { is: 'open'; rules: readonly GatewayRule[] };

/** Calls of the same agent, server, tool and source have one verdict, because nothing else is known of them. */
class Comparison {
  private readonly loose: readonly [CompiledPolicies, CompiledPolicies];
  private readonly variants: readonly CompiledPolicies[];
  private readonly known = new Map<string, Verdict>();

  constructor(
    private readonly before: readonly GatewayPolicy[],
    private readonly after: readonly GatewayPolicy[],
    private readonly drafted: GatewayPolicy,
  ) {
    this.loose = [variant(before, () => true), variant(after, () => true)];
    // With any effect's undecidable rules alone, a decision can be as mild or as strict as with any choice of them.
    this.variants = [
      variant(after, () => false),
      this.loose[1],
      ...effects.map((effect) => variant(after, (rule) => rule.effect === effect)),
    ];
  }

  of({ agent, server, tool, source_id }: RecordedCall): Verdict {
    const key = JSON.stringify([agent, server, tool, source_id]);
    const known = this.known.get(key) ?? this.judge(callOf({ agent, server, tool, source_id }));
    this.known.set(key, known);
    return known;
  }

  private judge(call: GatewayCall): Verdict {
    const [was, is] = [this.matchedIn(this.loose[0], this.before, call), this.matchedIn(this.loose[1], this.after, call)];
    if (was === is) return { is: 'same' };
    const decisions = this.variants.map((policies) => decide(policies, call, ALWAYS_OVER));
    const [first] = decisions;
    if (first && decisions.every(({ decision }) => decision === first.decision)) return { is: 'known', decision: first };
    const { matched } = decide(this.loose[1], call, ALWAYS_OVER);
    const ids = new Set(matched.filter(({ policy_id }) => policy_id === this.drafted.policy_id).map(({ rule_id }) => rule_id));
    return { is: 'open', rules: this.drafted.rules.filter((rule) => ids.has(rule.id) && needsOf(rule).length > 0) };
  }

  /** The rules that may match the call, with all that they say: equal texts decide alike. */
  private matchedIn(loose: CompiledPolicies, policies: readonly GatewayPolicy[], call: GatewayCall): string {
    const { matched } = decide(loose, call, ALWAYS_OVER);
    const said = matched.map(({ policy_id, rule_id, mode, effect }) => {
      const policy = policies.find((one) => one.policy_id === policy_id);
      return [mode, effect, policy?.default_effect, policy?.rules.find(({ id }) => id === rule_id) ?? null];
    });
    return JSON.stringify(said);
  }
}

function callOf({ agent, server, tool, source_id }: Pick<RecordedCall, 'agent' | 'server' | 'tool' | 'source_id'>): GatewayCall {
  const name = tool ?? '';
  return {
    tool: name,
    ...(server !== null && { server }),
    ...(agent !== null && { agent }),
    ...(source_id !== null && { source: source_id }),
    tool_classes: [...capabilitiesOf({ name }, server ?? undefined)],
    arguments: {},
  };
}

/** Counts verdicts, and keeps the first changed calls of each kind. */
class Tally {
  private calls = 0;
  private unchanged = 0;
  private open = 0;
  private readonly changed = new Map<string, { from: Effect; to: Effect; count: number }>();
  private readonly rules = new Map<string, { rule: GatewayRule; count: number }>();
  private readonly examples: Result['examples'] = [];

  constructor(private readonly most: number) {}

  add(event: RecordedCall, verdict: Verdict): void {
    this.calls += 1;
    const from = effects.find((one) => one === event.decision);
    if (verdict.is === 'open') this.addOpen(verdict.rules);
    else if (verdict.is === 'same' || from === undefined || verdict.decision.decision === from) this.unchanged += 1;
    else this.addChanged(event, from, verdict.decision);
  }

  result() {
    const changed = [...this.changed.values()].sort((a, b) => b.count - a.count);
    const rules = [...this.rules.values()].map(({ rule, count }) => ({ rule_id: rule.id, needs: needsOf(rule), count }));
    return {
      calls: this.calls,
      unchanged: this.unchanged,
      changed,
      changed_total: changed.reduce((sum, { count }) => sum + count, 0),
      undecidable: { total: this.open, rules },
      examples: this.examples,
    };
  }

  private addOpen(rules: readonly GatewayRule[]): void {
    this.open += 1;
    for (const rule of rules) this.rules.set(rule.id, { rule, count: (this.rules.get(rule.id)?.count ?? 0) + 1 });
  }

  private addChanged(event: RecordedCall, from: Effect, { decision: to, policy_id, rule_id, reason }: GatewayDecision): void {
    const key = `${from} ${to}`;
    this.changed.set(key, { from, to, count: (this.changed.get(key)?.count ?? 0) + 1 });
    if (this.examples.length >= this.most) return;
    const { event_id, origin, occurred_at, agent, server, tool } = event;
    const named = policy_id === DRAFT_ID ? null : policy_id;
    const shown = { event_id, occurred_at, agent, server, tool, from, to, rule_id, reason };
    this.examples.push({ ...shown, origin: origin === 'proxy' ? 'proxy' : 'gateway', policy_id: named });
  }
}

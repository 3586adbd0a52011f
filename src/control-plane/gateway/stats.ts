import { type GatewayCount, GatewayEventRepository } from '../store/gateway-events.js';
import { GatewayPolicyRepository } from '../store/gateway-policies.js';
import type { TenantStore } from '../store/layer/store.js';

/**
 * Decisions since a time, counted in several ways with the same total; rare tools are joined in one line with the name
 * ''.
 */
export async function gatewayStats(store: TenantStore, since: string) {
  const counts = await new GatewayEventRepository(store).counts(since);
  const decided = counts.filter(({ decision }) => decision !== '');
  const tools = counts.filter(({ decision }) => decision === '').map(({ tool, count }) => ({ tool: tool ?? '', count }));
  const total = sum(decided);
  const rest = total - sum(tools);
  return {
    since,
    total,
    by_decision: tally(decided, 'decision', ['allow', 'warn', 'deny']),
    by_mode: tally(decided, 'mode', ['off', 'audit', 'enforce']),
    by_policy: decided
      .map(({ policy_id, rule_id, mode, decision, count }) => ({ policy_id, rule_id, mode, decision, count }))
      .sort((a, b) => b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1)),
    by_tool: rest > 0 ? [...tools, { tool: '', count: rest }] : tools,
    policies: await new GatewayPolicyRepository(store).count(),
  };
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((all, { count }) => all + count, 0);
}

function tally(counts: readonly GatewayCount[], column: 'decision' | 'mode', values: readonly string[]): Record<string, number> {
  return Object.fromEntries(values.map((value) => [value, sum(counts.filter((one) => one[column] === value))]));
}

function keyOf({ count, ...rest }: Omit<GatewayCount, 'tool'>): string {
  return JSON.stringify(rest);
}

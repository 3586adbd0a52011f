import { type CompiledPolicies, compile, type RateGauge } from '../../policy/gateway/decide.js';
import {
  bindingTargets,
  effects,
  type GatewayBinding,
  type GatewayMode,
  type GatewayPolicy,
  gatewayModes,
} from '../../policy/gateway/policy.js';
import { MemoryGauge } from '../../policy/gateway/rate.js';
import { Unavailable } from '../failures.js';
import type { Ground } from '../ground/ground.js';
import { GatewayPolicyRepository, type PolicyRow } from '../store/gateway-policies.js';
import type { TenantStore } from '../store/layer/store.js';
import { BindingRepository, type BindingRow } from '../store/policy-bindings.js';

const MAX_TENANTS = 500;
/** Limit for the characters of the rules of all cached sets. */
const MAX_KEPT = 64 * 2 ** 20;

/** A tenant's enabled policies at one revision. */
export interface PolicySet {
  /** Identifies tenant and revision; the same in every process for the same policies. */
  key: string;
  policies: readonly GatewayPolicy[];
  compiled: CompiledPolicies;
}

interface Kept extends PolicySet {
  revision: string;
  /** Characters of its rules. */
  size: number;
}

interface Memory {
  sets: Map<string, Kept>;
  gauge: RateGauge;
}

/** What a process keeps for a control plane: the tenants' compiled policies, and the counts of calls for rates. */
const memories = new WeakMap<Ground, Memory>();

/** The process's own count of calls, for a database that only this process uses. */
export function gaugeOf(ground: Ground): RateGauge {
  return memoryOf(ground).gauge;
}

/** The tenant's enabled policies, compiled again when they have changed since the last call; costs one read by key. */
export async function policySet(ground: Ground, store: TenantStore): Promise<PolicySet> {
  const { sets } = memoryOf(ground);
  const repository = new GatewayPolicyRepository(store);
  const revision = await repository.revision();
  const known = sets.get(store.tenantId);
  if (known?.revision === revision) return known;
  const rows = await repository.enabled();
  const policies = await policiesOf(rows, store);
  const size = rows.reduce((sum, { rules }) => sum + JSON.stringify(rules).length, 0);
  const kept = { key: `${store.tenantId}/${revision}`, revision, policies, compiled: compiledOf(policies), size };
  sets.delete(store.tenantId);
  sets.set(store.tenantId, kept);
  forgetOldest(sets);
  return kept;
}

function forgetOldest(sets: Map<string, Kept>): void {
  let size = [...sets.values()].reduce((sum, kept) => sum + kept.size, 0);
  for (const [tenantId, kept] of sets) {
    if (sets.size <= 1 || (sets.size <= MAX_TENANTS && size <= MAX_KEPT)) return;
    size -= kept.size;
    sets.delete(tenantId);
  }
}

function memoryOf(ground: Ground): Memory {
  const known = memories.get(ground);
  if (known) return known;
  const made: Memory = { sets: new Map(), gauge: new MemoryGauge(() => ground.clock()) };
  memories.set(ground, made);
  return made;
}

/** Fails closed: if stored policies cannot be compiled, nothing is allowed. */
function compiledOf(policies: readonly GatewayPolicy[]): CompiledPolicies {
  try {
    return compile(policies);
  } catch {
    throw new Unavailable('the gateway policies cannot be compiled');
  }
}

async function policiesOf(rows: readonly PolicyRow[], store: TenantStore): Promise<GatewayPolicy[]> {
  const bindings = await new BindingRepository(store).ofPolicies(rows.map(({ policy_id }) => policy_id));
  return rows.map((row) => policyOf(row, bindings));
}

/** Unknown values count as the strictest ones. */
function policyOf(row: PolicyRow, bindings: readonly BindingRow[]): GatewayPolicy {
  return {
    policy_id: row.policy_id,
    name: row.name,
    mode: modeOf(row.mode),
    default_effect: effects.find((one) => one === row.default_effect) ?? 'deny',
    rules: row.rules,
    bindings: bindings.filter(({ policy_id }) => policy_id === row.policy_id).map(bindingOf),
  };
}

function bindingOf({ target_type, target_id, mode }: BindingRow): GatewayBinding {
  return { target_type: bindingTargets.find((one) => one === target_type) ?? 'tenant', target_id, mode: modeOf(mode) };
}

function modeOf(mode: string): GatewayMode {
  return gatewayModes.find((one) => one === mode) ?? 'enforce';
}

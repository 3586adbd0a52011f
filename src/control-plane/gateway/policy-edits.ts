import type { z } from 'zod';
import type { gatewayPolicyDraft, gatewayPolicyUpdate } from '../../api/gateway-policy.js';
import type { RuleFault } from '../../policy/gateway/check-rules.js';
import type { GatewayRule } from '../../policy/gateway/policy.js';
import { MOST_INSTRUCTIONS } from '../../policy/gateway/regex.js';
import { Conflict, NotFound, Unprocessable } from '../failures.js';
import { newId } from '../ids.js';
import { changedMeanwhile } from '../store/audit-search.js';
import { isUniqueClash } from '../store/engines/failures.js';
import { GatewayPolicyRepository, type PolicyRow } from '../store/gateway-policies.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Draft } from '../store/layer/tables.js';
import { BindingRepository } from '../store/policy-bindings.js';
import { SourceRepository } from '../store/sources.js';
import { checkRules, type GatewayGround } from './judge-call.js';

/** Limit for the characters of a policy's rules as JSON. */
const MOST_RULES = 256 * 1024;
/** Limit for a tenant's policies, because all enabled ones are held in memory. */
const MOST_POLICIES = 100;

type PolicyDraft = z.output<typeof gatewayPolicyDraft>;
type Update = z.output<typeof gatewayPolicyUpdate>;
type BindingDraft = NonNullable<PolicyDraft['bindings']>[number];

/** Who makes the change, and when. */
export interface Edit {
  store: TenantStore;
  actor: string;
  now: string;
}

/**
 * Creates a policy; one without bindings is bound to the whole tenant. Rejects with Conflict when the name is taken.
 */
export async function createPolicy(draft: PolicyDraft, { store, actor, now }: Edit): Promise<PolicyRow> {
  const policy = {
    policy_id: newId('pol'),
    name: draft.name,
    description: draft.description ?? null,
    mode: draft.mode ?? 'enforce',
    enabled: draft.enabled !== false,
    default_effect: draft.default_effect ?? 'allow',
    version: 1,
    rules: draft.rules,
    created_by: actor,
    created_at: now,
    updated_by: actor,
    updated_at: now,
  };
  const policies = new GatewayPolicyRepository(store);
  if ((await policies.count()).total >= MOST_POLICIES) throw new Conflict(`a tenant has ${MOST_POLICIES} gateway policies at most`);
  const row = await uniquely(() => policies.create(policy));
  await bind(store, row.policy_id, draft.bindings ?? [{ target_type: 'tenant', mode: 'enforce' }], now);
  await policies.changed(now);
  return row;
}

/** Changes the given fields. Rejects with Conflict when the policy has changed since the given version. */
export async function updatePolicy(policyId: string, update: Update, { store, actor, now }: Edit): Promise<PolicyRow> {
  const policies = new GatewayPolicyRepository(store);
  const known = await requirePolicy(store, policyId);
  if (update.version !== undefined && update.version !== known.version) throw await stale(store, policyId);
  const row: PolicyRow = {
    ...known,
    name: update.name ?? known.name,
    description: update.description === undefined ? known.description : update.description,
    mode: update.mode ?? known.mode,
    enabled: update.enabled ?? known.enabled,
    default_effect: update.default_effect ?? known.default_effect,
    version: known.version + 1,
    rules: update.rules ?? known.rules,
    updated_by: actor,
    updated_at: now,
  };
  if (!(await uniquely(() => policies.update(row)))) throw await stale(store, policyId);
  if (update.bindings) {
    await new BindingRepository(store).removeWhere({ policy_id: policyId });
    await bind(store, policyId, update.bindings, now);
  }
  await policies.changed(now);
  return row;
}

/** The tenant's policy with this id. Rejects with NotFound. */
export async function requirePolicy(store: TenantStore, policyId: string): Promise<PolicyRow> {
  const row = await new GatewayPolicyRepository(store).find(policyId);
  if (!row) throw new NotFound('policy');
  return row;
}

/**
 * Checks that a source named by a binding belongs to the tenant; agents, environments and upstreams may appear later.
 */
export async function requireTarget(store: TenantStore, targetType: string, targetId: string | undefined): Promise<void> {
  if (targetType !== 'source' || targetId === undefined) return;
  if (!(await new SourceRepository(store).find(targetId))) throw new NotFound('source');
}

async function bind(store: TenantStore, policyId: string, drafts: readonly BindingDraft[], now: string): Promise<void> {
  const keys = new Set(drafts.map(({ target_type, target_id }) => JSON.stringify([target_type, target_id])));
  if (keys.size !== drafts.length) throw new Unprocessable('bindings: each target may be named once');
  for (const { target_type, target_id } of drafts) await requireTarget(store, target_type, target_id);
  const rows = drafts.map(
    ({ target_type, target_id, mode }): Draft<'policy_bindings'> => ({
      binding_id: newId('bnd'),
      policy_id: policyId,
      policy_kind: 'gateway',
      target_type,
      target_id: target_id ?? null,
      mode,
      created_at: now,
      updated_at: now,
    }),
  );
  await new BindingRepository(store).createMany(rows);
}

/**
 * Refuses rules that cannot be used, or take longer than a decision may. Call it before the transaction. Patterns are
 * not repeated in the error.
 */
export async function requireUsable(ground: GatewayGround, tenantId: string, rules: readonly GatewayRule[]): Promise<void> {
  if (JSON.stringify(rules).length > MOST_RULES) throw new Unprocessable(`rules: expected at most ${MOST_RULES / 1024} KiB`);
  const found = await checkRules(ground, tenantId, rules);
  if (found) throw new Unprocessable(`rules.${found.index}.when: ${FAULTS[found.fault]}`);
}

const FAULTS: Readonly<Record<RuleFault['fault'], string>> = {
  path: 'expected paths like /a/b or a.b[0].*',
  regex: 'expected a regular expression in RE2 syntax',
  cost: `the regular expressions up to this rule have more than ${MOST_INSTRUCTIONS} instructions: write fewer or shorter ones`,
};

async function uniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueClash(error)) throw new Conflict('a gateway policy of this name exists');
    throw error;
  }
}

function stale(store: TenantStore, target_id: string): Promise<Conflict> {
  return changedMeanwhile(store, 'the policy', { action: ['gateway_policy.create', 'gateway_policy.update'], target_id });
}

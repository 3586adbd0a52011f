import type { policyBindingRoutes } from '../../../api/policy-bindings.js';
import { Conflict, NotFound } from '../../failures.js';
import { requirePolicy, requireTarget } from '../../gateway/policy-edits.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { GatewayPolicyRepository } from '../../store/gateway-policies.js';
import type { TenantStore } from '../../store/layer/store.js';
import { BindingRepository, type BindingRow } from '../../store/policy-bindings.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const policyBindingHandlers: Handlers<typeof policyBindingRoutes> = {
  createPolicyBinding: async ({ store, body, plane }) => {
    const now = timeOf(plane);
    if (body.policy_id !== undefined) await requirePolicy(store, body.policy_id);
    await requireTarget(store, body.target_type, body.target_id);
    const draft = {
      binding_id: newId('bnd'),
      policy_id: body.policy_id ?? null,
      policy_kind: body.policy_kind,
      target_type: body.target_type,
      target_id: body.target_id ?? null,
      mode: body.mode,
      created_at: now,
      updated_at: now,
    };
    const bindings = new BindingRepository(store);
    if (await bindings.isBound(draft)) throw new Conflict('this policy is bound to this target already');
    const row = await bindings.create(draft);
    await new GatewayPolicyRepository(store).changed(now);
    const headers = { location: `/v1/policy-bindings/${row.binding_id}` };
    return { body: row, headers, audit: note(row) };
  },
  listPolicyBindings: async (call) => ({
    body: await new BindingRepository(call.store).list(call.query, pageRequest(call, 'policy_bindings')),
  }),
  getPolicyBinding: async ({ store, params }) => ({ body: await requireBinding(store, params.binding_id) }),
  updatePolicyBinding: async ({ store, params, body, plane }) => {
    const row = await requireBinding(store, params.binding_id);
    const now = timeOf(plane);
    const change = { mode: body.mode, updated_at: now };
    await new BindingRepository(store).update(row.binding_id, change);
    await new GatewayPolicyRepository(store).changed(now);
    const changed = { ...row, ...change };
    return { body: changed, audit: note(changed) };
  },
  deletePolicyBinding: async ({ store, params, plane }) => {
    const row = await requireBinding(store, params.binding_id);
    await new BindingRepository(store).remove(row.binding_id);
    await new GatewayPolicyRepository(store).changed(timeOf(plane));
    return { audit: note(row) };
  },
};

async function requireBinding(store: TenantStore, bindingId: string): Promise<BindingRow> {
  const row = await new BindingRepository(store).find(bindingId);
  if (!row) throw new NotFound('policy binding');
  return row;
}

function note({ binding_id, policy_id, policy_kind, target_type, mode }: BindingRow) {
  return { target_id: binding_id, details: { policy_id, policy_kind, target_type, mode } };
}

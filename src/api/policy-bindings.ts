import { z } from 'zod';
import { id, line, paged, paging, time } from './fields.js';
import { bindingTarget, gatewayMode } from './gateway-policy.js';
import { routeTable } from './route.js';

const policyKind = z.enum(['gateway', 'scan_gate', 'retention']);

/** The targets that policies of each kind other than `gateway` can have. */
const TARGETS = { scan_gate: ['tenant', 'source'], retention: ['tenant'] } as const;

export const bindingDraft = z
  .strictObject({
    policy_kind: policyKind,
    /** The gateway policy to bind. A tenant has one policy of each other kind, so those bindings name none. */
    policy_id: id('pol').optional(),
    target_type: bindingTarget,
    target_id: line().optional(),
    mode: gatewayMode.default('enforce'),
  })
  .refine((one) => (one.target_type === 'tenant') === (one.target_id === undefined), {
    path: ['target_id'],
    message: 'expected for every target but the tenant',
  })
  .refine((one) => (one.policy_kind === 'gateway') === (one.policy_id !== undefined), {
    path: ['policy_id'],
    message: 'expected for gateway policies only',
  })
  .superRefine(({ policy_kind: kind, target_type: target }, { addIssue }) => {
    const targets: readonly string[] | undefined = kind === 'gateway' ? undefined : TARGETS[kind];
    if (targets && !targets.includes(target))
      addIssue({ code: 'custom', path: ['target_type'], message: `a policy of kind ${kind} can be bound to ${targets.join(' or ')}` });
  });

export const policyBinding = z.object({
  binding_id: z.string(),
  tenant_id: z.string(),
  policy_id: z.string().nullable(),
  policy_kind: policyKind,
  target_type: bindingTarget,
  target_id: z.string().nullable(),
  mode: gatewayMode,
  created_at: time,
  updated_at: time,
});

const bindingId = z.object({ binding_id: id('bnd') });

/** Routes of policy bindings. */
export const policyBindingRoutes = routeTable({
  createPolicyBinding: {
    method: 'POST',
    path: '/v1/policy-bindings',
    summary: 'Bind a policy to a target',
    role: 'admin',
    scope: 'admin',
    audit: 'policy_binding.create',
    body: bindingDraft,
    response: policyBinding,
    status: 201,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  listPolicyBindings: {
    method: 'GET',
    path: '/v1/policy-bindings',
    summary: 'List policy bindings, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      policy_id: id('pol').optional(),
      policy_kind: policyKind.optional(),
      target_type: bindingTarget.optional(),
      target_id: line().optional(),
    }),
    response: paged(policyBinding),
    status: 200,
  },
  getPolicyBinding: {
    method: 'GET',
    path: '/v1/policy-bindings/{binding_id}',
    summary: 'Load one policy binding',
    role: 'viewer',
    scope: 'read',
    params: bindingId,
    response: policyBinding,
    status: 200,
    errors: [404],
  },
  updatePolicyBinding: {
    method: 'PUT',
    path: '/v1/policy-bindings/{binding_id}',
    summary: 'Change the mode of a policy binding',
    role: 'admin',
    scope: 'admin',
    audit: 'policy_binding.update',
    params: bindingId,
    body: z.strictObject({ mode: gatewayMode }),
    response: policyBinding,
    status: 200,
    errors: [404],
  },
  deletePolicyBinding: {
    method: 'DELETE',
    path: '/v1/policy-bindings/{binding_id}',
    summary: 'Unbind a policy',
    role: 'admin',
    scope: 'admin',
    audit: 'policy_binding.delete',
    params: bindingId,
    status: 204,
    errors: [404],
  },
});

import { z } from 'zod';
import { capabilities } from '../model/agent.js';
import { line, text, time } from './fields.js';

export const effect = z.enum(['allow', 'warn', 'deny']);
export const gatewayMode = z.enum(['off', 'audit', 'enforce']);
const name = line(200);
const names = z.array(name).min(1).max(100);

const argumentTest = z
  .strictObject({
    glob: z.union([line(500), z.array(line(500)).min(1).max(100)]).optional(),
    regex: z.string().min(1).max(500).optional(),
    host_not_in: z.array(line(255)).max(500).optional(),
    host_in: z.array(line(255)).min(1).max(500).optional(),
    path_under: z.array(line(1000)).min(1).max(100).optional(),
    path_not_under: z.array(line(1000)).min(1).max(100).optional(),
    max_length: z.number().int().min(0).max(1_000_000).optional(),
  })
  .refine((test) => Object.keys(test).length > 0, 'expected a test');

/** A path such as `/a/b` or `a.b[0]`, with `*` and at most two `**`. */
const argumentPath = z
  .string()
  .min(1)
  .max(300)
  .refine((path) => path.split('**').length <= 3, 'expected at most two **');

const condition = z.strictObject({
  tools: names.optional(),
  servers: names.optional(),
  tool_classes: z.array(z.enum(capabilities)).min(1).optional(),
  after: z.array(z.enum(capabilities)).min(1).optional(),
  args: z.record(argumentPath, argumentTest).optional(),
  secret_paths: z.array(argumentPath).min(1).max(20).optional(),
});

const rule = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'expected letters, digits, dots, dashes'),
  effect,
  when: condition.optional(),
  rate: z.strictObject({ calls: z.number().int().min(1).max(100_000), per_seconds: z.number().int().min(1).max(86_400) }).optional(),
  reason: line(500).optional(),
});

export const bindingTarget = z.enum(['tenant', 'source', 'agent', 'agent_type', 'environment', 'upstream']);

const bindingDraft = z
  .strictObject({ target_type: bindingTarget, target_id: name.optional(), mode: gatewayMode.default('enforce') })
  .refine((one) => (one.target_type === 'tenant') === (one.target_id === undefined), 'only a binding to the tenant has no target_id');

const rules = z
  .array(rule)
  .max(200)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'rule ids must differ');

const editable = {
  description: text(2000).nullable().optional(),
  mode: gatewayMode.optional(),
  enabled: z.boolean().optional(),
  /** The effect on calls that no rule of the policy matches. */
  default_effect: effect.optional(),
  /** Replaces all bindings. A new policy without bindings applies to the whole tenant. */
  bindings: z.array(bindingDraft).max(200).optional(),
};

export const gatewayPolicyDraft = z.strictObject({ ...editable, name, rules });
export const gatewayPolicyUpdate = z.strictObject({
  ...editable,
  name: name.optional(),
  rules: rules.optional(),
  /** The version that the caller read. The update is a conflict when the policy has another version by now. */
  version: z.number().int().min(1).optional(),
});

export const gatewayPolicy = z.object({
  policy_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  mode: gatewayMode,
  enabled: z.boolean(),
  default_effect: effect,
  version: z.number().int(),
  rules: z.array(rule),
  bindings: z.array(z.object({ binding_id: z.string(), target_type: bindingTarget, target_id: z.string().nullable(), mode: gatewayMode })),
  created_by: z.string(),
  created_at: time,
  updated_by: z.string(),
  updated_at: time,
});

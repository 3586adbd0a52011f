import { z } from 'zod';
import { capabilities } from '../model/agent.js';
import { id, json, line, moment, paged, paging, time } from './fields.js';
import { gatewayDryRunRoutes } from './gateway-dry-run.js';
import { effect, gatewayMode, gatewayPolicy, gatewayPolicyDraft, gatewayPolicyUpdate } from './gateway-policy.js';
import { routeTable } from './route.js';

const name = line(200);

export const gatewayCall = z.strictObject({
  tool: z.string().min(1).max(500),
  server: z.string().min(1).max(500).optional(),
  agent: z.string().min(1).max(500).optional(),
  agent_type: name.optional(),
  environment: name.optional(),
  source_id: id('src').optional(),
  /** Known abilities of the tool, in addition to those its name suggests. */
  tool_classes: z.array(z.enum(capabilities)).max(20).optional(),
  /** Capabilities of the tools that the session has had answers of. */
  session_classes: z.array(z.enum(capabilities)).max(20).optional(),
  session_id: line(200).optional(),
  arguments: json.default({}),
});

const matched = z.object({
  policy_id: z.string(),
  rule_id: z.string().nullable(),
  effect,
  mode: gatewayMode,
  reason: z.string(),
});

const decision = z.object({
  decision: effect,
  would_decide: effect,
  policy_id: z.string().nullable(),
  rule_id: z.string().nullable(),
  reason: z.string(),
  mode: gatewayMode,
  matched: z.array(matched),
  event_id: z.string(),
});

export const gatewayEvent = z.object({
  event_id: z.string(),
  tenant_id: z.string(),
  source_id: z.string().nullable(),
  session_id: z.string().nullable(),
  agent: z.string().nullable(),
  server: z.string().nullable(),
  tool: z.string().nullable(),
  decision: effect,
  would_decide: effect,
  mode: gatewayMode,
  policy_id: z.string().nullable(),
  rule_id: z.string().nullable(),
  reason: z.string(),
  /** Names, kinds, lengths and keyed hashes of arguments; never their values. */
  arguments: z.array(z.object({ name: z.string(), kind: z.string(), length: z.number(), hash: z.string() })),
  trace_id: z.string(),
  occurred_at: time,
});

const count = z.number().int();
const stats = z.object({
  since: time,
  total: count,
  by_decision: z.object({ allow: count, warn: count, deny: count }),
  by_mode: z.object({ off: count, audit: count, enforce: count }),
  by_policy: z.array(
    z.object({ policy_id: z.string().nullable(), rule_id: z.string().nullable(), mode: gatewayMode, decision: effect, count }),
  ),
  by_tool: z.array(z.object({ tool: z.string(), count })),
  policies: z.object({ total: count, enabled: count }),
});

const upstream = z.object({
  name: z.string(),
  transport: z.string().nullable(),
  url: z.string().nullable(),
  command: z.string().nullable(),
  agents: z.array(z.string()),
  sources: z.array(z.string()),
  first_seen: time,
  last_seen: time,
  governed: z.boolean(),
  /** A policy to begin with, for servers that none governs. Null where the name cannot be bound. */
  draft: gatewayPolicyDraft.nullable(),
});

const policyVersion = z.object({
  policy_id: z.string(),
  tenant_id: z.string(),
  version: count,
  document: json,
  updated_by: z.string(),
  updated_at: time,
});

const policyId = z.object({ policy_id: id('pol') });

/** Rules may hold patterns that match secrets, but no secrets. */
const RULE_PATTERNS = ['rules.id', 'rules.when'];

/** Routes of gateway policies and decisions. */
export const gatewayRoutes = routeTable({
  ...gatewayDryRunRoutes,
  createGatewayPolicy: {
    method: 'POST',
    path: '/v1/gateway/policies',
    summary: 'Create a gateway policy, bound to the whole tenant where no bindings are given',
    role: 'admin',
    scope: 'admin',
    audit: 'gateway_policy.create',
    texts: RULE_PATTERNS,
    body: gatewayPolicyDraft,
    response: gatewayPolicy,
    status: 201,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  listGatewayPolicies: {
    method: 'GET',
    path: '/v1/gateway/policies',
    summary: 'List gateway policies, newest first; a credential bound to a source sees those that apply to it',
    role: 'viewer',
    scope: 'policy:read',
    conditional: true,
    query: z.object({ ...paging }),
    /** `source_id`: the source that the credential is bound to. */
    response: paged(gatewayPolicy).extend({ source_id: z.string().nullable() }),
    status: 200,
  },
  getGatewayPolicy: {
    method: 'GET',
    path: '/v1/gateway/policies/{policy_id}',
    summary: 'Load one gateway policy',
    role: 'viewer',
    scope: 'policy:read',
    conditional: true,
    params: policyId,
    response: gatewayPolicy,
    status: 200,
    errors: [404],
  },
  listGatewayPolicyVersions: {
    method: 'GET',
    path: '/v1/gateway/policies/{policy_id}/versions',
    summary: 'List the versions a gateway policy has had, newest first',
    role: 'viewer',
    scope: 'read',
    params: policyId,
    query: z.object({ ...paging }),
    response: paged(policyVersion),
    status: 200,
    errors: [404],
  },
  updateGatewayPolicy: {
    method: 'PUT',
    path: '/v1/gateway/policies/{policy_id}',
    summary: 'Change what is given of a gateway policy; a stale `version` is a conflict',
    role: 'admin',
    scope: 'admin',
    audit: 'gateway_policy.update',
    params: policyId,
    texts: RULE_PATTERNS,
    body: gatewayPolicyUpdate,
    response: gatewayPolicy,
    status: 200,
    errors: [404, 409],
  },
  deleteGatewayPolicy: {
    method: 'DELETE',
    path: '/v1/gateway/policies/{policy_id}',
    summary: 'Delete a gateway policy and its bindings; its versions stay',
    role: 'admin',
    scope: 'admin',
    audit: 'gateway_policy.delete',
    params: policyId,
    status: 204,
    errors: [404],
  },
  updateNamedGatewayPolicy: {
    method: 'PUT',
    path: '/v1/gateway/policies',
    summary: 'Change the gateway policy that the body names (the same as with its id in the address)',
    role: 'admin',
    scope: 'admin',
    audit: 'gateway_policy.update',
    texts: RULE_PATTERNS,
    body: gatewayPolicyUpdate.extend(policyId.shape),
    response: gatewayPolicy,
    status: 200,
    errors: [404, 409],
  },
  deleteNamedGatewayPolicy: {
    method: 'DELETE',
    path: '/v1/gateway/policies',
    summary: 'Delete the gateway policy that the query names (the same as with its id in the address)',
    role: 'admin',
    scope: 'admin',
    audit: 'gateway_policy.delete',
    query: policyId,
    status: 204,
    errors: [404],
  },
  evaluateGatewayCall: {
    method: 'POST',
    path: '/v1/gateway/evaluate',
    summary: 'Decide one tool call by the policies bound to it; no answer without its audit event',
    role: 'analyst',
    scope: 'ingest',
    audit: 'gateway.allow',
    texts: 'pushed',
    body: gatewayCall,
    bodyLimit: 1024 * 1024,
    response: decision,
    status: 200,
    errors: [404, 413],
  },
  listGatewayAudit: {
    method: 'GET',
    path: '/v1/gateway/audit',
    summary: 'List decisions of the gateway, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      decision: effect.optional(),
      policy_id: id('pol').optional(),
      agent: name.optional(),
      tool: name.optional(),
      since: moment.optional(),
      until: moment.optional(),
    }),
    response: paged(gatewayEvent),
    status: 200,
  },
  gatewayStats: {
    method: 'GET',
    path: '/v1/gateway/stats',
    summary: 'Count decisions of the last hours',
    role: 'viewer',
    scope: 'read',
    query: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
    response: stats,
    status: 200,
  },
  listDiscoveredUpstreams: {
    method: 'GET',
    path: '/v1/gateway/upstreams/discovered',
    summary: 'List MCP servers that the fleet and scans know of, and whether a policy governs them',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, governed: z.enum(['true', 'false']).optional() }),
    response: paged(upstream),
    status: 200,
  },
});

import type { GatewayRule } from '../../../policy/gateway/policy.js';
import type { JsonObject } from '../../../support/json.js';
import { list, object, schema } from '../schema/columns.js';

/** Observations and decisions of the gateway and proxies. */
export const runtime = schema({
  gateway_policies: {
    tenant: true,
    columns: {
      policy_id: 'text',
      name: 'text',
      description: 'text?',
      mode: 'text',
      enabled: 'flag',
      default_effect: 'text',
      version: 'integer',
      rules: list<GatewayRule>(),
      created_by: 'text',
      created_at: 'text',
      updated_by: 'text',
      updated_at: 'text',
    },
    primary: ['policy_id'],
    unique: [['name']],
    indexes: [['created_at', 'policy_id']],
  },
  gateway_policy_versions: {
    tenant: true,
    columns: { policy_id: 'text', version: 'integer', document: object<JsonObject>(), updated_by: 'text', updated_at: 'text' },
    primary: ['policy_id', 'version'],
  },
  policy_bindings: {
    tenant: true,
    columns: {
      binding_id: 'text',
      policy_id: 'text?',
      policy_kind: 'text',
      target_type: 'text',
      target_id: 'text?',
      mode: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    primary: ['binding_id'],
    indexes: [['policy_id'], ['target_type', 'target_id'], ['created_at', 'binding_id']],
  },
  /** What a proxy or the gateway observed and decided. */
  runtime_events: {
    tenant: true,
    columns: {
      event_id: 'text',
      /** `proxy` or `gateway`. */
      origin: 'text',
      source_id: 'text?',
      session_id: 'text?',
      agent: 'text?',
      server: 'text?',
      tool: 'text?',
      decision: 'text',
      mode: 'text?',
      policy_id: 'text?',
      rule_id: 'text?',
      severity: 'text?',
      alert: 'flag',
      occurred_at: 'text',
      received_at: 'text',
      document: object<JsonObject>(),
    },
    primary: ['event_id'],
    indexes: [
      ['origin', 'received_at', 'event_id'],
      ['origin', 'decision', 'received_at', 'event_id'],
      ['origin', 'alert', 'received_at', 'event_id'],
      ['source_id', 'received_at'],
    ],
  },
  proxy_sessions: {
    tenant: true,
    columns: {
      source_id: 'text',
      session_id: 'text',
      agent: 'text?',
      server: 'text?',
      events: 'integer',
      blocked: 'integer',
      alerts: 'integer',
      first_event_at: 'text',
      last_event_at: 'text',
    },
    primary: ['source_id', 'session_id'],
    indexes: [['last_event_at']],
  },
  trace_spans: {
    tenant: true,
    columns: {
      trace_id: 'text',
      span_id: 'text',
      source_id: 'text?',
      service: 'text?',
      name: 'text',
      started_at: 'text',
      ended_at: 'text?',
      document: object<JsonObject>(),
      received_at: 'text',
    },
    primary: ['trace_id', 'span_id'],
    indexes: [['received_at']],
  },
});

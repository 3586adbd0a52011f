import type { ProxyEventRow } from '../store/proxy-events.js';

const TOLD = { method: null, reason: null, trace_id: null, argument_shape: null };

/** An event of a proxy as the API shows it. */
export function shownEvent(row: ProxyEventRow) {
  const { tenant_id, event_id, source_id, session_id, agent, server, tool, decision, mode, policy_id, rule_id, severity, alert } = row;
  const { method, reason, trace_id, argument_shape, would_decide } = { ...TOLD, would_decide: decision, ...row.document };
  return {
    ...{ event_id, tenant_id, source_id, session_id, agent, server, tool, method, decision, would_decide, mode, policy_id, rule_id },
    ...{ severity, reason, trace_id, argument_shape, alert, occurred_at: row.occurred_at, received_at: row.received_at },
  };
}

import { schema } from '../schema/columns.js';

/** Heartbeats of relays, and the order of their alerts. */
export const relaySchema = schema({
  /** The newest heartbeat of each session. */
  proxy_heartbeats: {
    tenant: true,
    columns: {
      source_id: 'text',
      session_id: 'text',
      mode: 'text?',
      /** Revision of the policies that the relay uses. */
      policy_version: 'text?',
      /** Number of decisions since the session began, as the relay counts them. */
      decided: 'integer?',
      denied: 'integer?',
      /** Numbers of events that were lost for lack of room, and of those still to be sent. */
      dropped: 'integer?',
      waiting: 'integer?',
      ended: 'flag',
      heard_at: 'text',
    },
    primary: ['source_id', 'session_id'],
    indexes: [['heard_at']],
  },
  /** Alerts of proxies, numbered in the order in which transactions end: a reader that has seen a number has seen all before it. */
  proxy_alerts: {
    tenant: true,
    columns: { number: 'integer', event_id: 'text', received_at: 'text' },
    primary: ['number'],
    indexes: [['received_at']],
  },
  /** The last number. */
  proxy_alert_heads: { tenant: true, columns: { number: 'integer' }, primary: [] },
});

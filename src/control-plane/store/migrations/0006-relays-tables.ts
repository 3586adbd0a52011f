import { schema } from '../schema/columns.js';

/** What relays say of themselves, and the order in which their alerts came. */
export const relaySchema = schema({
  /** The last sign of life of each session. */
  proxy_heartbeats: {
    tenant: true,
    columns: {
      source_id: 'text',
      session_id: 'text',
      mode: 'text?',
      /** Of the policies that the relay judges by. */
      policy_version: 'text?',
      /** Decisions since the session began, by the relay's own count. */
      decided: 'integer?',
      denied: 'integer?',
      /** Events that found no room and are lost, and those that are still to be sent. */
      dropped: 'integer?',
      waiting: 'integer?',
      ended: 'flag',
      heard_at: 'text',
    },
    primary: ['source_id', 'session_id'],
    indexes: [['heard_at']],
  },
  /** Alerts of proxies, numbered as their transactions end: who has seen one number has seen all before it. */
  proxy_alerts: {
    tenant: true,
    columns: { number: 'integer', event_id: 'text', received_at: 'text' },
    primary: ['number'],
    indexes: [['received_at']],
  },
  /** The number given last. */
  proxy_alert_heads: { tenant: true, columns: { number: 'integer' }, primary: [] },
});

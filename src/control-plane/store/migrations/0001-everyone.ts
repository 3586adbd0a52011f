import type { JsonObject } from '../../../support/json.js';
import { object, schema } from '../schema/columns.js';

/**
 * Tables that belong to no tenant only hold ids and times: they say which tenant's handle to open, never what it
 * contains.
 */
export const everyone = schema({
  tenants: { tenant: false, columns: { tenant_id: 'text', name: 'text', created_at: 'text' }, primary: ['tenant_id'] },
  /** The tenant of a key, session, user or login, which must be known before its handle can be opened. */
  directory: {
    tenant: false,
    columns: { kind: 'text', lookup: 'text', tenant_id: 'text', expires_at: 'text?' },
    primary: ['kind', 'lookup'],
    indexes: [['expires_at']],
  },
  job_queue: {
    tenant: false,
    columns: { job_id: 'text', tenant_id: 'text', available_at: 'text', lease_until: 'text?', worker: 'text?', attempt: 'integer' },
    primary: ['job_id'],
    indexes: [['available_at'], ['tenant_id']],
  },
  schedule_queue: {
    tenant: false,
    columns: { schedule_id: 'text', tenant_id: 'text', next_run_at: 'text' },
    primary: ['schedule_id'],
    indexes: [['next_run_at']],
  },
  /** Token buckets that several processes share. They may be lost in a crash. */
  rate_limits: {
    tenant: false,
    unlogged: true,
    columns: { key: 'text', points: 'integer', expire: 'integer?' },
    primary: ['key'],
    indexes: [['expire']],
  },
  /** Sign-ins in progress, and assertions that were used: each can be taken only once. */
  login_states: {
    tenant: false,
    columns: { kind: 'text', state: 'text', data: object<JsonObject>(), expires_at: 'text' },
    primary: ['kind', 'state'],
    indexes: [['expires_at']],
  },
});

import type { JsonObject } from '../../../support/json.js';
import { object, schema } from '../schema/columns.js';

/** Tables that belong to no tenant hold ids and times only: they say whose handle to open, never what is in it. */
export const everyone = schema({
  tenants: { tenant: false, columns: { tenant_id: 'text', name: 'text', created_at: 'text' }, primary: ['tenant_id'] },
  /** Which tenant a key, a session, a user or a login belongs to, before its handle can be opened. */
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
  /** Token buckets that several processes share. Losing them in a crash costs nothing. */
  rate_limits: {
    tenant: false,
    unlogged: true,
    columns: { key: 'text', points: 'integer', expire: 'integer?' },
    primary: ['key'],
    indexes: [['expire']],
  },
  /** Sign-ins under way, and assertions that were used: each may be taken once. */
  login_states: {
    tenant: false,
    columns: { kind: 'text', state: 'text', data: object<JsonObject>(), expires_at: 'text' },
    primary: ['kind', 'state'],
    indexes: [['expires_at']],
  },
});

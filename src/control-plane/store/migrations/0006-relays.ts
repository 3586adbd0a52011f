import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { relaySchema } from './0006-relays-tables.js';

/** Tables for heartbeats and numbered alerts of relays, and an index of events by session. */
export function relays(dialect: Dialect): string[] {
  const bySession = 'create index runtime_events_by_session on runtime_events (tenant_id, session_id, received_at, event_id)';
  return [...tableStatements(relaySchema, dialect), bySession];
}

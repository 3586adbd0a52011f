import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { proxyEvent, proxyRoutes } from '../../api/proxy.js';
import { canonicalJson } from '../../support/canonical-json.js';
import { announce } from '../store/delivery-outbox.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Draft } from '../store/layer/tables.js';
import { ProxyAlerts } from '../store/proxy-alerts.js';
import { ProxyEventRepository } from '../store/proxy-events.js';
import type { DeliveryEntry } from '../store/schema/delivery-entries.js';
import { lockSource } from './write.js';
import { earlier } from './write-findings.js';

export type ProxyEvent = z.output<typeof proxyEvent>;
type Heartbeat = z.output<typeof proxyRoutes.pushProxyAudit.body>['heartbeat'];

/** Events of one session. */
export interface ProxyReport {
  sourceId: string;
  sessionId: string;
  events: readonly ProxyEvent[];
  heartbeat?: Heartbeat;
  now: string;
  /** The report's trace, for events that have no trace of their own. */
  traceId: string;
}

/** The severity of an event, from what was decided or would have been, if the proxy states none. */
const SEVERITY: Readonly<Record<ProxyEvent['decision'], string | null>> = { deny: 'high', redact: 'high', warn: 'medium', allow: null };

export interface ProxyCounts {
  accepted: number;
  duplicates: number;
}

/** Writes the new events of a session. Returns their number and whether the session is new. A report without events is a heartbeat. */
export async function writeProxyEvents(store: TenantStore, report: ProxyReport): Promise<{ counts: ProxyCounts; isNew: boolean }> {
  const { sourceId, sessionId, events, heartbeat, now } = report;
  await lockSource(store, sourceId);
  const rows = new Map(events.map((event) => rowOf(event, report)).map((row) => [row.event_id, row]));
  const repository = new ProxyEventRepository(store);
  const known = await repository.known([...rows.keys()]);
  const fresh = [...rows.values()].filter(({ event_id }) => !known.has(event_id));
  await repository.add(fresh);
  const alerts = fresh.filter(({ alert }) => alert);
  await new ProxyAlerts(store).number(
    alerts.map(({ event_id }) => event_id),
    now,
  );
  const times = fresh.map(({ occurred_at }) => occurred_at).sort();
  const isNew = await repository.addToSession({
    source_id: sourceId,
    session_id: sessionId,
    agent: heartbeat?.agent ?? lastOf(fresh, 'agent'),
    server: heartbeat?.server ?? lastOf(fresh, 'server'),
    events: fresh.length,
    blocked: fresh.filter(({ decision }) => decision === 'deny').length,
    alerts: alerts.length,
    first_event_at: times[0] ?? now,
    last_event_at: times.at(-1) ?? now,
  });
  if (heartbeat) await repository.keepHeartbeat(heartbeatRow(heartbeat, report));
  await announce(store, alerts.map(alertEntry), now);
  return { counts: { accepted: fresh.length, duplicates: events.length - fresh.length }, isNew };
}

/** What was decided and by which rule; arguments and texts of calls stay here. */
function alertEntry(row: Draft<'runtime_events'>): DeliveryEntry {
  const { event_id, source_id, session_id, agent, server, tool, decision, mode, policy_id, rule_id, severity, occurred_at } = row;
  const data = { event_id, source_id, session_id, agent, server, tool, decision, mode, policy_id, rule_id, severity, occurred_at };
  return { what: 'alert.raised', severity, data };
}

function heartbeatRow(heartbeat: NonNullable<Heartbeat>, { sourceId, sessionId, now }: ProxyReport): Draft<'proxy_heartbeats'> {
  const { mode = null, policy_version = null, decided = null, denied = null, dropped = null, waiting = null, ended = false } = heartbeat;
  return { source_id: sourceId, session_id: sessionId, mode, policy_version, decided, denied, dropped, waiting, ended, heard_at: now };
}

function lastOf(rows: readonly Draft<'runtime_events'>[], column: 'agent' | 'server'): string | null {
  return rows.findLast((row) => row[column] !== null)?.[column] ?? null;
}

/** The id is derived from source, session and the proxy's own id or number, so that an event that is sent again is recognised. */
function rowOf(event: ProxyEvent, { sourceId, sessionId, now, traceId }: ProxyReport): Draft<'runtime_events'> {
  const own = event.event_id ?? event.seq ?? event;
  const would = event.would_decide ?? event.decision;
  const severity = event.severity ?? SEVERITY[would];
  const { agent = null, server = null, tool = null, mode = null, policy_id = null, rule_id = null } = event;
  return {
    event_id: `evt_${createHash('sha256')
      .update(canonicalJson([sourceId, sessionId, own]))
      .digest('hex')
      .slice(0, 26)}`,
    origin: 'proxy',
    source_id: sourceId,
    session_id: sessionId,
    ...{ agent, server, tool, decision: event.decision, mode, policy_id, rule_id, severity },
    alert: event.decision !== 'allow' || would !== 'allow' || severity === 'high' || severity === 'critical',
    occurred_at: earlier(event.occurred_at, now),
    received_at: now,
    document: { trace_id: traceId, ...event },
  };
}

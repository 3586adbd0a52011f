import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { proxyEvent } from '../../api/proxy.js';
import { canonicalJson } from '../../support/canonical-json.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Draft } from '../store/layer/tables.js';
import { ProxyEventRepository } from '../store/proxy-events.js';
import { lockSource } from './write.js';
import { earlier } from './write-findings.js';

export type ProxyEvent = z.output<typeof proxyEvent>;

/** Events of one session. */
export interface ProxyReport {
  sourceId: string;
  sessionId: string;
  events: readonly ProxyEvent[];
  now: string;
  /** Of the report, for events that have no trace of their own. */
  traceId: string;
}

/** Severity of what was decided, where the proxy states none. */
const SEVERITY: Readonly<Record<ProxyEvent['decision'], string | null>> = { deny: 'high', redact: 'high', warn: 'medium', allow: null };

/** Writes what is new of a session's events; gives how many were. An empty report is a sign of life. */
export async function writeProxyEvents(store: TenantStore, report: ProxyReport): Promise<{ accepted: number; duplicates: number }> {
  const { sourceId, sessionId, events, now } = report;
  await lockSource(store, sourceId);
  const rows = new Map(events.map((event) => rowOf(event, report)).map((row) => [row.event_id, row]));
  const repository = new ProxyEventRepository(store);
  const known = await repository.known([...rows.keys()]);
  const fresh = [...rows.values()].filter(({ event_id }) => !known.has(event_id));
  await repository.add(fresh);
  const times = fresh.map(({ occurred_at }) => occurred_at).sort();
  await repository.addToSession({
    source_id: sourceId,
    session_id: sessionId,
    agent: lastOf(fresh, 'agent'),
    server: lastOf(fresh, 'server'),
    events: fresh.length,
    blocked: fresh.filter(({ decision }) => decision === 'deny').length,
    alerts: fresh.filter(({ alert }) => alert).length,
    first_event_at: times[0] ?? now,
    last_event_at: times.at(-1) ?? now,
  });
  return { accepted: fresh.length, duplicates: events.length - fresh.length };
}

function lastOf(rows: readonly Draft<'runtime_events'>[], column: 'agent' | 'server'): string | null {
  return rows.findLast((row) => row[column] !== null)?.[column] ?? null;
}

/** The id follows from source, session and the proxy's own id or number, so that what is sent again is known. */
function rowOf(event: ProxyEvent, { sourceId, sessionId, now, traceId }: ProxyReport): Draft<'runtime_events'> {
  const own = event.event_id ?? event.seq ?? event;
  const severity = event.severity ?? SEVERITY[event.decision];
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
    alert: event.decision !== 'allow' || severity === 'high' || severity === 'critical',
    occurred_at: earlier(event.occurred_at, now),
    received_at: now,
    document: { trace_id: traceId, ...event },
  };
}

import { proxyEvent, type proxyRoutes } from '../../../api/proxy.js';
import { MINUTE_MS } from '../../../support/durations.js';
import { authenticate } from '../../auth/authenticate.js';
import { BadRequest } from '../../failures.js';
import { followAlerts } from '../../gateway/alert-stream.js';
import { shownEvent } from '../../gateway/shown-event.js';
import { timeOf } from '../../ground/ground.js';
import { sortItems } from '../../ingest/items.js';
import { writeProxyEvents } from '../../ingest/proxy-events.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactInTurns } from '../../ingest/redact-document.js';
import { runtimeGraph } from '../../ingest/runtime-graph.js';
import { type HeartbeatRow, ProxyEventRepository, type ProxySessionRow, type ProxyTotals } from '../../store/proxy-events.js';
import { SourceRepository } from '../../store/sources.js';
import { lastEventId } from '../../streams/event-stream.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { workOf } from '../tenant-work.js';

/** A session without events for this long is not active any more. */
const ACTIVE_MS = 15 * MINUTE_MS;

export const proxyHandlers: Handlers<typeof proxyRoutes> = {
  pushProxyAudit: {
    async prepare({ plane, body }) {
      const { source_id: sourceId, kind, heartbeat, ...pushed } = await redactInTurns(body);
      // A heartbeat has no events and is not stored as evidence.
      const evidence = pushed.events.length > 0 ? await storePushed(plane.evidence, 'runtime_log', pushed) : undefined;
      const { accepted: events, rejected } = sortItems(pushed.events, proxyEvent);
      return async (call) => {
        const { row: source } = await sourceOfPush(workOf(call), { ...kindsOf(kind), sourceId });
        const { source_id } = source;
        const now = timeOf(plane);
        const report = { sourceId: source_id, sessionId: pushed.session_id, events, heartbeat, now, traceId: call.request.traceId };
        const { counts, isNew } = await writeProxyEvents(call.store, report);
        if (!evidence) {
          await new SourceRepository(call.store).heardOf(source, now);
          const audit = isNew || heartbeat?.ended ? { target_id: source_id, details: { session_id: pushed.session_id } } : undefined;
          return { body: { source_id, job_id: null, evidence_id: null, ...counts, rejected }, audit: audit ?? 'none' };
        }
        const { jobId, evidenceId, audit } = await recordPush(workOf(call), {
          source,
          jobType: 'import',
          hourly: true,
          evidence,
          items: pushed.events.length,
          graph: runtimeGraph(events.map(({ server_ref: serverRef, ...event }) => ({ serverRef, ...event }))),
          ...(rejected.length > 0 && { coverage: 'incomplete' as const }),
          summary: { ...counts, rejected: rejected.length },
        });
        return { body: { source_id, job_id: jobId, evidence_id: evidenceId, ...counts, rejected }, audit };
      };
    },
  },
  proxyStatus: async ({ store, plane }) => {
    const repository = new ProxyEventRepository(store);
    const sources = await repository.totals(timeOf(plane, -ACTIVE_MS));
    const recent = (await repository.recentSessions()).map(shownSession);
    return { body: { ...sumOf(sources), sources, recent_sessions: recent } };
  },
  listProxyAlerts: async (call) => {
    const filter = { ...call.query, alert: true } as const;
    return { body: await new ProxyEventRepository(call.store).list(filter, pageRequest(call, 'proxy-alerts'), shownEvent) };
  },
  streamProxyAlerts: async ({ plane, principal, query, headers, peer }) => {
    const { seconds, ...filter } = query;
    const checkAccess = () => authenticate({ method: 'GET', headers, peer, isRecheck: true }, plane);
    const after = lastEventId(headers['last-event-id']);
    return { stream: () => followAlerts(plane, { tenantId: principal.tenantId, filter, after, checkAccess, lastsMs: seconds * 1000 }) };
  },
  listProxyEvents: async (call) => {
    const { since, until } = call.query;
    if (since !== undefined && until !== undefined && since >= until) throw new BadRequest('since: must be before until');
    return { body: await new ProxyEventRepository(call.store).list(call.query, pageRequest(call, 'proxy-events'), shownEvent) };
  },
};

function sumOf(sources: readonly ProxyTotals[]): object {
  const sum = (what: 'sessions' | 'active_sessions' | 'events' | 'blocked' | 'alerts') =>
    sources.reduce((total, source) => total + source[what], 0);
  const last = sources.flatMap(({ last_event_at }) => last_event_at ?? []).sort();
  return {
    sessions: sum('sessions'),
    active_sessions: sum('active_sessions'),
    events: sum('events'),
    blocked: sum('blocked'),
    alerts: sum('alerts'),
    last_event_at: last.at(-1) ?? null,
  };
}

/** A push that does not say what it comes from feeds whichever of the two is named. */
function kindsOf(kind: 'runtime.proxy' | 'runtime.gateway' | undefined) {
  return kind === undefined ? ({ kind: 'runtime.proxy', alsoFeeds: ['runtime.gateway'] } as const) : { kind };
}

function shownSession({
  session: { tenant_id, ...session },
  heartbeat,
}: {
  session: ProxySessionRow;
  heartbeat: HeartbeatRow | undefined;
}) {
  if (!heartbeat) return { ...session, heartbeat: null };
  const { mode, policy_version, decided, denied, dropped, waiting, ended, heard_at } = heartbeat;
  return { ...session, heartbeat: { mode, policy_version, decided, denied, dropped, waiting, ended, heard_at } };
}

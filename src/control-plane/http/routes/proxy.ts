import { proxyEvent, type proxyRoutes } from '../../../api/proxy.js';
import { MINUTE_MS } from '../../../support/durations.js';
import { timeOf } from '../../ground/ground.js';
import { sortItems } from '../../ingest/items.js';
import { writeProxyEvents } from '../../ingest/proxy-events.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactInTurns } from '../../ingest/redact-document.js';
import { runtimeGraph } from '../../ingest/runtime-graph.js';
import { ProxyEventRepository, type ProxyEventRow, type ProxyTotals } from '../../store/proxy-events.js';
import { SourceRepository } from '../../store/sources.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { workOf } from '../tenant-work.js';

/** A session without events for this long is not active any more. */
const ACTIVE_MS = 15 * MINUTE_MS;

export const proxyHandlers: Handlers<typeof proxyRoutes> = {
  pushProxyAudit: {
    async prepare({ plane, body }) {
      const { source_id: sourceId, ...pushed } = await redactInTurns(body);
      // A heartbeat has no events and is not stored as evidence.
      const evidence = pushed.events.length > 0 ? await storePushed(plane.evidence, 'runtime_log', pushed) : undefined;
      const { accepted: events, rejected } = sortItems(pushed.events, proxyEvent);
      return async (call) => {
        const { row: source } = await sourceOfPush(workOf(call), { kind: 'runtime.proxy', alsoFeeds: ['runtime.gateway'], sourceId });
        const { source_id } = source;
        const now = timeOf(plane);
        const report = { sourceId: source_id, sessionId: pushed.session_id, events, now, traceId: call.request.traceId };
        const counts = await writeProxyEvents(call.store, report);
        if (!evidence) {
          await new SourceRepository(call.store).heardOf(source, now);
          return { body: { source_id, job_id: null, evidence_id: null, ...counts, rejected }, audit: { target_id: source_id } };
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
    const recent = (await repository.recentSessions()).map(({ tenant_id, ...session }) => session);
    return { body: { ...sumOf(sources), sources, recent_sessions: recent } };
  },
  listProxyAlerts: async (call) => {
    const { store, query } = call;
    return { body: await new ProxyEventRepository(store).alerts(query, pageRequest(call, 'proxy-alerts'), shown) };
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

function shown({ origin, alert, document, ...row }: ProxyEventRow) {
  const { reason = null, trace_id = null } = document;
  return { ...row, reason, trace_id };
}

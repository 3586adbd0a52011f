import { z } from 'zod';
import { severities } from '../model/severity.js';
import { id, line, moment, paged, paging, time } from './fields.js';
import { gatewayMode } from './gateway-policy.js';
import { eachOf, pushErrors, rejected } from './pushes.js';
import { routeTable } from './route.js';

const word = line(200);
const decision = z.enum(['allow', 'warn', 'deny', 'redact']);
const count = z.number().int();
const tally = count.min(0).max(Number.MAX_SAFE_INTEGER);

/** One decision of a proxy. It holds the shape of the arguments, never their values. */
export const proxyEvent = z.strictObject({
  /** The proxy's own id or number of the event. A repeated one in the same session is not counted again. */
  event_id: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,100}$/, 'expected 1 to 100 letters, digits or marks')
    .optional(),
  seq: z.number().int().min(0).optional(),
  occurred_at: moment,
  decision,
  /** What would have happened if everything were enforced; absent: the same. */
  would_decide: decision.optional(),
  mode: gatewayMode.optional(),
  agent: word.optional(),
  server: word.optional(),
  /** The server's `ref`, as scans and the fleet use it. */
  server_ref: z
    .string()
    .regex(/^mcp:[0-9a-f]{8,64}$/, 'expected the ref of a server')
    .optional(),
  tool: word.optional(),
  method: word.optional(),
  policy_id: word.optional(),
  rule_id: word.optional(),
  reason: line(500).optional(),
  severity: z.enum(severities).optional(),
  /** Names of arguments with type and length: `{"path": "string(31)"}`. */
  argument_shape: z.record(line(200), z.string().regex(/^[a-z]{1,12}(?:\(\d{1,9}\))?$/, 'expected a type and a length')).optional(),
  trace_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'expected 32 hex digits')
    .optional(),
});

/** How a proxy is: what it judges by, and what it has counted since its session began. */
const heartbeat = z.strictObject({
  agent: word.optional(),
  server: word.optional(),
  mode: gatewayMode.optional(),
  policy_version: line(100).optional(),
  decided: tally.optional(),
  denied: tally.optional(),
  /** Events that are lost, and those that wait to be sent. */
  dropped: tally.optional(),
  waiting: tally.optional(),
  /** True: the session is over. */
  ended: z.boolean().optional(),
});

const event = z.object({
  event_id: z.string(),
  tenant_id: z.string(),
  source_id: z.string().nullable(),
  session_id: z.string().nullable(),
  agent: z.string().nullable(),
  server: z.string().nullable(),
  tool: z.string().nullable(),
  method: z.string().nullable(),
  decision,
  would_decide: decision,
  mode: z.string().nullable(),
  policy_id: z.string().nullable(),
  rule_id: z.string().nullable(),
  severity: z.string().nullable(),
  reason: z.string().nullable(),
  /** The trace id of the event, else that of the push that held it. */
  trace_id: z.string().nullable(),
  /** Names of arguments with type and length. */
  argument_shape: z.record(z.string(), z.string()).nullable(),
  alert: z.boolean(),
  occurred_at: time,
  received_at: time,
});

/** What narrows a list of events. */
const about = {
  severity: z.enum(severities).optional(),
  decision: decision.optional(),
  agent: word.optional(),
  server: word.optional(),
  tool: word.optional(),
  rule_id: word.optional(),
  session_id: word.optional(),
  source_id: id('src').optional(),
};

/** A stream that nobody reads any more is closed by then; whoever does resumes it. */
const LONGEST_STREAM_S = 3600;

const totals = { sessions: count, active_sessions: count, events: count, blocked: count, alerts: count, last_event_at: time.nullable() };

/** Routes of runtime proxies. */
export const proxyRoutes = routeTable({
  pushProxyAudit: {
    method: 'POST',
    path: '/v1/proxy/audit',
    summary: 'Push what a proxy saw and decided in a session; secrets are hidden before anything is stored',
    role: 'analyst',
    scope: 'ingest',
    audit: 'proxy.ingest',
    texts: 'pushed',
    body: z.strictObject({
      /**
       * A source of kind `runtime.proxy` or `runtime.gateway`. Absent: the credential's source, else the tenant's
       * oldest, else a new one.
       */
      source_id: id('src').optional(),
      /** Of the source where none is named; of one that is named, and is of another kind, the push is refused. */
      kind: z.enum(['runtime.proxy', 'runtime.gateway']).optional(),
      session_id: z.string().regex(/^[A-Za-z0-9._:-]{1,100}$/, 'expected 1 to 100 letters, digits or marks'),
      events: eachOf(proxyEvent, 1000),
      heartbeat: heartbeat.optional(),
    }),
    response: z.object({
      source_id: z.string(),
      /** The job that collects this hour's events; null for a heartbeat, which has no events. */
      job_id: z.string().nullable(),
      evidence_id: z.string().nullable(),
      accepted: count,
      duplicates: count,
      rejected,
    }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
  proxyStatus: {
    method: 'GET',
    path: '/v1/proxy/status',
    summary: 'Say which proxies report, how much, and when they were last heard of',
    role: 'viewer',
    scope: 'read',
    response: z.object({
      ...totals,
      sources: z.array(z.object({ source_id: z.string(), display_name: z.string().nullable(), ...totals })),
      recent_sessions: z.array(
        z.object({
          source_id: z.string(),
          session_id: z.string(),
          agent: z.string().nullable(),
          server: z.string().nullable(),
          events: count,
          blocked: count,
          alerts: count,
          first_event_at: time,
          last_event_at: time,
          /** The last one; null where the proxy sends none. */
          heartbeat: z
            .object({
              mode: z.string().nullable(),
              policy_version: z.string().nullable(),
              decided: count.nullable(),
              denied: count.nullable(),
              dropped: count.nullable(),
              waiting: count.nullable(),
              ended: z.boolean(),
              heard_at: time,
            })
            .nullable(),
        }),
      ),
    }),
    status: 200,
  },
  listProxyAlerts: {
    method: 'GET',
    path: '/v1/proxy/alerts',
    summary: 'List what proxies warned of, hid or blocked, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, ...about }),
    response: paged(event),
    status: 200,
  },
  streamProxyAlerts: {
    method: 'GET',
    path: '/v1/proxy/alerts/stream',
    summary: 'Follow alerts as server-sent events, as they come; resumes by Last-Event-ID',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...about, seconds: z.coerce.number().int().min(0).max(LONGEST_STREAM_S).default(LONGEST_STREAM_S) }),
    produces: 'text/event-stream',
    status: 200,
  },
  listProxyEvents: {
    method: 'GET',
    path: '/v1/proxy/events',
    summary: 'List what proxies decided, allowed calls too, by the time they were received, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, ...about, since: moment.optional(), until: moment.optional() }),
    response: paged(event),
    status: 200,
  },
});

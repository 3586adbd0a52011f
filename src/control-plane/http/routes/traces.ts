import type { traceRoutes } from '../../../api/traces.js';
import { timeOf } from '../../ground/ground.js';
import { readSpans, type Span } from '../../ingest/otlp.js';
import { recordPush, storePushed } from '../../ingest/push.js';
import { sourceOfPush } from '../../ingest/push-source.js';
import { redactInTurns } from '../../ingest/redact-document.js';
import { runtimeGraph } from '../../ingest/runtime-graph.js';
import { lockSource } from '../../ingest/write.js';
import { SpanRepository, type SpanRow } from '../../store/trace-spans.js';
import type { Handlers } from '../call.js';
import { workOf } from '../tenant-work.js';

export const traceHandlers: Handlers<typeof traceRoutes> = {
  pushTraces: {
    async prepare({ plane, body, query }) {
      const { resourceSpans = [] } = await redactInTurns(body);
      const { spans, received, rejected } = await readSpans(resourceSpans);
      const evidence = await storePushed(plane.evidence, 'trace', { resourceSpans });
      const calls = spans.flatMap(({ call }) => call ?? []);
      return async (call) => {
        const { row: source } = await sourceOfPush(workOf(call), { kind: 'ingest.trace_push', sourceId: query.source_id });
        const { source_id } = source;
        await lockSource(call.store, source_id);
        const accepted = await new SpanRepository(call.store).add(spans.map((span) => rowOf(span, source_id, timeOf(plane))));
        const counts = { accepted, duplicates: spans.length - accepted, tool_calls: calls.length };
        const { jobId, evidenceId, audit } = await recordPush(workOf(call), {
          source,
          jobType: 'import',
          evidence,
          items: received,
          graph: runtimeGraph(calls),
          ...(rejected.length > 0 && { coverage: 'incomplete' as const }),
          summary: { ...counts, rejected: rejected.length },
        });
        const partial = { rejectedSpans: rejected.length, errorMessage: 'some spans do not have the shape of spans' };
        const answer = { source_id, job_id: jobId, evidence_id: evidenceId, ...counts, rejected };
        return { body: rejected.length > 0 ? { ...answer, partialSuccess: partial } : answer, audit };
      };
    },
  },
};

function rowOf({ traceId, spanId, service, name, startedAt, endedAt, document }: Span, sourceId: string, now: string): SpanRow {
  return {
    trace_id: traceId,
    span_id: spanId,
    source_id: sourceId,
    service,
    name,
    started_at: startedAt,
    ended_at: endedAt,
    document,
    received_at: now,
  };
}

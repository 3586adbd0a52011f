import { randomBytes } from 'node:crypto';
import { type Context, type Tracer as OtelTracer, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, type IdGenerator, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, ParentSpan, SpanIds, SpanStart, Tracer } from '../tracing.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER } as const;

/** Ids are random, but for those that were given out before the span began: in an answer's headers, or by a worker. */
class GivenIds implements IdGenerator {
  given: Partial<SpanIds> = {};

  generateTraceId = (): string => this.given.traceId ?? randomBytes(16).toString('hex');
  generateSpanId = (): string => this.given.spanId ?? randomBytes(8).toString('hex');
}

/** Spans made by the OpenTelemetry SDK. Which traces are kept is up to `OTEL_TRACES_SAMPLER`; a caller's own decision holds. */
export class SdkTracer implements Tracer {
  private readonly ids = new GivenIds();
  private readonly tracer: OtelTracer;

  constructor({ resource, processor, version }: { resource: Resource; processor: SpanProcessor; version: string }) {
    const provider = new BasicTracerProvider({ resource, idGenerator: this.ids, spanProcessors: [processor] });
    this.tracer = provider.getTracer('castellan', version);
  }

  start({ name, kind, facts = {}, ids = {}, parent, startMs }: SpanStart): OpenSpan {
    this.ids.given = ids;
    const span = this.tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        attributes: { ...facts },
        ...(startMs !== undefined && { startTime: startMs }),
      },
      contextOf(parent),
    );
    this.ids.given = {};
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      spanId,
      isSampled: (traceFlags & 1) === 1,
      end({ facts: more, failed, endMs } = {}) {
        if (more) span.setAttributes({ ...more });
        if (failed !== undefined) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR });
        span.end(endMs);
      },
    };
  }
}

function contextOf(parent: ParentSpan | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true });
}

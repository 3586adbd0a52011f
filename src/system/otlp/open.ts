import { hostname } from 'node:os';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Http } from '../http.js';
import { useTracer } from '../tracing.js';
import { MetricsSender, type ToldMetric } from './metrics.js';
import { OtlpSender, type Signal } from './sender.js';
import { SpanQueue } from './span-queue.js';
import { SdkTracer } from './spans.js';

export interface TelemetryOptions {
  http: Http;
  base: string;
  headers: Readonly<Record<string, string>>;
  version: string;
  /** Attributes of the resource besides name and version, as `OTEL_RESOURCE_ATTRIBUTES` gives them. */
  attributes: Readonly<Record<string, string>>;
  say(line: string): void;
  collect(): Promise<readonly ToldMetric[]>;
  /** Milliseconds between two sendings of metrics. */
  intervalMs: number;
}

/** Traces and metrics on their way to a collector. */
export interface Telemetry {
  dropped: Readonly<Record<Signal, number>>;
  /** Sends what waits, for at most so many milliseconds. */
  close(limitMs: number): Promise<void>;
}

/** From now on spans are made and, with the metrics, sent to the collector. */
export function openTelemetry({ http, base, headers, version, attributes, say, collect, intervalMs }: TelemetryOptions): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': 'castellan',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    ...attributes,
  });
  const sender = new OtlpSender({ http, base, headers, say });
  const queue = new SpanQueue(sender);
  const metrics = new MetricsSender({ sender, resource, version, collect, intervalMs });
  const stop = useTracer(new SdkTracer({ resource, processor: queue, version }));
  return {
    dropped: sender.dropped,
    async close(limitMs) {
      stop();
      const signal = AbortSignal.timeout(limitMs);
      await Promise.all([queue.end(signal), metrics.end(signal)]);
    },
  };
}

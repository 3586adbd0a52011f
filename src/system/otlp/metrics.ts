import { type HrTime, ValueType } from '@opentelemetry/api';
import { JsonMetricsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import type { OtlpSender } from './sender.js';

/** One metric as the registry of prom-client tells it. */
export interface ToldMetric {
  name: string;
  help: string;
  type: string;
  values: readonly { value: number; labels: Readonly<Partial<Record<string, string | number>>>; metricName?: string | undefined }[];
}

export interface MetricsSenderOptions {
  sender: OtlpSender;
  resource: Resource;
  version: string;
  /** What `/metrics` would print now. */
  collect(): Promise<readonly ToldMetric[]>;
  intervalMs: number;
}

/** Sends what `/metrics` says, every so often: one table, two ways to read it. */
export class MetricsSender {
  private readonly startedAt = hrTime(Date.now());
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: MetricsSenderOptions) {
    this.timer = setInterval(() => void this.send(), options.intervalMs);
    this.timer.unref();
  }

  async end(signal: AbortSignal): Promise<void> {
    clearInterval(this.timer);
    await this.send(signal);
  }

  /** Numbers that are not taken are not kept: the next ones say the same and more. */
  private async send(signal?: AbortSignal): Promise<void> {
    const { sender, resource, version, collect } = this.options;
    const now = hrTime(Date.now());
    try {
      const metrics = (await collect()).flatMap((told) => metricOf(told, this.startedAt, now));
      const body = JsonMetricsSerializer.serializeRequest({ resource, scopeMetrics: [{ scope: { name: 'castellan', version }, metrics }] });
      const again = body && (await sender.send('metrics', body, metrics.length, signal));
      if (again !== undefined) sender.drop('metrics', metrics.length, 'the collector does not take metrics');
    } catch {
      sender.drop('metrics', 1, 'the metrics could not be read');
    }
  }
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
}

function metricOf({ name, help, type, values }: ToldMetric, startTime: HrTime, endTime: HrTime): MetricData[] {
  const times = { startTime, endTime };
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  const about = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = values.map(({ value, labels }) => ({ ...times, value, attributes: labels }));
  if (type === 'counter') return [{ ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }];
  if (type === 'gauge') return [{ ...about, dataPointType: DataPointType.GAUGE, dataPoints: points }];
  if (type !== 'histogram') return [];
  return [{ ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(name, values, times) }];
}

type HistogramPoint = Extract<MetricData, { dataPointType: DataPointType.HISTOGRAM }>['dataPoints'][number];

/** Prometheus counts each bucket with all below it, OTLP each alone. */
function histogramPoints(name: string, values: ToldMetric['values'], times: { startTime: HrTime; endTime: HrTime }): HistogramPoint[] {
  const groups = new Map<
    string,
    { attributes: ToldMetric['values'][number]['labels']; bounds: [number, number][]; count: number; sum: number }
  >();
  for (const { value, labels, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const group = groups.get(key) ?? { attributes, bounds: [], count: 0, sum: 0 };
    groups.set(key, group);
    if (metricName === `${name}_sum`) group.sum = value;
    else if (metricName === `${name}_count`) group.count = value;
    else if (le !== undefined && le !== '+Inf') group.bounds.push([Number(le), value]);
  }
  return [...groups.values()].map(({ attributes, bounds, count, sum }) => {
    const sorted = bounds.sort(([a], [b]) => a - b);
    const below = sorted.map(([, all], at) => all - (sorted[at - 1]?.[1] ?? 0));
    const counts = [...below, count - (sorted.at(-1)?.[1] ?? 0)];
    return { ...times, attributes, value: { buckets: { boundaries: sorted.map(([bound]) => bound), counts }, count, sum } };
  });
}

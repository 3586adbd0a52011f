import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { freeBytes } from '../../system/free-bytes.js';
import { backedUpAt } from '../../system/sqlite-backup.js';
import type { Counts, Ground } from '../ground/ground.js';
import { type MetricEntry, type MetricName, metricTable } from '../ground/metric-table.js';
import { JobQueue } from '../store/job-queue.js';
import { JobRepository } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { dueSchedules } from '../store/schedules.js';
import { FeedAges } from './feed-ages.js';
import type { Readiness } from './readiness.js';

/** How long a schedule may be late, in milliseconds, and how many late ones are counted at most. */
const [LATE_MS, MOST_LATE] = [5 * 60_000, 1_000] as const;

/** What is looked up when somebody reads the metrics. */
export interface MeteredGround extends Ground {
  readonly readiness: Readiness;
}

/** The counters of this process, made from the one table. */
export class Metrics implements Counts {
  private readonly registry = new Registry();
  private readonly made = makeMetrics(this.registry);
  private readonly feeds = new FeedAges();
  /** What no collector took, where there is one. */
  telemetryDropped: Readonly<Record<string, number>> = {};

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'castellan_' });
    for (const state of ['waiting', 'running']) this.set('castellan_jobs_queued', 0, { state });
    // A counter that is there from the start lets an increase be seen that is the first.
    for (const status of ['401', '403', '429']) this.add('castellan_http_denied_total', { status }, 0);
    for (const status of ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'])
      this.add('castellan_jobs_ended_total', { status }, 0);
    for (const decision of ['allow', 'warn', 'redact', 'deny']) this.add('castellan_gateway_decisions_total', { decision }, 0);
    for (const operation of ['put', 'get']) this.add('castellan_evidence_failures_total', { operation }, 0);
    this.set('castellan_audit_chains_broken', 0);
    for (const state of ['reporting', 'silent']) this.set('castellan_fleet_agents', 0, { state });
  }

  /** Counts every answer of the app. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const labels = {
        method: request.method,
        route: request.routeOptions.config.route?.path ?? 'unknown',
        status: String(reply.statusCode),
      };
      this.histogram('castellan_http_request_seconds').observe(labels, reply.elapsedTime / 1000);
      if ([401, 403, 429].includes(reply.statusCode)) this.add('castellan_http_denied_total', { status: labels.status });
    });
  }

  add(name: MetricName, labels: Readonly<Record<string, string>> = {}, by = 1): void {
    const metric = this.made.get(name);
    if (metric instanceof Counter) metric.inc(labels, by);
  }

  set(name: MetricName, value: number, labels: Readonly<Record<string, string>> = {}): void {
    const metric = this.made.get(name);
    if (metric instanceof Gauge) metric.set(labels, value);
  }

  /** The metrics that one tenant may see, in the same format: its own jobs. */
  async ofTenant(store: TenantStore): Promise<string> {
    const registry = new Registry();
    const queue = new Gauge({ name: 'castellan_jobs_queued', help: 'Jobs that wait or run', labelNames: ['state'], registers: [registry] });
    const { queued, running } = await new JobRepository(store).countOpen();
    queue.set({ state: 'running' }, running);
    queue.set({ state: 'waiting' }, queued);
    return registry.metrics();
  }

  /** All metrics of the process, for its operator, in the text format of Prometheus. */
  async text(plane: MeteredGround): Promise<string> {
    await this.refresh(plane);
    return this.registry.metrics();
  }

  /** The same as data, for another way out. */
  async told(plane: MeteredGround) {
    await this.refresh(plane);
    const told = await this.registry.getMetricsAsJSON();
    return told.map((metric) => ({ ...metric, type: String(metric.type) }));
  }

  /** Brings up to date what is looked up rather than counted. While the database is away, its numbers stay as they were. */
  private async refresh(plane: MeteredGround): Promise<void> {
    const { store, options, clock } = plane;
    const now = clock();
    for (const [part, isFine] of Object.entries(await plane.readiness.parts())) this.set('castellan_ready', isFine ? 1 : 0, { part });
    const free = freeBytes(options.dataFolder);
    if (free !== undefined) this.set('castellan_disk_free_bytes', free);
    for (const [feed, ageMs] of this.feeds.at(options.advisoryDatabase, now))
      this.set('castellan_feed_age_seconds', ageMs / 1000, { feed });
    const backup = backedUpAt(join(options.dataFolder, 'control-plane.db'));
    if (backup !== undefined) this.set('castellan_backup_age_seconds', Math.max(0, now - backup) / 1000);
    this.tellDropped();
    await store
      .shared(async (shared) => {
        const { jobs, leased, oldest } = await new JobQueue(shared).counts(new Date(now).toISOString());
        this.set('castellan_jobs_queued', leased, { state: 'running' });
        this.set('castellan_jobs_queued', jobs - leased, { state: 'waiting' });
        this.set('castellan_jobs_oldest_wait_seconds', oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1000);
        const late = await dueSchedules(shared, new Date(now - LATE_MS).toISOString(), MOST_LATE);
        this.set('castellan_schedules_overdue', late.length);
      })
      .catch(() => undefined);
  }

  private tellDropped(): void {
    for (const [signal, count] of Object.entries(this.telemetryDropped)) {
      const metric = this.made.get('castellan_telemetry_dropped_total');
      if (!(metric instanceof Counter)) continue;
      metric.remove({ signal });
      metric.inc({ signal }, count);
    }
  }

  private histogram(name: MetricName): Histogram {
    const metric = this.made.get(name);
    if (metric instanceof Histogram) return metric;
    throw new TypeError(`${name} is no histogram`);
  }
}

type Made = Counter | Gauge | Histogram;

function makeMetrics(registry: Registry): Map<string, Made> {
  const made = new Map<string, Made>();
  for (const [name, { type, help, labels = [], buckets = [] }] of Object.entries<MetricEntry>(metricTable)) {
    const common = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'histogram') made.set(name, new Histogram({ ...common, buckets: [...buckets] }));
    else made.set(name, type === 'counter' ? new Counter(common) : new Gauge(common));
  }
  return made;
}

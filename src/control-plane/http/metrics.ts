import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { JobQueue } from '../store/job-queue.js';
import { JobRepository } from '../store/jobs.js';
import type { Store, TenantStore } from '../store/layer/store.js';

/**
 * The counters of this process. Labels are routes and statuses, never ids, tenants or addresses, so that their number
 * stays small.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'castellan_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  private readonly denials = new Counter({
    name: 'castellan_http_denied_total',
    help: 'Requests that were refused as 401, 403 or 429',
    labelNames: ['status'],
    registers: [this.registry],
  });
  private readonly queue = new Gauge({
    name: 'castellan_jobs_queued',
    help: 'Jobs that wait or run, of all tenants',
    labelNames: ['state'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'castellan_' });
  }

  /** Counts every answer of the app. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const labels = {
        method: request.method,
        route: request.routeOptions.config.route?.path ?? 'unknown',
        status: String(reply.statusCode),
      };
      this.durations.observe(labels, reply.elapsedTime / 1000);
      if ([401, 403, 429].includes(reply.statusCode)) this.denials.inc({ status: labels.status });
    });
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
  async text(store: Store): Promise<string> {
    const { jobs, leased: running } = await store.shared((shared) => new JobQueue(shared).counts());
    this.queue.set({ state: 'running' }, running);
    this.queue.set({ state: 'waiting' }, jobs - running);
    return this.registry.metrics();
  }
}

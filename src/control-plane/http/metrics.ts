import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store, TenantStore } from '../store/store.js';

/** What this process counts. Labels are routes and statuses, never ids, tenants or addresses: their number must stay small. */
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

  /** What one tenant may know, in the same format: its own jobs. */
  async ofTenant({ db, tenantId }: TenantStore): Promise<string> {
    const registry = new Registry();
    const queue = new Gauge({ name: 'castellan_jobs_queued', help: 'Jobs that wait or run', labelNames: ['state'], registers: [registry] });
    const rows = await db
      .selectFrom('jobs')
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', ['queued', 'running'])
      .groupBy('status')
      .execute();
    const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
    queue.set({ state: 'running' }, of('running'));
    queue.set({ state: 'waiting' }, of('queued'));
    return registry.metrics();
  }

  /** All of the process, for its operator, in the text format of Prometheus. */
  async text(store: Store): Promise<string> {
    const rows = await store.shared(({ db }) =>
      db
        .selectFrom('job_queue')
        .select(({ fn }) => [fn.count<number>('job_id').as('jobs'), fn.count<number>('lease_until').as('leased')])
        .executeTakeFirst(),
    );
    const running = Number(rows?.leased ?? 0);
    this.queue.set({ state: 'running' }, running);
    this.queue.set({ state: 'waiting' }, Number(rows?.jobs ?? 0) - running);
    return this.registry.metrics();
  }
}

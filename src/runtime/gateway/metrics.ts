import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RuntimeEvent } from '../evidence/event.js';
import type { UpstreamHealth } from '../http/exchange.js';
import type { RequestSeen } from './listener.js';

/** What a gateway counts. Labels are upstreams, methods, statuses and effects, never clients, tools or ids. */
export class GatewayMetrics {
  private readonly registry = new Registry();
  private readonly up = this.gauge('castellan_gateway_upstream_up', 'Whether the upstream can be started or reached: 1 or 0', ['upstream']);
  private readonly sessions = this.gauge('castellan_gateway_sessions', 'Sessions that are open', ['upstream']);
  private readonly restarts = this.gauge('castellan_gateway_upstream_restarts', 'Starts that followed a failed one', ['upstream']);
  private readonly calls = new Counter({
    name: 'castellan_gateway_calls_total',
    help: 'Calls of tools, by what came of them',
    labelNames: ['upstream', 'effect'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'castellan_gateway_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['upstream', 'method', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10, 60],
    registers: [this.registry],
  });

  saw({ upstream, method, status, seconds }: RequestSeen): void {
    this.durations.observe({ upstream, method, status: String(status) }, seconds);
  }

  decided(upstream: string, { kind, effect }: RuntimeEvent): void {
    if (kind === 'call') this.calls.inc({ upstream, effect });
  }

  /** In the text format of Prometheus. */
  text(upstreams: readonly ({ name: string } & UpstreamHealth)[]): Promise<string> {
    for (const { name: upstream, state, sessions, restarts } of upstreams) {
      this.up.set({ upstream }, state === 'down' ? 0 : 1);
      this.sessions.set({ upstream }, sessions);
      this.restarts.set({ upstream }, restarts);
    }
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private gauge(name: string, help: string, labelNames: ['upstream']): Gauge<'upstream'> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

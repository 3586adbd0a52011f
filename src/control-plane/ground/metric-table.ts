/** One metric of the service: everything that `/metrics`, OTLP and docs/observability.md need to know. */
export interface MetricEntry {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Names of things of which there are few: never ids, tenants or addresses. */
  labels?: readonly string[];
  /** Bounds of a histogram, in seconds. */
  buckets?: readonly number[];
}

/** Every metric of ours, by name. Those of the process itself come from prom-client, with the same prefix. */
export const metricTable = {
  castellan_http_request_seconds: {
    type: 'histogram',
    help: 'Time to answer, by route and status',
    labels: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
  },
  castellan_http_denied_total: { type: 'counter', help: 'Requests that were refused as 401, 403 or 429', labels: ['status'] },
  castellan_ready: { type: 'gauge', help: '1 where the part works that requests need, else 0; as /readyz', labels: ['part'] },
  castellan_jobs_queued: { type: 'gauge', help: 'Jobs that wait or run, of all tenants', labels: ['state'] },
  castellan_jobs_oldest_wait_seconds: { type: 'gauge', help: 'How long the job waits that could have begun first; 0 where none waits' },
  castellan_jobs_ended_total: { type: 'counter', help: 'Jobs that this process ended, by how they ended', labels: ['status'] },
  castellan_schedules_overdue: { type: 'gauge', help: 'Schedules that are due for more than five minutes and have not fired' },
  castellan_gateway_decisions_total: { type: 'counter', help: 'Decisions about tool calls, by what was decided', labels: ['decision'] },
  castellan_evidence_failures_total: { type: 'counter', help: 'Evidence that could not be stored or read', labels: ['operation'] },
  castellan_audit_chains_broken: { type: 'gauge', help: 'Audit chains that do not end at their sealed head, looked at every five minutes' },
  castellan_fleet_agents: {
    type: 'gauge',
    help: 'Agents of the fleet that reported within a day, and those that did not',
    labels: ['state'],
  },
  castellan_feed_age_seconds: { type: 'gauge', help: "Age of each advisory feed, from the feed's own date", labels: ['feed'] },
  castellan_disk_free_bytes: { type: 'gauge', help: 'Room on the disk of the data folder' },
  castellan_backup_age_seconds: { type: 'gauge', help: 'Time since castellan db backup last succeeded here; absent before the first' },
  castellan_telemetry_dropped_total: { type: 'counter', help: 'Spans and metrics that no collector took', labels: ['signal'] },
} as const satisfies Record<string, MetricEntry>;

export type MetricName = keyof typeof metricTable;

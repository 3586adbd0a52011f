/** What the service knows that operations refer to. */
export interface Ground {
  /** Folders to scan. */
  projects: readonly string[];
  /** Sources that can be run. */
  sources: readonly string[];
  /** A number from 0 to below 1. */
  random(): number;
  /** Takes something that an operation before has left, once. */
  take(kind: 'key' | 'brief source' | 'job'): string | undefined;
}

/** Rows that an operation leaves: those of `table` whose `column` is the mark. */
interface Rows {
  table: string;
  column: string;
  where?: string;
  count: number;
}

/** A write that the load asks for. Everything of it is found again by its mark. */
export interface Operation {
  name: string;
  /** Of the one audit event that it leaves. */
  action: string;
  /** With an Idempotency-Key it may be sent until it is answered. */
  repeatable: boolean;
  rows?: Rows;
  /** Undefined: there is nothing to do it to yet. `mark` is given where rows are found by something else than the operation's own mark. */
  request(mark: string, ground: Ground): { method: string; path: string; body?: unknown; mark?: string } | undefined;
  /** What its answer leaves for others to take. */
  leaves?: { kind: 'key' | 'brief source' | 'job'; field: string };
}

const post = (path: string, body?: unknown) => ({ method: 'POST', path, ...(body !== undefined && { body }) });
const oneOf = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;
const rows = (table: string, column: string, count = 1, where?: string): Rows => ({
  table,
  column,
  count,
  ...(where !== undefined && { where }),
});
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString();

/** Operations that make jobs for the workers. They take a while, so the load has few of them. */
export const jobOperations: readonly Operation[] = [
  {
    name: 'scan',
    action: 'scan.create',
    repeatable: true,
    rows: rows('jobs', 'idempotency_key'),
    leaves: { kind: 'job', field: 'job_id' },
    request: (_, { projects, random }) => post('/v1/scan', { kind: 'scan.repo', scope: { path: oneOf(projects, random) } }),
  },
  {
    name: 'source run',
    action: 'source.run',
    repeatable: true,
    rows: rows('jobs', 'idempotency_key'),
    request: (_, { sources, random }) => post(`/v1/sources/${oneOf(sources, random)}/run`),
  },
  {
    name: 'cohort',
    action: 'cohort.run',
    repeatable: true,
    rows: rows('jobs', 'idempotency_key', 2, 'cohort_id is not null'),
    request: (_, { sources }) => post('/v1/sources/run-cohort', { source_ids: sources.slice(0, 2) }),
  },
];

/** All else. */
export const quickOperations: readonly Operation[] = [
  {
    name: 'findings',
    action: 'findings.ingest',
    repeatable: true,
    rows: rows('findings', 'problem_id', 3),
    request: (mark) =>
      post('/v1/findings/bulk', {
        findings: ['a', 'b', 'c'].map((name) => ({ id: mark, title: `found in ${name}`, severity: 'high', purl: `pkg:npm/${name}@1.0.0` })),
      }),
  },
  {
    name: 'SARIF',
    action: 'artifact.ingest',
    repeatable: true,
    rows: rows('findings', 'problem_id', 2),
    request: (mark) => post('/v1/compliance/ingest', { format: 'sarif', document: sarif(mark) }),
  },
  {
    name: 'fleet',
    action: 'fleet.sync',
    repeatable: true,
    rows: rows('fleet_agents', 'device', 2),
    request: (mark) =>
      post('/v1/fleet/sync', {
        device: mark,
        observed_at: day(0),
        agents: [
          { client: 'cursor', servers: [] },
          { client: 'claude-desktop', servers: [] },
        ],
        complete: true,
      }),
  },
  {
    name: 'proxy',
    action: 'proxy.ingest',
    repeatable: true,
    rows: rows('runtime_events', 'session_id', 3),
    request: (mark) =>
      post('/v1/proxy/audit', {
        session_id: mark,
        events: [1, 2, 3].map((seq) => ({ seq, occurred_at: day(0), decision: 'deny', tool: 'rm' })),
      }),
  },
  {
    name: 'gateway',
    action: 'gateway.allow',
    repeatable: false,
    rows: rows('runtime_events', 'session_id'),
    request: (mark) => post('/v1/gateway/evaluate', { tool: 'read_file', server: 'files', session_id: mark, arguments: { path: 'a' } }),
  },
  {
    name: 'exception',
    action: 'exception.create',
    repeatable: true,
    rows: rows('exceptions', 'reason'),
    request: (mark) => post('/v1/exceptions', { problem_id: 'CVE-2025-1000', reason: mark, expires_at: day(30) }),
  },
  {
    name: 'schedule',
    action: 'schedule.create',
    repeatable: true,
    rows: rows('schedules', 'name'),
    request: (mark, { sources }) => post('/v1/schedules', { name: mark, cron: '0 0 1 1 *', timezone: 'UTC', source_id: sources[0] }),
  },
  {
    name: 'key',
    action: 'key.create',
    repeatable: false,
    rows: rows('api_keys', 'name'),
    leaves: { kind: 'key', field: 'key_id' },
    request: (mark) => post('/v1/auth/keys', { name: mark, role: 'viewer' }),
  },
  {
    name: 'key revocation',
    action: 'key.revoke',
    repeatable: false,
    rows: rows('api_keys', 'key_id', 1, 'revoked_at is not null'),
    request: (_, { take }) => removing('/v1/auth/keys/', take('key')),
  },
  {
    name: 'source',
    action: 'source.create',
    repeatable: true,
    rows: rows('sources', 'display_name'),
    request: (mark) => post('/v1/sources', { kind: 'ingest.trace_push', display_name: mark }),
  },
  {
    name: 'brief source',
    action: 'source.create',
    repeatable: true,
    leaves: { kind: 'brief source', field: 'source_id' },
    request: (mark) => post('/v1/sources', { kind: 'ingest.trace_push', display_name: mark }),
  },
  {
    name: 'source removal',
    action: 'source.delete',
    repeatable: false,
    // Counted from the other side: what was removed is not there.
    rows: rows('sources', 'source_id', 0),
    request: (_, { take }) => removing('/v1/sources/', take('brief source')),
  },
  {
    name: 'job removal',
    action: 'scan.delete',
    repeatable: false,
    rows: rows('jobs', 'job_id', 1, 'deleted_at is not null'),
    request: (_, { take }) => removing('/v1/scan/', take('job')),
  },
];

function removing(path: string, id: string | undefined) {
  return id === undefined ? undefined : { method: 'DELETE', path: `${path}${id}`, mark: id };
}

function sarif(mark: string): object {
  const result = (uri: string) => ({
    ruleId: mark,
    level: 'error',
    message: { text: 'found' },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
  });
  return {
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'linter', rules: [{ id: mark }] } }, results: [result('a.ts'), result('b.ts')] }],
  };
}

import { describe, expect, it } from 'vitest';
import { routes } from '../../src/api/registry.js';
import type { Route, roles } from '../../src/api/route.js';

/** The rows of the service's contract: methods, address, and where it says so the status of success and the least role. */
const rows: readonly [methods: string, path: string, status?: number, role?: (typeof roles)[number]][] = [
  ['POST', '/v1/scan', 201, 'analyst'],
  ['GET DELETE', '/v1/scan/{job_id}'],
  ['GET', '/v1/scan/{job_id}/stream'],
  ['GET', '/v1/jobs'],
  ['GET', '/v1/scan/{job_id}/graph-export'],
  ['GET', '/v1/scan/{job_id}/licenses'],
  ['GET', '/v1/scan/{job_id}/vex'],
  ['GET', '/v1/scan/{job_id}/skill-audit'],
  ['POST GET', '/v1/sources'],
  ['GET PUT DELETE', '/v1/sources/{source_id}'],
  ['POST', '/v1/sources/{source_id}/test'],
  ['POST', '/v1/sources/{source_id}/run'],
  ['POST', '/v1/sources/run-cohort'],
  ['GET', '/v1/sources/{source_id}/jobs'],
  ['POST GET', '/v1/credentials'],
  ['GET PUT DELETE', '/v1/credentials/{credential_ref_id}'],
  ['POST', '/v1/credentials/{credential_ref_id}/test'],
  ['POST GET', '/v1/schedules'],
  ['GET DELETE', '/v1/schedules/{schedule_id}'],
  ['PUT', '/v1/schedules/{schedule_id}/toggle'],
  ['GET', '/v1/fleet'],
  ['GET', '/v1/fleet/stats'],
  ['GET', '/v1/fleet/{agent_id}'],
  ['POST', '/v1/fleet/sync'],
  ['POST', '/v1/proxy/audit'],
  ['GET', '/v1/proxy/status'],
  ['GET', '/v1/proxy/alerts'],
  ['GET', '/v1/proxy/alerts/stream'],
  ['GET', '/v1/proxy/events'],
  ['GET POST PUT DELETE', '/v1/gateway/policies'],
  ['POST', '/v1/gateway/evaluate'],
  ['GET', '/v1/gateway/audit'],
  ['GET', '/v1/gateway/stats'],
  ['GET', '/v1/gateway/upstreams/discovered'],
  ['GET', '/v1/connectors'],
  ['GET', '/v1/connectors/{name}/health'],
  ['POST', '/v1/traces'],
  ['POST', '/v1/results/push'],
  ['POST', '/v1/cloud/connections'],
  ['POST', '/v1/findings/bulk'],
  ['POST', '/v1/compliance/ingest'],
  ['GET', '/v1/auth/policy'],
  ['GET', '/v1/auth/debug'],
  ['GET', '/v1/auth/me'],
  ['POST', '/v1/auth/keys', 201, 'admin'],
  ['POST', '/Users', 201],
  ['POST', '/Groups', 201],
];

const families = ['auth', 'audit', 'exceptions', 'assets', 'graph', 'compliance', 'posture', 'governance'];

const all: Route[] = Object.values<Route>(routes);

describe("the contract's endpoints", () => {
  it.each(rows)('%s %s', (methods, path, status, role) => {
    for (const method of methods.split(' ')) {
      const route = all.find((one) => one.method === method && one.path === path);
      expect(route, method).toBeDefined();
      if (status !== undefined) expect(route?.status).toBe(status);
      if (role !== undefined) expect(route?.role).toBe(role);
      if (method === 'DELETE') expect(route?.status).toBe(204);
    }
  });

  it.each(families)('/v1/%s and what is below it', (family) => {
    expect(all.some(({ path }) => path === `/v1/${family}` || path.startsWith(`/v1/${family}/`))).toBe(true);
  });

  it('are pushed to with idempotency keys', () => {
    const pushes = ['/v1/fleet/sync', '/v1/proxy/audit', '/v1/findings/bulk', '/v1/compliance/ingest', '/v1/traces', '/v1/results/push'];
    for (const path of pushes) expect(all.find((one) => one.path === path)?.idempotency, path).toBeDefined();
    expect(all.find(({ path }) => path === '/v1/sources/run-cohort')?.idempotency).toBe('required');
  });
});

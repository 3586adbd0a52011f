import { beforeAll, describe, expect, it } from 'vitest';
import { searchAudit } from '../../../src/control-plane/store/audit-search.js';
import { CredentialRepository } from '../../../src/control-plane/store/credentials.js';
import { EvidenceRepository } from '../../../src/control-plane/store/evidence.js';
import { ExceptionRepository } from '../../../src/control-plane/store/exceptions.js';
import { FleetRepository } from '../../../src/control-plane/store/fleet.js';
import { GatewayEventRepository } from '../../../src/control-plane/store/gateway-events.js';
import { GatewayPolicyRepository } from '../../../src/control-plane/store/gateway-policies.js';
import type { PageRequest } from '../../../src/control-plane/store/layer/paging.js';
import type { TenantStore } from '../../../src/control-plane/store/layer/store.js';
import { BindingRepository } from '../../../src/control-plane/store/policy-bindings.js';
import { ProxyAlerts } from '../../../src/control-plane/store/proxy-alerts.js';
import { ProxyEventRepository } from '../../../src/control-plane/store/proxy-events.js';
import { SourceRepository } from '../../../src/control-plane/store/sources.js';
import { databases } from '../../support/databases.js';
import { plansOf } from '../../support/plans.js';
import { withPlane } from '../../support/with-plane.js';

type Read = (store: TenantStore, page: PageRequest) => Promise<unknown>;
const now = '2026-01-01T00:00:00.000Z';
const same = <T>(row: T) => row;

/** Reads that grow with a tenant, each with the table that must be entered by an index. */
const reads: [string, string, Read][] = [
  ['evidence', 'evidence', (store, page) => new EvidenceRepository(store).list({}, page, same)],
  ['evidence of a source', 'evidence', (store, page) => new EvidenceRepository(store).list({ source_id: 'src_x' }, page, same)],
  ['evidence of a job', 'evidence', (store, page) => new EvidenceRepository(store).list({ job_id: 'job_x' }, page, same)],
  ['sources', 'sources', (store, page) => new SourceRepository(store).list({}, page, same)],
  ['sources of a credential', 'sources', (store) => new CredentialRepository(store).attachedSources('crd_x')],
  ['exceptions', 'exceptions', (store, page) => new ExceptionRepository(store).list({}, now, page, same)],
  ['exceptions in force', 'exceptions', (store) => new ExceptionRepository(store).inForce(now)],
  ['agents', 'fleet_agents', (store, page) => new FleetRepository(store).list({}, page, same)],
  ['agents of a device', 'fleet_agents', (store) => new FleetRepository(store).ofDevice('src_x', 'laptop')],
  ['gateway policies', 'gateway_policies', (store, page) => new GatewayPolicyRepository(store).list(page)],
  ['bindings', 'policy_bindings', (store, page) => new BindingRepository(store).list({}, page)],
  ['bindings of policies', 'policy_bindings', (store) => new BindingRepository(store).ofPolicies(['pol_x'])],
  ['decisions', 'runtime_events', (store, page) => new GatewayEventRepository(store).list({}, page, same)],
  ['alerts', 'runtime_events', (store, page) => new ProxyEventRepository(store).list({ alert: true }, page, same)],
  ['events of proxies', 'runtime_events', (store, page) => new ProxyEventRepository(store).list({}, page, same)],
  ['events of a session', 'runtime_events', (store, page) => new ProxyEventRepository(store).list({ session_id: 's' }, page, same)],
  ['numbered alerts', 'proxy_alerts', (store) => new ProxyAlerts(store).after(0, {}, 200)],
  ['audit events', 'audit_events', (store, page) => searchAudit(store, {}, page)],
];

describe.each(databases())('lists on $name', (database) => {
  const at = withPlane(database);
  beforeAll(async () => {
    await at.key('acme');
  });

  it.each(reads)('enter %s by an index, also in the middle', async (_, table, read) => {
    for (const after of [undefined, [now, 'x']]) {
      const page = { scope: 'plans', limit: 50, codec: at.plane.cursors, ...(after && { after }) };
      const plan = await plansOf(at, 'acme', (store) => read(store, page));
      expect(plan).toMatch(new RegExp(`SEARCH ${table}|Index.* on ${table}`));
      expect(plan).not.toMatch(new RegExp(`SCAN ${table}|Seq Scan on ${table}`));
    }
  });
});

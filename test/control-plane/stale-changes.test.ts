import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { SOON } from '../support/soon.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('a change based on what another has changed since, on $name', (database) => {
  const at = withPlane(database);
  let [ann, bob] = ['', ''];
  const post = async (url: string, body: unknown) => (await at.ask('POST', url, { key: ann, body })).body;

  beforeAll(async () => {
    ann = await at.key('acme', 'admin', { subject: 'ann' });
    bob = await at.key('acme', 'admin', { subject: 'bob' });
  });

  /** Both have read the same; bob is faster. */
  const outrun = async (url: string, first: object, second: object) => {
    at.advance(1000);
    expect((await at.ask('PUT', url, { key: bob, body: first })).status).toBe(200);
    const { status, body } = await at.ask('PUT', url, { key: ann, body: second });
    expect(status).toBe(409);
    return body.detail;
  };

  it('to a source says who did what', async () => {
    const { source_id, updated_at } = await post('/v1/sources', { kind: 'scan.repo', display_name: 'shop', scope: { path: at.folder } });
    const detail = await outrun(
      `/v1/sources/${source_id}`,
      { description: 'bob was here', expected_updated_at: updated_at },
      { description: 'ann too', expected_updated_at: updated_at },
    );
    expect(detail).toMatch(/^key:key_\w+ changed description at \d{4}-\S+: load the source again$/);
    expect((await at.ask('GET', `/v1/sources/${source_id}`, { key: ann })).body.description).toBe('bob was here');
  });

  it('to a gateway policy, an exception and a schedule does as well', async () => {
    const policy = await post('/v1/gateway/policies', { name: 'rules', rules: [] });
    expect(await outrun(`/v1/gateway/policies/${policy.policy_id}`, { mode: 'audit', version: 1 }, { mode: 'off', version: 1 })).toMatch(
      /changed the policy at .*: load the policy again/,
    );
    const exception = await post('/v1/exceptions', { problem_id: 'CVE-2025-1', reason: 'later', expires_at: SOON });
    const seen = { expected_updated_at: exception.updated_at };
    expect(await outrun(`/v1/exceptions/${exception.exception_id}`, { reason: 'one', ...seen }, { reason: 'two', ...seen })).toMatch(
      /changed reason at .*: load the exception again/,
    );
    const { source_id } = await post('/v1/sources', { kind: 'scan.repo', display_name: 'other', scope: { path: at.folder } });
    const { schedule_id } = await post('/v1/schedules', { cron: '0 3 * * *', source_id });
    expect(await outrun(`/v1/schedules/${schedule_id}/toggle`, { expected_enabled: true }, { expected_enabled: true })).toMatch(
      /changed the schedule at .*: load the schedule again/,
    );
  });
});

describe.each(databases())('the ways back from evidence and out of the graph on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const get = async (url: string) => (await at.ask('GET', url, { key })).body;

  beforeAll(async () => {
    key = await at.key('acme');
    await at.ask('POST', '/v1/findings/bulk', {
      key,
      body: { findings: [{ id: 'CVE-2025-1', title: 'one', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' }] },
    });
    await at.ask('POST', '/v1/policy-bindings', { key, body: { policy_kind: 'scan_gate', target_type: 'tenant', mode: 'audit' } });
  });

  it('name the policies that apply and what was done', async () => {
    const [{ evidence_id }] = (await get('/v1/evidence')).items;
    expect((await at.ask('GET', `/v1/evidence/${evidence_id}/content`, { key })).status).toBe(200);
    const { provenance } = await get(`/v1/evidence/${evidence_id}`);
    expect(provenance.policies).toMatchObject([{ policy_kind: 'scan_gate', target_type: 'tenant', mode: 'audit', policy_name: null }]);
    expect(provenance.history).toMatchObject([{ action: 'evidence.export', outcome: 'success' }]);
  });

  it('export the graph as GraphML, and say what a limit left out', async () => {
    const { status, headers, text } = await at.ask('GET', '/v1/graph/export', { key });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-truncated': 'false', 'content-type': 'application/xml; charset=utf-8' });
    expect(text).toMatch(/<node id="pkg:npm\/lodash@4\.17\.20">/);
    const node = encodeURIComponent('pkg:npm/lodash@4.17.20');
    expect((await get(`/v1/graph/nodes/${node}?limit=1`)).left_out).toEqual({ finding: 1 });
    expect((await get(`/v1/graph/nodes/${node}`)).left_out).toEqual({});
  });
});

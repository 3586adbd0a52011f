import { describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { agentGraph, push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('posture, assets and governance on $name', (database) => {
  const at = withPlane(database);

  const posture = async (tenant: string) => (await at.ask('GET', '/v1/posture', { key: await at.key(tenant, 'viewer') })).body;
  const component = 'pkg:npm/lodash@1.0.0';

  it('grades what was scanned whole, and nothing else', async () => {
    expect(await posture('fresh')).toMatchObject({ grade: 'unknown', reason: 'nothing was scanned', coverage: { sources: 0 } });
    const { sourceId } = await push(at, 'fresh', { graph: agentGraph(component) });
    expect(await posture('fresh')).toMatchObject({ grade: 'A', counts: { open: 0 }, coverage: { scanned: 1, gaps: [] } });
    at.advance(1000);
    await push(at, 'fresh', { sourceId, graph: agentGraph(component), status: 'partial' });
    expect(await posture('fresh')).toMatchObject({ grade: 'unknown', reason: 'the newest run of 1 source is incomplete' });
    at.advance(1000);
    await push(at, 'fresh', { sourceId, graph: agentGraph(component) });
    expect((await posture('fresh')).grade).toBe('A');
  });

  it('does not take traffic for a scan', async () => {
    await push(at, 'traffic', { kind: 'runtime.proxy' });
    expect((await posture('traffic')).grade).toBe('unknown');
  });

  it('falls with what is open, and rises when it is resolved', async () => {
    const high = packageFinding('lodash', { id: 'CVE-1', severity: 'high' });
    const { sourceId } = await push(at, 'graded', { findings: [high], graph: agentGraph(component, high) });
    expect(await posture('graded')).toMatchObject({ grade: 'C', reason: '1 high' });
    const near = packageFinding('lodash', { id: 'CVE-1', severity: 'critical' });
    await push(at, 'graded', { sourceId, findings: [near], graph: agentGraph(component, near) });
    expect(await posture('graded')).toMatchObject({ grade: 'F', failing: [{ id: 'CVE-1' }], failing_total: 1 });
    const far = packageFinding('other', { id: 'CVE-2', severity: 'critical' });
    await push(at, 'graded', { sourceId, findings: [far], graph: agentGraph(component) });
    expect(await posture('graded')).toMatchObject({ grade: 'D', reason: '1 critical' });
    await push(at, 'graded', { sourceId, graph: agentGraph(component) });
    expect((await posture('graded')).grade).toBe('A');
    const counts = await at.ask('GET', '/v1/posture/counts', { key: await at.key('graded', 'viewer') });
    expect(counts.body).toMatchObject({ open: 0, resolved: 2, suppressed: 0 });
  });

  it('lists assets with sources and open findings, every one on one page', async () => {
    const key = await at.key('estate', 'viewer');
    const finding = packageFinding('lodash', { id: 'CVE-1', severity: 'high' });
    const { sourceId } = await push(at, 'estate', { findings: [finding], graph: agentGraph(component, finding) });
    await push(at, 'estate', { kind: 'scan.mcp_config', graph: agentGraph(component) });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await at.ask('GET', `/v1/assets?limit=4${cursor && `&cursor=${cursor}`}`, { key });
      expect(body.total).toBe(6);
      seen.push(...body.items.map((one: { asset_id: string }) => one.asset_id));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(new Set(seen).size).toBe(6);
    const one = await at.ask('GET', `/v1/assets/${encodeURIComponent(component)}`, { key });
    expect(one.body).toMatchObject({ kind: 'package', open_findings: { total: 1, by_severity: { high: 1 } }, findings: [{ id: 'CVE-1' }] });
    expect(one.body.sources).toHaveLength(2);
    expect(one.body.source_details).toContainEqual(expect.objectContaining({ source_id: sourceId, owner: 'ana' }));
    const affected = await at.ask('GET', '/v1/assets?has_findings=true&kind=package', { key });
    expect(affected.body.items.map((item: { asset_id: string }) => item.asset_id)).toEqual([component]);
    expect((await at.ask('GET', '/v1/assets/nothing', { key })).status).toBe(404);
    expect((await at.ask('GET', '/v1/assets?kind=finding', { key })).status).toBe(400);
  });

  it('names what nobody looks after', async () => {
    const key = await at.key('loose');
    await push(at, 'loose', { kind: 'scan.mcp_config', owner: 'unassigned', graph: agentGraph(component) });
    const now = new Date(at.plane.clock()).toISOString();
    const credential = {
      ...{ tenant_id: 'loose', credential_ref_id: 'crd_1', provider: 'aws', mode: 'role_arn', external_ref: 'arn:aws:iam::1:role/read' },
      ...{ display_name: 'aws', description: null, owner: 'ana', labels: {}, status: 'active', health: 'unknown', expires_at: null },
      ...{ last_validated_at: null, last_validation: null, created_at: now, updated_at: now },
    };
    await at.plane.store.write('loose', ({ db }) => db.insertInto('credentials').values(credential).execute());
    const report = async (query = '') => (await at.ask('GET', `/v1/governance${query}`, { key })).body;
    expect(await report()).toMatchObject({
      total: 2,
      unowned_sources: { count: 1, items: [{ owner: 'unassigned', reason: 'it has no owner' }] },
      ungoverned_servers: { count: 1, items: [{ name: 'files' }] },
      overdue_credentials: { count: 0 },
      stale_agents: { count: 0 },
    });
    at.advance(5 * 86_400_000);
    expect((await report('?credential_days=3')).overdue_credentials).toMatchObject({
      count: 1,
      items: [{ reason: 'it was never validated' }],
    });
    expect((await at.ask('GET', '/v1/governance?agent_days=0', { key })).status).toBe(400);
  });
});

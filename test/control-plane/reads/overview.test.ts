import { beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../../src/control-plane/retention/retention.js';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('the overview on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const get = async (url: string) => (await at.ask('GET', url, { key })).body;
  const post = async (url: string, body: unknown) => (await at.ask('POST', url, { key, body })).body;
  const finding = (id: string, severity: string, fixed_version?: string) => ({
    ...{ id, title: id, severity, purl: 'pkg:npm/lodash@4.17.20' },
    ...(fixed_version && { fixed_version }),
  });

  beforeAll(async () => {
    key = await at.key('acme');
    await post('/v1/sources', { kind: 'scan.repo', display_name: 'never scanned', scope: { path: at.folder } });
    const { source_id } = await post('/v1/sources', { kind: 'ingest.result_push', display_name: 'reports' });
    const findings = [finding('CVE-2025-1', 'critical', '4.17.21'), finding('CVE-2025-2', 'low', '4.17.19'), finding('CVE-2025-3', 'high')];
    await post('/v1/findings/bulk', { source_id, findings, complete: true });
    await post('/v1/findings/bulk', { source_id, findings: findings.slice(0, 2), complete: true });
  });

  it('says in one answer what is new, what to fix first, and which sources need a look', async () => {
    const answer = await get('/v1/overview');
    expect(answer.posture).toMatchObject({ open: 2, by_severity: { critical: 1, low: 1 } });
    expect(answer.new).toMatchObject({ count: 2, by_severity: { critical: 1, low: 1 } });
    expect(answer.top_fixes).toEqual([
      {
        ...{ package: 'pkg:npm/lodash', name: 'lodash', severity: 'critical', count: 2, version: '4.17.21', ends: 2 },
        command: 'npm install lodash@4.17.21',
      },
    ]);
    expect(answer.sources).toMatchObject({ never_scanned: 1, stale: 0, items: [{ display_name: 'never scanned', state: 'never' }] });
    expect((await get('/v1/overview?since=2100-01-01T00:00:00Z')).new.count).toBe(0);
  });

  it('calls what was scanned long ago stale, and remembers the days', async () => {
    await sweep(at.plane);
    at.advance(3 * 86_400_000);
    const { sources } = await get('/v1/overview?stale_days=2');
    expect(sources).toMatchObject({ stale: 1, scanned: 0 });
    const { items } = await get('/v1/posture/trend?days=5');
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({ open: 0, grade: null });
    expect(items[1]).toMatchObject({ open: 2, opened: 3, resolved: 1, grade: expect.stringMatching(/^[ACDF]$|^unknown$/) });
    expect(items[4]).toMatchObject({ open: 2, opened: 0, by_severity: { critical: 1, low: 1 } });
  });
});

describe.each(databases())('lists of sources and credential references on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const get = async (url: string) => (await at.ask('GET', url, { key })).body.items;
  const names = async (query: string) =>
    (await get(`/v1/sources?${query}`)).map((one: { display_name: string }) => one.display_name).sort();

  beforeAll(async () => {
    key = await at.key('acme');
    const sources = [
      { kind: 'scan.repo', display_name: 'Shop', scope: { path: at.folder }, labels: { team: 'web', tier: '1' }, owner: 'ann' },
      { kind: 'scan.iac', display_name: 'Laptops', scope: { path: at.folder }, labels: { team: 'desk' }, owner: 'bob' },
      { kind: 'ingest.result_push', display_name: 'Reports_of 100%', owner: 'ann' },
    ];
    for (const body of sources) expect((await at.ask('POST', '/v1/sources', { key, body })).status).toBe(201);
  });

  it('filter sources by kinds, statuses, owner, label and name', async () => {
    expect(await names('kind=scan.repo,ingest.result_push')).toEqual(['Reports_of 100%', 'Shop']);
    expect(await names('status=configured,healthy&owner=ann')).toEqual(['Reports_of 100%', 'Shop']);
    expect(await names('label=team:web')).toEqual(['Shop']);
    expect(await names('label=team:we')).toEqual([]);
    expect(await names('q=100%25')).toEqual(['Reports_of 100%']);
    expect(await names('q=sHo')).toEqual(['Shop']);
    expect((await at.ask('GET', '/v1/sources?kind=scanxrepo', { key })).status).toBe(400);
  });

  it('say how many findings are open, and how a connector is', async () => {
    await at.ask('POST', '/v1/findings/bulk', {
      key,
      body: { findings: [{ id: 'CVE-2025-1', title: 'one', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' }] },
    });
    const [reports] = await get('/v1/sources?kind=ingest.result_push');
    expect(reports).toMatchObject({ open_findings: 1, connector_health: null });
  });

  it('name the sources that a credential reference is attached to', async () => {
    const credential = { provider: 'aws', mode: 'role_arn', external_ref: 'arn:aws:iam::123456789012:role/reader' };
    const { credential_ref_id } = (await at.ask('POST', '/v1/credentials', { key, body: credential })).body;
    expect(await get('/v1/credentials')).toMatchObject([{ credential_ref_id, attached_sources: [] }]);
  });
});

import { describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { sampleComponent, sampleFinding, sampleReport } from '../../support/sample-parts.js';
import { withPlane } from '../../support/with-plane.js';

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
const component = sampleComponent('lodash', '4.17.20');
const clean = JSON.parse(JSON.stringify(sampleReport({ findings: [], components: [component] })));
clean.scan_run.checks = ['vulnerability', 'malicious', 'suspicious_package'].map((kind) => ({ kind, count: 1 }));
const ended = (outcome: string) => ({ ...clean, verdict: { ...clean.verdict, outcome } });

describe.each(databases())('what a push tells of its source on $name', (database) => {
  const at = withPlane(database);
  let tenants = 0;

  /** A tenant of its own, with a way to ask for it. */
  async function tenant() {
    tenants += 1;
    const key = await at.key(`tenant-${tenants}`);
    const get = async (url: string) => (await at.ask('GET', url, { key })).body;
    const post = async (url: string, body: unknown) => (await at.ask('POST', url, { key, body })).body;
    const passed = async () => {
      const { items } = await get('/v1/compliance');
      return items.reduce((sum: number, one: { summary: { pass: number } }) => sum + one.summary.pass, 0);
    };
    return { key, get, post, passed };
  }

  it.each([
    ['incomplete', 'partial', 'degraded', 'the newest run of 1 source is incomplete'],
    ['empty', 'succeeded', 'healthy', 'nothing was scanned'],
  ])('is not clean where the pushed scan was %s', async (outcome, status, health, reason) => {
    const { get, post, passed } = await tenant();
    const { job_id, source_id } = await post('/v1/results/push', ended(outcome));
    expect(await get('/v1/posture')).toMatchObject({ grade: 'unknown', reason });
    expect(await passed()).toBe(0);
    const { items } = await get(`/v1/sources/${source_id}/jobs`);
    expect(items).toMatchObject([{ job_id, status, result_summary: { verdict: outcome } }]);
    expect(await get(`/v1/sources/${source_id}`)).toMatchObject({ health: { status: health }, last_result: { status } });
    await post('/v1/results/push', clean);
    expect(await get('/v1/posture')).toMatchObject({ grade: 'A', coverage: { scanned: 1 } });
  });

  it('is not clean where nothing could be matched, or no package was named', async () => {
    const { get, post, passed } = await tenant();
    const bill = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [{ type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1' }],
    };
    const { issues } = await post('/v1/compliance/ingest', { format: 'cyclonedx', document: bill });
    expect(issues).toEqual([expect.stringMatching(/^there is no advisory database yet/)]);
    expect((await get('/v1/posture')).grade).toBe('unknown');
    expect(await passed()).toBe(0);
  });

  it('is not checked where a device or another tool merely names what there is', async () => {
    const { get, post, passed } = await tenant();
    const servers = [{ name: 'files', command: 'npx', args: ['-y', 'files@1.0.0'] }];
    await post('/v1/fleet/sync', { device: 'laptop', observed_at: day(1), agents: [{ client: 'cursor', servers }], complete: true });
    expect(await get('/v1/posture')).toMatchObject({ grade: 'unknown', reason: 'nothing was scanned' });
    await post('/v1/findings/bulk', { findings: [] });
    expect((await get('/v1/posture')).grade).toBe('unknown');
    await post('/v1/findings/bulk', {
      findings: [{ id: 'X-1', title: 'x', severity: 'low', purl: 'pkg:npm/files@1.0.0' }],
      complete: true,
    });
    expect(await get('/v1/posture')).toMatchObject({ grade: 'A', counts: { open: 1 } });
    expect(await passed()).toBe(0);
  });

  it('leads from a package of another intake to the agents of the fleet, until their device no longer has them', async () => {
    const { get, post } = await tenant();
    const servers = [
      { name: 'files', command: 'npx', args: ['-y', '@acme/files@1.0.0'], env_names: ['API_TOKEN'], tools: [{ name: 'run' }] },
    ];
    const sync = (number: number, agents: unknown[]) =>
      post('/v1/fleet/sync', { device: 'laptop', observed_at: day(number), agents, complete: true });
    await sync(2, [{ client: 'cursor', servers }]);
    const bad = { id: 'CVE-2026-1', title: 'bad', severity: 'critical', purl: 'pkg:npm/%40acme/files@1.0.0' };
    await post('/v1/findings/bulk', { findings: [bad] });
    const [{ finding_id: id }] = (await get('/v1/findings')).items;
    const { blast_radius: reached } = await get(`/v1/findings/${id}`);
    expect(Object.values<string[]>(reached).map((refs) => refs.length)).toEqual([1, 1, 1, 1]);
    expect(await get('/v1/posture')).toMatchObject({ grade: 'F' });
    await sync(1, [{ client: 'cursor', servers: [] }]);
    expect((await get(`/v1/findings/${id}`)).blast_radius.agents).toHaveLength(1);
    await sync(3, []);
    expect((await get(`/v1/findings/${id}`)).blast_radius.agents).toEqual([]);
  });

  it('keeps the credentials of a pushed report apart', async () => {
    const { get, post } = await tenant();
    const server = (ref: string) => ({
      ...{ ref, name: ref, client: 'c', path: 'p', transport: 'stdio' as const, command: 'run', args: [], url: null },
      ...{ env_names: ['API_KEY'], header_names: [], disabled: false, auto_approve: [], components: [] },
    });
    const refs = ['0123456789abcdef', 'fedcba9876543210'].map((hex) => `credential:${hex}`);
    const servers = ['mcp:a', 'mcp:b'];
    const credentials = refs.map((ref, at) => ({ ref, name: 'API_KEY', kind: 'env' as const, servers: [servers[at] ?? ''] }));
    const report = sampleReport({ findings: [], components: [component], servers: servers.map(server), credentials });
    await post('/v1/results/push', JSON.parse(JSON.stringify(report)));
    const { nodes, total_edges: edges } = await get('/v1/graph?kind=credential');
    expect(nodes.map((node: { id: string }) => node.id)).toEqual(refs);
    expect(edges).toBe(0);
  });

  it('is judged by when it was seen, not by when it came', async () => {
    const { get, post } = await tenant();
    const { source_id } = await post('/v1/sources', { kind: 'ingest.result_push', display_name: 'laptop' });
    const finding = (id: string, severity = 'high') => ({ id, title: id, severity, purl: `pkg:npm/${id.toLowerCase()}@1.0.0` });
    const push = (number: number, findings: unknown[], complete = true) =>
      post('/v1/findings/bulk', { source_id, findings, complete, observed_at: day(number) });
    await push(2, [finding('A'), finding('B')]);
    expect(await push(5, [finding('A', 'low')])).toMatchObject({ resolved: 1, late: false });
    expect(await push(3, [finding('A'), finding('B'), finding('C')])).toMatchObject({ late: true, new: 1, unchanged: 2, reopened: 0 });
    expect(await push(1, [finding('A')], false)).toMatchObject({ late: true, unchanged: 1 });
    const { items } = await get('/v1/findings');
    const shown = items.map((one: Record<string, string>) => [one.id, one.status, one.severity, one.first_seen, one.last_seen]);
    expect(shown.sort()).toEqual([
      ['A', 'open', 'low', day(1), day(5)],
      ['B', 'resolved', 'high', day(2), day(3)],
      ['C', 'resolved', 'high', day(3), day(3)],
    ]);
    expect((await get('/v1/graph?kind=package')).nodes).toMatchObject([{ id: 'pkg:npm/a@1.0.0' }]);
    await push(6, [finding('B')], false);
    expect(await push(6, [finding('B')])).toMatchObject({ resolved: 1, unchanged: 1 });
    expect(await get('/v1/posture/counts')).toMatchObject({ open: 1, resolved: 2 });
  });

  it('takes times as RFC 3339 has them, and shows them in one way', async () => {
    const { key, post, get } = await tenant();
    for (const [id, time] of Object.entries({
      A: '2026-01-01T00:00:00Z',
      B: '2026-01-01T02:00:00.0+02:00',
      C: '2025-12-31T23:30:00-00:30',
    })) {
      await post('/v1/findings/bulk', { findings: [{ id, title: id, severity: 'low' }], observed_at: time });
      const to = encodeURIComponent(time);
      expect((await at.ask('GET', `/v1/graph/diff?from=2025-01-01T00:00:00Z&to=${to}`, { key })).body.to).toBe('2026-01-01T00:00:00.000Z');
    }
    const { items } = await get('/v1/findings');
    expect(items.map((one: Record<string, string>) => one.first_seen)).toEqual(Array(3).fill('2026-01-01T00:00:00.000Z'));
    const outside = { findings: [], observed_at: '9999-12-31T23:59:59-23:59' };
    expect((await at.ask('POST', '/v1/findings/bulk', { key, body: outside })).status).toBe(422);
  });

  it('refuses times that there are not', async () => {
    const { key } = await tenant();
    for (const time of ['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-01-01T24:00:00.000Z']) {
      const asked = await at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [], observed_at: time } });
      expect(asked).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/^observed_at: expected a time/) } });
      expect((await at.ask('GET', `/v1/graph/diff?from=${time}`, { key })).status).toBe(400);
    }
    const span = 'since=2026-02-01T00:00:00.000Z&until=2026-01-01T00:00:00.000Z';
    expect((await at.ask('GET', `/v1/gateway/audit?${span}`, { key })).status).toBe(400);
  });

  it('keeps one finding for one problem, by whichever of its names it is told', async () => {
    const { get, post } = await tenant();
    const told = { title: 'bad', severity: 'high' };
    await post('/v1/findings/bulk', {
      findings: [{ ...told, id: 'GHSA-aaaa-bbbb-cccc', aliases: ['CVE-2026-2'], purl: 'pkg:npm/a@1.0.0' }],
    });
    const again = { ...told, id: 'CVE-2026-2', aliases: ['GHSA-aaaa-bbbb-cccc'], purl: 'pkg:NPM/a@1.0.0' };
    expect(await post('/v1/findings/bulk', { findings: [again] })).toMatchObject({ new: 0 });
    const own = { ...component, ref: 'pkg:npm/a@1.0.0', purl: 'pkg:npm/a@1.0.0', name: 'a', version: '1.0.0' };
    const report = sampleReport({ findings: [sampleFinding('CVE-2026-2', own)], components: [own] });
    const { source_id } = await post('/v1/sources', { kind: 'ingest.result_push', display_name: 'second' });
    expect(await post(`/v1/results/push?source_id=${source_id}`, JSON.parse(JSON.stringify(report)))).toMatchObject({ new: 1 });
    expect((await get('/v1/graph?kind=finding')).nodes).toMatchObject([{ label: 'CVE-2026-2' }]);
    expect((await get('/v1/graph?kind=package')).total_nodes).toBe(1);
    expect((await get('/v1/findings?q=GHSA-aaaa-bbbb-cccc')).items).toHaveLength(1);
  });
});

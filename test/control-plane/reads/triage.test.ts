import { beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../../src/control-plane/retention/retention.js';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { SOON } from '../../support/soon.js';
import { withPlane } from '../../support/with-plane.js';

const DAY_MS = 86_400_000;

describe.each(databases())('triage of many findings on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const later = (days: number) => new Date(at.plane.clock() + days * DAY_MS).toISOString();
  const get = async (url: string) => (await at.ask('GET', url, { key })).body;
  const post = (url: string, body: unknown = {}) => at.ask('POST', url, { key, body });
  const idOf = async (query: string) => (await get(`/v1/findings?${query}`)).items[0].finding_id;

  beforeAll(async () => {
    key = await at.key('acme', 'analyst');
    const findings = [
      packageFinding('left-pad', { id: 'CVE-2024-1', severity: 'critical' }),
      packageFinding('left-pad', { id: 'CVE-2024-2', severity: 'high', fixed_version: '2.0.0' }),
      packageFinding('right-pad', { id: 'CVE-2024-3', severity: 'low' }),
    ];
    await push(at, 'acme', { findings });
  });

  it('answers what each had before, says who decided when, and can be undone once', async () => {
    const { items } = await get('/v1/findings?package=left-pad');
    expect(items).toHaveLength(2);
    const finding_ids = items.map(({ finding_id }: { finding_id: string }) => finding_id);
    const { body: change, status } = await post('/v1/findings/triage', { finding_ids, state: 'investigating', assignee: 'ann' });
    expect(status).toBe(200);
    expect(change.before).toHaveLength(2);
    expect(change.before[0]).toMatchObject({ state: null, assignee: null, decided_at: null });
    const triaged = await get('/v1/findings?triage=investigating&count=true');
    expect(triaged).toMatchObject({ total: 2, total_is_capped: false });
    expect(triaged.items[0].triage).toMatchObject({
      assignee: 'ann',
      decided_by: expect.stringMatching(/^key:/),
      decided_at: change.decided_at,
    });
    expect((await post(`/v1/findings/triage/${change.change_id}/undo`)).body).toEqual({
      change_id: change.change_id,
      changed: 2,
      ended_decisions: 0,
    });
    expect((await get('/v1/findings?triage=investigating')).items).toEqual([]);
    expect((await post(`/v1/findings/triage/${change.change_id}/undo`)).body.detail).toMatch(/undid this at/);
  });

  it('is not undone over a later decision of somebody else', async () => {
    const id = await idOf('q=CVE-2024-3');
    const { body: change } = await post('/v1/findings/triage', { finding_ids: [id], state: 'confirmed' });
    await at.ask('PUT', `/v1/findings/${id}/triage`, { key, body: { state: 'investigating' } });
    const { status, body } = await post(`/v1/findings/triage/${change.change_id}/undo`);
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^key:\S+ triaged fnd_/);
    const stale = await at.ask('PUT', `/v1/findings/${id}/triage`, { key, body: { state: null, expected_decided_at: change.decided_at } });
    expect(stale.status).toBe(409);
    expect(stale.body.detail).toMatch(/decided "investigating" at/);
  });

  it('by a filter takes just what the caller saw', async () => {
    const filter = { package: 'left-pad', status: 'open' };
    expect((await post('/v1/findings/triage', { filter, expected: 5, state: 'confirmed' })).status).toBe(409);
    expect((await post('/v1/findings/triage', { filter, state: 'confirmed' })).status).toBe(422);
    const { body } = await post('/v1/findings/triage', { filter, expected: 2, state: 'confirmed' });
    expect(body.changed).toBe(2);
    await post(`/v1/findings/triage/${body.change_id}/undo`);
  });

  it('with a date holds for later versions and other sources until then', async () => {
    const id = await idOf('q=CVE-2024-2');
    const until = later(30);
    const { body: change } = await post('/v1/findings/triage', { finding_ids: [id], state: 'not_affected', note: 'unused', until });
    expect(change.decisions).toMatchObject([{ problem_id: 'CVE-2024-2', package: 'pkg:npm/left-pad', until }]);
    await post('/v1/findings/bulk', {
      findings: [{ id: 'CVE-2024-2', title: 'again', severity: 'high', purl: 'pkg:npm/left-pad@1.9.0' }],
    });
    const found = await get('/v1/findings?problem_id=CVE-2024-2');
    expect(found.items).toHaveLength(2);
    for (const { status, triage } of found.items) {
      expect(status).toBe('suppressed');
      expect(triage).toMatchObject({ state: 'not_affected', held_until: until, note: 'unused' });
    }
    expect((await get('/v1/triage-decisions?state=in_force')).items).toHaveLength(1);
    at.advance(31 * DAY_MS);
    key = await at.key('acme', 'analyst');
    await sweep(at.plane);
    for (const { status, triage } of (await get('/v1/findings?problem_id=CVE-2024-2')).items) {
      expect(status).toBe('open');
      expect(triage.state).toBeNull();
    }
    expect((await get('/v1/triage-decisions?state=in_force')).items).toEqual([]);
  });

  it('lets no date lie behind, and ends decisions before theirs', async () => {
    const id = await idOf('q=CVE-2024-1');
    expect((await post('/v1/findings/triage', { finding_ids: [id], state: 'confirmed', until: later(-1) })).status).toBe(422);
    expect((await post('/v1/findings/triage', { finding_ids: [id], state: 'confirmed', until: later(400) })).status).toBe(422);
    const { body } = await post('/v1/findings/triage', { finding_ids: [id], state: 'false_positive', until: later(3) });
    const [{ decision_id }] = body.decisions;
    expect((await at.ask('DELETE', `/v1/triage-decisions/${decision_id}`, { key })).status).toBe(204);
    expect((await get(`/v1/findings/${id}`)).triage.state).toBeNull();
    expect((await at.ask('DELETE', `/v1/triage-decisions/${decision_id}`, { key })).status).toBe(409);
  });

  it('sets no malicious package aside', async () => {
    await push(at, 'acme', { findings: [packageFinding('evil', { id: 'MAL-2024-1', kind: 'malicious' })] });
    const id = await idOf('kind=malicious');
    const { status } = await post('/v1/findings/triage', { finding_ids: [id], state: 'not_affected', until: later(3) });
    expect(status).toBe(409);
  });
});

describe.each(databases())('filters and groups of findings on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const get = async (url: string) => (await at.ask('GET', url, { key })).body;
  const idsOf = async (query: string) => (await get(`/v1/findings?${query}`)).items.map(({ id }: { id: string }) => id).sort();

  beforeAll(async () => {
    key = await at.key('acme');
    const source = { kind: 'ingest.result_push', display_name: 'reports', labels: { team: 'web' }, owner: 'ann' };
    const { source_id } = (await at.ask('POST', '/v1/sources', { key, body: source })).body;
    const finding = (id: string, purl: string, severity: string, fixed_version?: string) => ({
      id,
      title: id,
      severity,
      purl,
      fixed_version,
    });
    const findings = [
      finding('CVE-2025-1', 'pkg:npm/lodash@4.17.20', 'critical', '4.17.21'),
      finding('CVE-2025-2', 'pkg:npm/lodash@4.17.20', 'low', '4.17.19'),
      finding('CVE-2025-3', 'pkg:npm/%40scope/thing@1.0.0', 'medium'),
      finding('CVE-2025-1', 'pkg:pypi/requests@2.0.0', 'high', '2.1.0'),
      finding('CVE-2025-4', 'pkg:deb/debian/openssl@3.0.1?arch=amd64', 'high'),
    ];
    expect((await at.ask('POST', '/v1/findings/bulk', { key, body: { source_id, findings } })).status).toBe(200);
    const other = { kind: 'ingest.result_push', display_name: 'others' };
    const others = (await at.ask('POST', '/v1/sources', { key, body: other })).body.source_id;
    await at.ask('POST', '/v1/findings/bulk', {
      key,
      body: { source_id: others, findings: [finding('CVE-2025-9', 'pkg:npm/other@1.0.0', 'low')] },
    });
  });

  it('take several values at once, ecosystems, packages, labels and owners', async () => {
    expect(await idsOf('severity=critical,medium')).toEqual(['CVE-2025-1', 'CVE-2025-3']);
    expect(await idsOf('ecosystem=npm')).toEqual(['CVE-2025-1', 'CVE-2025-2', 'CVE-2025-3', 'CVE-2025-9']);
    expect(await idsOf('ecosystem=PyPI,Debian')).toEqual(['CVE-2025-1', 'CVE-2025-4']);
    expect(await idsOf('package=@scope/thing')).toEqual(['CVE-2025-3']);
    expect(await idsOf('package=pkg:npm/lodash')).toEqual(['CVE-2025-1', 'CVE-2025-2']);
    expect(await idsOf('label=team:web&severity=low')).toEqual(['CVE-2025-2']);
    expect(await idsOf('owner=ann&ecosystem=npm&severity=low,critical')).toEqual(['CVE-2025-1', 'CVE-2025-2']);
    expect(await idsOf('owner=nobody')).toEqual([]);
    expect(await idsOf('fixable=true&ecosystem=npm')).toEqual(['CVE-2025-1', 'CVE-2025-2']);
    expect(await idsOf('fixable=false&label=team:web')).toEqual(['CVE-2025-3', 'CVE-2025-4']);
    expect(await idsOf('first_seen_after=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf('first_seen_before=2100-01-01T00:00:00Z&sort=first_seen')).toHaveLength(6);
    expect((await at.ask('GET', '/v1/findings?severity=critical,nonsense', { key })).status).toBe(400);
    expect((await at.ask('GET', '/v1/findings?ecosystem=nonsense', { key })).status).toBe(400);
  });

  it.each(['severity', 'first_seen', 'last_seen'])('come in pages ordered by %s, each finding once', async (sort) => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(`/v1/findings?limit=2&status=open,suppressed&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ finding_id }: { finding_id: string }) => finding_id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });

  it('group by package with the version that ends most', async () => {
    const { items } = await get('/v1/findings/groups?by=component&label=team:web');
    expect(items[0]).toMatchObject({ key: 'pkg:npm/lodash', name: 'lodash', severity: 'critical', count: 2, fixable: 2 });
    expect(items[0].fix).toEqual({ package: 'pkg:npm/lodash', version: '4.17.21', ends: 2, command: 'npm install lodash@4.17.21' });
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['lodash', 'openssl', 'requests', '@scope/thing']);
  });

  it('page through groups', async () => {
    const keys: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await get(`/v1/findings/groups?by=advisory&limit=2${cursor && `&cursor=${cursor}`}`);
      keys.push(...page.items.map((group: { key: string }) => group.key));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(keys).toEqual(['CVE-2025-1', 'CVE-2025-4', 'CVE-2025-3', 'CVE-2025-2', 'CVE-2025-9']);
  });

  it('group by source and agent', async () => {
    const bySource = await get('/v1/findings/groups?by=source');
    expect(bySource.items[0]).toMatchObject({ name: 'reports', count: 5 });
    const fleet = {
      device: 'laptop',
      observed_at: '2026-01-01T12:00:00.000Z',
      agents: [{ client: 'cursor', servers: [{ name: 'files', command: 'npx', args: ['-y', 'lodash@4.17.20'] }] }],
    };
    await at.ask('POST', '/v1/fleet/sync', { key, body: fleet });
    const byAgent = await get('/v1/findings/groups?by=agent');
    expect(byAgent.items).toMatchObject([{ name: 'cursor', count: 2, severity: 'critical', fix: { version: '4.17.21', ends: 2 } }]);
    expect(await idsOf(`agent=${byAgent.items[0].key}`)).toEqual(['CVE-2025-1', 'CVE-2025-2']);
    expect(await idsOf(`agent=${byAgent.items[0].key}&severity=low`)).toEqual(['CVE-2025-2']);
  });

  it('show in one look why, where, what it reaches, what to do, and what was decided', async () => {
    const [{ finding_id }] = (await get('/v1/findings?package=lodash&severity=critical')).items;
    await at.ask('POST', '/v1/exceptions', {
      key,
      body: { problem_id: 'cve-2025-1', reason: 'later', expires_at: SOON },
    });
    await at.ask('PUT', `/v1/findings/${finding_id}/triage`, { key, body: { state: 'confirmed' } });
    const whole = await get(`/v1/findings/${finding_id}`);
    expect(whole.package).toEqual({ key: 'pkg:npm/lodash', ecosystem: 'npm', name: 'lodash', version: '4.17.20' });
    expect(whole.remedy.best).toMatchObject({ version: '4.17.21', ends: 2, of: 2 });
    expect(whole.reach.nodes.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['agent', 'package', 'server']);
    expect(whole.exceptions).toMatchObject([{ status: 'pending', covers: false }]);
    expect(whole.history).toMatchObject([{ action: 'finding.triage' }]);
  });
});

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { proxyRoutes } from '../../src/api/proxy.js';
import { keepHours } from '../../src/control-plane/gateway/hour-log.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const HOUR = 3_600_000;
const TRACE = 'ab'.repeat(16);
const event = (seq: number, more: object = {}) => ({ seq, occurred_at: '2026-01-01T12:00:00.000Z', decision: 'deny', tool: 'rm', ...more });

describe.each(databases())('runtime sources on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  const sources: Record<string, string> = {};
  const get = async (url: string) => (await at.ask('GET', url, { key: admin })).body;
  const post = (url: string, body: unknown, ask: { key?: string; headers?: Record<string, string> } = {}) =>
    at.ask('POST', url, { key: admin, body, ...ask });
  const push = (source_id: string | undefined, events: unknown[], session_id = 's') =>
    post('/v1/proxy/audit', { source_id, session_id, events });
  const jobsOf = async (id: string) => (await get(`/v1/sources/${id}/jobs`)).items;
  const evaluate = (body: object, ask: Parameters<typeof post>[2] = {}) =>
    post('/v1/gateway/evaluate', { tool: 'read_file', ...body }, ask);
  /** Until what comes after an answer is done. */
  const evidenceOf = async (jobId: string, pieces: number) => {
    for (let tries = 0; tries < 200; tries++) {
      const { items } = await get(`/v1/evidence?job_id=${jobId}`);
      if (items.length >= pieces) return items;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('no evidence came');
  };

  beforeAll(async () => {
    at.freeze();
    // The middle of an hour, so that none of these ends within a test.
    at.advance(HOUR / 2 - (at.plane.clock() % HOUR) + HOUR);
    admin = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
    for (const kind of ['runtime.gateway', 'runtime.proxy', 'ingest.trace_push'])
      sources[kind] = (await post('/v1/sources', { kind, display_name: kind })).body.source_id;
  });

  it.each(['runtime.gateway', 'runtime.proxy'])(
    'of kind %s take reports: one job an hour, evidence of each, none of a sign of life',
    async (kind) => {
      const id = sources[kind] ?? '';
      expect((await push(id, [])).body).toMatchObject({ source_id: id, job_id: null, evidence_id: null, accepted: 0 });
      expect(await get(`/v1/sources/${id}`)).toMatchObject({
        last_run_at: new Date(at.plane.clock()).toISOString(),
        ...{ health: { status: 'healthy', reason: null }, status: 'healthy', linked: { jobs: 0, evidence: 0 } },
      });
      const reports = [await push(id, [event(1)]), await push(id, [event(2), event(3)], 't'), await push(id, [event(2)], 't')];
      expect(reports.map(({ status, body }) => [status, body.accepted, body.duplicates])).toEqual([
        ...[
          [200, 1, 0],
          [200, 2, 0],
          [200, 0, 1],
        ],
      ]);
      expect(proxyRoutes.pushProxyAudit.response.parse(reports[0]?.body)).toEqual(reports[0]?.body);
      const [job, ...others] = await jobsOf(id);
      expect(others).toEqual([]);
      expect(new Set(reports.map(({ body }) => body.job_id))).toEqual(new Set([job.job_id]));
      expect(job).toMatchObject({ status: 'succeeded', evidence_count: 3, result_summary: { accepted: 3, duplicates: 1, rejected: 0 } });
      const { evidence } = await get(`/v1/scan/${job.job_id}`);
      expect(new Set(evidence.map((one: { evidence_id: string }) => one.evidence_id))).toEqual(
        new Set(reports.map(({ body }) => body.evidence_id)),
      );
      for (const one of evidence)
        expect(one).toEqual(
          (await get(`/v1/evidence?job_id=${job.job_id}`)).items.find(({ evidence_id }: typeof one) => evidence_id === one.evidence_id),
        );
      expect(Object.keys(evidence[0])).toEqual(
        expect.arrayContaining([
          'evidence_id',
          'tenant_id',
          'job_id',
          'source_id',
          'kind',
          'storage_uri',
          'content_type',
          'hash',
          'created_at',
        ]),
      );
      at.advance(HOUR);
      expect((await push(id, [event(9), { decision: 'maybe' }], 'u')).body.job_id).not.toBe(job.job_id);
      expect((await push(id, [event(10)], 'u')).status).toBe(200);
      const [later] = await jobsOf(id);
      expect(later).toMatchObject({ status: 'partial', result_summary: { accepted: 2, rejected: 1, coverage: 'incomplete' } });
      expect(await get(`/v1/sources/${id}`)).toMatchObject({ health: { status: 'degraded' }, linked: { jobs: 2, evidence: 5 } });
      expect((await push(sources['ingest.trace_push'], [])).status).toBe(409);
    },
  );

  it('tell tenant, source and trace with every alert', async () => {
    const id = sources['runtime.proxy'] ?? '';
    const traceparent = `00-${'cd'.repeat(16)}-${'12'.repeat(8)}-01`;
    const body = { source_id: id, session_id: 'traced', events: [event(1, { trace_id: TRACE }), event(2)] };
    await post('/v1/proxy/audit', body, { headers: { traceparent } });
    const { items } = await get(`/v1/proxy/alerts?source_id=${id}&limit=200`);
    const traced = items.filter((one: { session_id: string }) => one.session_id === 'traced');
    expect(traced.map((one: { trace_id: string }) => one.trace_id).sort()).toEqual([TRACE, 'cd'.repeat(16)]);
    for (const one of items) {
      expect(one).toMatchObject({ tenant_id: 'acme', source_id: id, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
      expect(proxyRoutes.listProxyAlerts.response.shape.items.element.parse(one)).toEqual(one);
    }
  });

  it('are fed by decisions of the gateway: last run, job and evidence of the hour', async () => {
    const { source_id: id } = (await post('/v1/sources', { kind: 'runtime.gateway', display_name: 'edge' })).body;
    const key = await at.key('acme', 'analyst', { scopes: ['ingest'], sourceId: id, expiresAt: '2099-01-01T00:00:00.000Z' });
    expect((await evaluate({ agent: 'one' }, { key })).status).toBe(200);
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ job_type: 'import', status: 'succeeded', source_id: id });
    expect(await get(`/v1/sources/${id}`)).toMatchObject({
      last_run_at: job.created_at,
      last_result: { job_id: job.job_id },
      health: { status: 'healthy' },
    });
    const [first] = await evidenceOf(job.job_id, 1);
    expect(first).toMatchObject({ kind: 'runtime_log', source_id: id, job_id: job.job_id });
    for (const agent of ['two', 'three']) await evaluate({ agent, source_id: id });
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await keepHours(at.plane, 'acme')).toBeGreaterThanOrEqual(0);
    expect((await get(`/v1/evidence?job_id=${job.job_id}`)).items).toHaveLength(1);
    at.advance(HOUR);
    await keepHours(at.plane, 'acme');
    const [whole] = await evidenceOf(job.job_id, 2);
    const { text } = await at.ask('GET', `/v1/evidence/${whole.evidence_id}/content`, { key: admin });
    expect(createHash('sha256').update(text).digest('hex')).toBe(whole.hash);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ agent }) => agent)).toEqual(['one', 'two', 'three']);
    expect(lines[0]).toMatchObject({ tenant_id: 'acme', source_id: id, trace_id: expect.any(String), decision: 'allow' });
    expect((await get(`/v1/scan/${job.job_id}`)).result_summary).toMatchObject({ log: 'whole', decisions: 3, denied: 0 });
    expect(await keepHours(at.plane, 'acme')).toBe(0);
    expect((await get(`/v1/evidence?job_id=${job.job_id}`)).items).toHaveLength(2);
  });

  it('are made for decisions that name none, and every decision tells tenant, source and trace', async () => {
    const key = await at.key('initech');
    await at.ask('PUT', '/v1/auth/quota', { key, body: { sources: 0 } });
    expect((await evaluate({}, { key })).status).toBe(200);
    expect((await evaluate({}, { key })).status).toBe(200);
    const { items } = (await at.ask('GET', '/v1/gateway/audit', { key })).body;
    const [source, ...others] = (await at.ask('GET', '/v1/sources', { key })).body.items;
    expect(others).toEqual([]);
    expect(source).toMatchObject({ kind: 'runtime.gateway', health: { status: 'healthy' } });
    expect(items).toHaveLength(2);
    for (const one of items)
      expect(one).toMatchObject({ tenant_id: 'initech', source_id: source.source_id, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    await at.ask('PUT', `/v1/sources/${source.source_id}`, { key, body: { enabled: false } });
    expect((await evaluate({}, { key })).status).toBe(200);
  });

  it('leave scans their quota: no number of reports stops one', async () => {
    const key = await at.key('hooli');
    const runs = await at.ask('POST', '/v1/sources', { key, body: { kind: 'scan.repo', display_name: 'r', scope: { path: at.folder } } });
    await at.ask('PUT', '/v1/auth/quota', { key, body: { retained_jobs: 2 } });
    for (let n = 0; n < 5; n++) {
      const findings = [{ id: `CVE-2025-${1000 + n}`, title: 't', severity: 'low' }];
      expect((await at.ask('POST', '/v1/findings/bulk', { key, body: { findings } })).status).toBe(200);
    }
    expect((await at.ask('GET', '/v1/auth/quota', { key })).body.usage).toMatchObject({ retained_jobs: 0, active_jobs: 0 });
    const run = () => at.ask('POST', `/v1/sources/${runs.body.source_id}/run`, { key });
    expect([(await run()).status, (await run()).status, (await run()).status]).toEqual([202, 202, 429]);
    expect((await at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [] } })).status).toBe(200);
  });
});

describe.each(databases())('policies for a runtime on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  let mine = '';
  let bound = '';
  const list = (key: string, tag?: string, query = '') =>
    at.ask('GET', `/v1/gateway/policies${query}`, { key, ...(tag !== undefined && { headers: { 'if-none-match': tag } }) });
  const create = async (name: string, more: object = {}) =>
    (await at.ask('POST', '/v1/gateway/policies', { key: admin, body: { name, rules: [], ...more } })).body.policy_id;
  const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name).sort();

  beforeAll(async () => {
    admin = await at.key('acme');
    const source = async (name: string) =>
      (await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'runtime.proxy', display_name: name } })).body.source_id;
    mine = await source('mine');
    const other = await source('other');
    const body = { name: 'relay', role: 'analyst', scopes: ['ingest', 'policy:read'], source_id: mine };
    const made = await at.ask('POST', '/v1/auth/keys', { key: admin, body });
    expect(made.status, made.text).toBe(201);
    bound = made.body.api_key;
    const to = (target_type: string, target_id?: string, mode?: string) => ({
      target_type,
      ...(target_id && { target_id }),
      ...(mode && { mode }),
    });
    await create('of the tenant');
    await create('of mine and another', { bindings: [to('source', mine), to('source', other)] });
    await create('of another', { bindings: [to('source', other)] });
    await create('of an agent', { bindings: [to('agent', 'cursor')] });
    await create('disabled', { enabled: false });
    await create('off', { mode: 'off' });
    await create('bound, but off', { bindings: [to('source', mine, 'off')] });
    await create('of nothing', { bindings: [] });
  });

  it('are those that apply to the source of its key, and no others', async () => {
    const seen = await list(bound);
    expect(names(seen)).toEqual(['of an agent', 'of mine and another', 'of the tenant']);
    const both = seen.body.items.find(({ name }: { name: string }) => name === 'of mine and another');
    expect(both.bindings).toMatchObject([{ target_type: 'source', target_id: mine }]);
    expect(seen.body.source_id).toBe(mine);
    const all = await list(admin);
    expect(all.body.source_id).toBeNull();
    expect(all.body.items).toHaveLength(8);
    for (const { policy_id, name } of all.body.items) {
      const { status } = await at.ask('GET', `/v1/gateway/policies/${policy_id}`, { key: bound });
      expect({ name, status }).toEqual({ name, status: names(seen).includes(name) ? 200 : 404 });
    }
    const paged = await list(bound, undefined, '?limit=2');
    const rest = await list(bound, undefined, `?limit=2&cursor=${paged.body.next_cursor}`);
    expect([...names(paged), ...names(rest)].sort()).toEqual(names(seen));
  });

  it('are all that such a key may read', async () => {
    for (const url of ['/v1/sources', '/v1/gateway/audit', '/v1/policy-bindings', '/v1/auth/me', `/v1/sources/${mine}`])
      expect([url, (await at.ask('GET', url, { key: bound })).status]).toEqual([url, 403]);
    const wish = (scopes: string[]) =>
      at.ask('POST', '/v1/auth/keys', { key: admin, body: { name: scopes.join(), role: 'admin', scopes, source_id: mine } });
    expect((await wish(['ingest', 'read'])).body.detail).toMatch(/ingest and policy:read/);
    expect((await wish(['policy:read'])).status).toBe(201);
    const pushes = await at.ask('POST', '/v1/auth/keys', { key: admin, body: { name: 'pushes', role: 'analyst', source_id: mine } });
    expect((await list(pushes.body.api_key)).status).toBe(403);
    const viewer = await at.key('acme', 'viewer', { scopes: ['policy:read'] });
    expect((await list(viewer)).body.items).toHaveLength(8);
  });

  it('are not sent again as long as nothing has changed', async () => {
    const first = await list(bound);
    const tag = first.headers['etag'] ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await list(bound, known);
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
    }
    expect((await list(bound, '"other"')).body).toEqual(first.body);
    expect((await list(admin, tag)).status).toBe(200);
    expect((await list(bound, tag, '?limit=1')).status).toBe(200);
    const { policy_id } = first.body.items[0];
    const one = await at.ask('GET', `/v1/gateway/policies/${policy_id}`, { key: bound });
    expect(
      (await at.ask('GET', `/v1/gateway/policies/${policy_id}`, { key: bound, headers: { 'if-none-match': one.headers['etag'] ?? '' } }))
        .status,
    ).toBe(304);
    let last = tag;
    const binding = (method: string, url: string, body?: object) => at.ask(method, url, { key: admin, ...(body && { body }) });
    const draft = { policy_kind: 'gateway', policy_id, target_type: 'agent', target_id: 'claude', mode: 'audit' };
    const made = await binding('POST', '/v1/policy-bindings', draft);
    expect(made.status, made.text).toBe(201);
    for (const change of [
      async () => made,
      () => binding('PUT', `/v1/policy-bindings/${made.body.binding_id}`, { mode: 'off' }),
      () => binding('DELETE', `/v1/policy-bindings/${made.body.binding_id}`),
      () => binding('PUT', `/v1/gateway/policies/${policy_id}`, { description: 'changed' }),
      () => binding('DELETE', `/v1/gateway/policies/${policy_id}`),
    ]) {
      expect((await change()).status).toBeLessThan(300);
      const next = await list(bound, last);
      expect(next.status).toBe(200);
      expect(next.headers['etag']).not.toBe(last);
      last = next.headers['etag'] ?? '';
    }
    const unmade = await at.key('globex');
    expect((await list(unmade, last)).status).toBe(200);
  });
});

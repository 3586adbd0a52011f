import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const lodash = { id: 'CVE-2021-23337', title: 'command injection', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' };
const host = { id: 'open-port', rule: 'open-port', kind: 'policy', title: 'port 22 is open', severity: 'low', subject: 'host-1' };

describe.each(databases())('pushed findings and their evidence on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const push = (body: object, more: { key?: string; headers?: Record<string, string> } = {}) =>
    at.ask('POST', '/v1/findings/bulk', { key, body, ...more });
  const source = async (kind: string, more: object = {}, tenantKey = key) =>
    (await at.ask('POST', '/v1/sources', { key: tenantKey, body: { kind, display_name: kind, ...more } })).body.source_id as string;
  const findings = () =>
    at.plane.store.read('acme', ({ db }) => db.selectFrom('findings').selectAll().where('tenant_id', '=', 'acme').execute());

  it('are taken as far as they fit, each rejected one named by its place', async () => {
    const answer = await push({ findings: [lodash, { ...lodash, severity: 'huge' }, { ...lodash, purl: 'nonsense-value' }, host, 7] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ received: 5, new: 2, unchanged: 0 });
    expect(answer.body.rejected.map((one: { index: number }) => one.index)).toEqual([1, 2, 4]);
    expect(answer.text).not.toContain('nonsense-value');
    expect((await push({ findings: [lodash, host], complete: true })).body).toMatchObject({ new: 0, unchanged: 2, resolved: 0 });
    expect((await push({ findings: [{}], complete: true })).body).toMatchObject({ resolved: 0 });
    expect((await push({ findings: [lodash], complete: true })).body).toMatchObject({ resolved: 1 });
  });

  it('leave a way from finding to job, source and bytes, and back', async () => {
    const { body } = await push({ findings: [{ ...lodash, fingerprint: 'own-1' }] });
    const finding = (await findings()).find(({ evidence_id }) => evidence_id === body.evidence_id);
    expect(finding).toMatchObject({ source_id: body.source_id, last_job_id: body.job_id, component: 'pkg:npm/lodash@4.17.20' });
    const evidence = await at.ask('GET', `/v1/evidence/${finding?.evidence_id}`, { key });
    expect(evidence.body).toMatchObject({ kind: 'raw', job_id: body.job_id, source_id: body.source_id });
    expect(evidence.body.provenance).toMatchObject({
      source: { source_id: body.source_id, kind: 'ingest.result_push', owner: 'admin@acme' },
      job: { job_id: body.job_id, job_type: 'import', status: 'succeeded', requested_by: 'ingest:admin@acme' },
      collector: 'ingest.result_push',
      findings: 1,
    });
    const content = await at.ask('GET', evidence.body.provenance.raw, { key });
    expect(content.status).toBe(200);
    expect(content.headers['content-disposition']).toContain('attachment');
    expect(content.body.findings[0].fingerprint).toBe('own-1');
    for (const filter of [`job_id=${body.job_id}`, `source_id=${body.source_id}&limit=1`]) {
      const list = await at.ask('GET', `/v1/evidence?${filter}`, { key });
      expect(list.body.items.map((one: { evidence_id: string }) => one.evidence_id)).toEqual([body.evidence_id]);
    }
    const audit = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('audit_events').select(['action', 'target_id']).where('tenant_id', '=', 'acme').orderBy('seq').execute(),
    );
    expect(audit).toContainEqual({ action: 'evidence.export', target_id: body.evidence_id });
    expect(audit.filter(({ action }) => action === 'source.create')).toHaveLength(1);
  });

  it('may be none: that is still evidence and a job', async () => {
    const { status, body } = await push({ findings: [] });
    expect(status).toBe(200);
    expect((await at.ask('GET', `/v1/evidence/${body.evidence_id}`, { key })).body.job_id).toBe(body.job_id);
  });

  it('are for a source that fits, is the tenant’s own, and is enabled', async () => {
    const other = await source('ingest.result_push', {}, await at.key('globex'));
    expect((await push({ source_id: other, findings: [] })).status).toBe(404);
    expect((await push({ source_id: await source('runtime.proxy'), findings: [] })).status).toBe(409);
    const off = await source('ingest.result_push', { enabled: false });
    expect((await push({ source_id: off, findings: [] })).status).toBe(409);
    const [mine, else_] = [await source('ingest.result_push'), await source('ingest.result_push')];
    const bound = await at.key('acme', 'analyst', { scopes: ['ingest'], sourceId: mine });
    expect((await push({ source_id: else_, findings: [] }, { key: bound })).status).toBe(403);
    expect((await push({ findings: [] }, { key: bound })).body.source_id).toBe(mine);
    const wrong = await at.key('acme', 'analyst', { scopes: ['ingest'], sourceId: await source('runtime.proxy') });
    expect((await push({ findings: [] }, { key: wrong })).status).toBe(403);
  });

  it('need the role, the scope, the shape and the size', async () => {
    expect((await push({ findings: [] }, { key: await at.key('acme', 'viewer') })).status).toBe(403);
    expect((await push({ findings: [] }, { key: await at.key('acme', 'admin', { scopes: ['read'] }) })).status).toBe(403);
    expect((await push({ findings: [], extra: 1 })).status).toBe(422);
    expect((await push({ findings: Array.from({ length: 1001 }, () => lodash) })).status).toBe(422);
    expect((await push({ findings: [{ ...lodash, description: 'x'.repeat(11 * 1024 * 1024) }] })).status).toBe(413);
    const deep = `{"findings":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`;
    expect((await at.ask('POST', '/v1/findings/bulk', { key, body: deep })).status).toBe(422);
  });

  it('are taken once under one idempotency key', async () => {
    const headers = { 'idempotency-key': 'bulk-1' };
    const body = { findings: [{ ...lodash, fingerprint: 'once' }] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => push(body, { headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await push({ findings: [] }, { headers })).status).toBe(409);
  });

  it('show damaged, lost and removed bytes for what they are', async () => {
    const { body } = await push({ findings: [{ ...lodash, fingerprint: 'to be damaged' }] });
    const { hash } = (await at.ask('GET', `/v1/evidence/${body.evidence_id}`, { key })).body;
    const folder = join(at.folder, 'data', 'evidence', hash.slice(0, 2));
    writeFileSync(join(folder, readdirSync(folder).find((name) => name.startsWith(hash)) ?? ''), 'nonsense');
    const content = () => at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key });
    expect(await content()).toMatchObject({ status: 502, body: { detail: expect.stringContaining('changed') } });
    await at.plane.store.write('acme', ({ db }) =>
      db
        .updateTable('evidence')
        .set({ bytes_removed_at: '2026-01-01T00:00:00.000Z' })
        .where('tenant_id', '=', 'acme')
        .where('evidence_id', '=', body.evidence_id)
        .execute(),
    );
    expect((await content()).status).toBe(409);
    const other = await at.key('globex', 'viewer');
    for (const path of ['', '/content'])
      expect((await at.ask('GET', `/v1/evidence/${body.evidence_id}${path}`, { key: other })).body).toEqual({
        detail: 'evidence not found',
      });
    expect((await at.ask('GET', '/v1/evidence', { key: other })).body.items).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('sources on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  beforeAll(async () => {
    admin = await at.key('acme');
  });

  it('are made, listed a page at a time and loaded', async () => {
    for (const name of ['one', 'two', 'three']) {
      const body = { kind: 'scan.repo', display_name: name, scope: { path: at.folder } };
      const made = await at.ask('POST', '/v1/sources', { key: admin, body });
      expect(made.status).toBe(201);
      expect(made.headers.location).toBe(`/v1/sources/${made.body.source_id}`);
    }
    const first = await at.ask('GET', '/v1/sources?limit=2', { key: admin });
    expect(first.body.items.map((one: { display_name: string }) => one.display_name)).toEqual(['three', 'two']);
    const rest = await at.ask('GET', `/v1/sources?limit=2&cursor=${first.body.next_cursor}`, { key: admin });
    expect(rest.body.items).toHaveLength(1);
    expect(rest.body.next_cursor).toBeNull();
    const loaded = await at.ask('GET', `/v1/sources/${rest.body.items[0].source_id}`, { key: admin });
    expect(loaded.body).toMatchObject({ tenant_id: 'acme', display_name: 'one', status: 'configured' });
  });

  it("are nobody else's: another tenant's source is not there", async () => {
    const other = await at.key('globex');
    const mine = await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'ingest.trace_push', display_name: 'mine' } });
    expect(await at.ask('GET', `/v1/sources/${mine.body.source_id}`, { key: other })).toMatchObject({
      status: 404,
      body: { detail: 'source not found' },
    });
    expect((await at.ask('GET', '/v1/sources', { key: other })).body.items).toEqual([]);
  });

  it('answer a repeated request once', async () => {
    const ask = { key: admin, body: { kind: 'ingest.trace_push', display_name: 'again' }, headers: { 'idempotency-key': 'k-1' } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => at.ask('POST', '/v1/sources', ask)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect((await at.ask('POST', '/v1/sources', { ...ask, body: { kind: 'ingest.trace_push', display_name: 'other' } })).status).toBe(409);
  });

  it('are filtered by status and owner', async () => {
    const body = { kind: 'ingest.trace_push', display_name: 'of payments', owner: 'payments', enabled: false };
    const { source_id } = (await at.ask('POST', '/v1/sources', { key: admin, body })).body;
    for (const filter of ['owner=payments', 'status=disabled']) {
      const { items } = (await at.ask('GET', `/v1/sources?${filter}`, { key: admin })).body;
      expect(items.map((one: { source_id: string }) => one.source_id)).toEqual([source_id]);
    }
  });

  it('are not changed by somebody who has not seen the last change', async () => {
    const made = await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'ingest.trace_push', display_name: 'edited' } });
    const { source_id, updated_at: expected_updated_at } = made.body;
    const change = (more: object) => at.ask('PUT', `/v1/sources/${source_id}`, { key: admin, body: { ...more, expected_updated_at } });
    at.advance(10);
    expect(await change({ owner: 'platform' })).toMatchObject({ status: 200, body: { owner: 'platform' } });
    const { status, body } = await change({ owner: 'payments' });
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^key:\S+ changed owner at 20\S+: load the source again$/);
  });

  it('need a role, and a credential before anything else', async () => {
    const viewer = await at.key('acme', 'viewer');
    expect((await at.ask('POST', '/v1/sources', { key: viewer, body: {} })).status).toBe(403);
    expect((await at.ask('GET', '/nowhere')).status).toBe(401);
    expect((await at.ask('GET', '/nowhere', { key: viewer })).status).toBe(404);
  });
});

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyLines } from '../../src/audit/export-lines.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('the audit chain on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  beforeAll(async () => {
    admin = await at.key('acme');
    for (let count = 0; count < 12; count += 1) {
      await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'ingest.trace_push', display_name: `source ${count}` } });
    }
  });

  it('holds one event for each effect, newest first, a page at a time', async () => {
    const first = await at.ask('GET', '/v1/audit?action=source.create&limit=10', { key: admin });
    expect(first.body.items).toHaveLength(10);
    const rest = await at.ask('GET', `/v1/audit?action=source.create&limit=10&cursor=${first.body.next_cursor}`, { key: admin });
    expect(rest.body.items).toHaveLength(2);
    expect(rest.body.next_cursor).toBeNull();
    expect(first.body.items[0]).toMatchObject({ tenant_id: 'acme', actor: expect.stringMatching(/^key:key_/), outcome: 'success' });
  });

  it('refuses a filter it does not know, and a cursor of another list', async () => {
    const unknown = await at.ask('GET', '/v1/audit?colour=red', { key: admin });
    expect(unknown).toMatchObject({ status: 400, body: { detail: 'query: unknown key' } });
    const { body } = await at.ask('GET', '/v1/audit?limit=1', { key: admin });
    expect((await at.ask('GET', `/v1/audit?limit=1&action=source.create&cursor=${body.next_cursor}`, { key: admin })).status).toBe(400);
  });

  it('verifies, is exported with a trailer, and is not for other tenants', async () => {
    expect((await at.ask('GET', '/v1/audit/verify', { key: admin })).body).toMatchObject({ valid: true });
    const { text, status } = await at.ask('GET', '/v1/audit/export', { key: admin });
    expect(status).toBe(200);
    expect(await verifyLines(lines(text), at.plane.ring)).toMatchObject({ valid: true, events: 12 });
    const other = await at.key('globex');
    expect((await at.ask('GET', '/v1/audit', { key: other })).body.items).toEqual([]);
  });

  it('shows where somebody changed the database by hand', async () => {
    await at.plane.store.write('acme', async ({ db }) => {
      await sql`update audit_events set actor = 'key:somebody-else' where tenant_id = 'acme' and seq = 5`.execute(db);
    });
    const verdict = async () => (await at.ask('GET', '/v1/audit/verify', { key: admin })).body;
    expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 5 });
    const remove = (table: 'audit_events' | 'audit_heads', from: number) =>
      at.plane.store.write('acme', ({ db }) => db.deleteFrom(table).where('tenant_id', '=', 'acme').where('seq', '>=', from).execute());
    await remove('audit_heads', 0);
    await remove('audit_events', 5);
    expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 5, events: 4 });
    await remove('audit_events', 0);
    expect(await verdict()).toMatchObject({ valid: false, first_bad_seq: 1, reason: 'all events are missing' });
  });
});

async function* lines(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

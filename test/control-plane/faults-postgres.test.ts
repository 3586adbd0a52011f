import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownPostgres } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const source = (name: string) => ({ kind: 'ingest.trace_push', display_name: name });
const unavailable = { status: 503, body: { detail: 'the database is not available' } };

describe('on PostgreSQL', () => {
  const database = ownPostgres();
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });
  const make = (name: string) => at.ask('POST', '/v1/sources', { key, body: source(name) });
  const names = async () =>
    (await at.ask('GET', '/v1/sources?limit=200', { key })).body.items.map((one: { display_name: string }) => one.display_name);
  const whole = async () => expect((await at.ask('GET', '/v1/audit/verify', { key })).body).toMatchObject({ valid: true });
  const asSuperuser = async (text: string) => {
    const client = new pg.Client({ connectionString: database.superUrl(), application_name: 'killer' });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };

  it('two requests that wait for one another both come through', { timeout: 20_000 }, async () => {
    const locks = [1, 2].map((key) => sql.raw(`select pg_advisory_xact_lock(${key})`));
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let first = 0;
    const inOrder = (order: readonly number[]) =>
      at.plane.store.write('acme', async ({ db }) => {
        await locks[order[0] ?? 0]?.execute(db);
        if (++first === 2) meet();
        await both;
        await locks[order[1] ?? 0]?.execute(db);
        return order;
      });
    expect(await Promise.all([inOrder([0, 1]), inOrder([1, 0])])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(first).toBeGreaterThan(2);
  });

  it('many first pushes of all kinds at once get no error', { timeout: 30_000 }, async () => {
    const fresh = await at.key('crowd');
    const at_ = new Date().toISOString();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [url, body] = [
          ['/v1/fleet/sync', { device: `d${index}`, observed_at: at_, agents: [{ client: 'cursor', servers: [] }] }],
          ['/v1/proxy/audit', { session_id: `s${index}`, events: [{ seq: 1, occurred_at: at_, decision: 'deny' }] }],
          ['/v1/findings/bulk', { findings: [{ id: `CVE-2025-${1000 + index}`, title: 'found', severity: 'high' }] }],
          ['/v1/sources', source(`crowd ${index}`)],
        ][index % 4] as [string, object];
        return at.ask('POST', url, { key: fresh, body });
      }),
    );
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201]);
    expect((await at.ask('GET', '/v1/audit/verify', { key: fresh })).body).toMatchObject({ valid: true });
  });

  it('a process that hangs in the middle of a transaction keeps the others waiting for seconds only', { timeout: 40_000 }, async () => {
    const hung = at.plane.store.write('acme', async ({ db }) => {
      await sql`select seq from audit_heads where tenant_id = 'acme' for update`.execute(db);
      await new Promise((resolve) => setTimeout(resolve, 16_000));
      await sql`select 1`.execute(db);
    });
    const end = expect(hung).rejects.toThrow('the database is not available');
    const started = Date.now();
    expect((await make('behind the hung one')).status).toBe(201);
    expect(Date.now() - started).toBeLessThan(15_000);
    await end;
    expect((await make('after it')).status).toBe(201);
    await whole();
  });

  it('a connection that is ended in the middle of a transaction costs 503 and leaves nothing half written', {
    timeout: 20_000,
  }, async () => {
    const torn = at.plane.store.write('acme', async ({ db }) => {
      await sql`insert into cohorts select tenant_id, 'coh_torn', '', 1, 'queued', '{}', null, 'x', 'x', null from tenants where tenant_id = 'acme'`.execute(
        db,
      );
      await asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and pid <> pg_backend_pid()`,
      );
      await sql`select 1`.execute(db);
    });
    await expect(torn).rejects.toThrow('the database is not available');
    const under = Array.from({ length: 40 }, (_, index) => make(`torn ${index}`));
    const ends = Array.from({ length: 5 }, () =>
      asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'killer' and backend_type = 'client backend'`,
      ).catch(() => []),
    );
    const answers = await Promise.all(under);
    await Promise.all(ends);
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(unavailable);
    const known = await names();
    for (const { status, body } of answers) if (status === 201) expect(known).toContain(body.display_name);
    expect(await asSuperuser(`select 1 from cohorts where cohort_id = 'coh_torn'`)).toEqual([]);
    await whole();
  });

  it('readers that have all connections cost 503 within seconds, and it goes on when one is free', { timeout: 30_000 }, async () => {
    const slow = Array.from({ length: 5 }, () => at.plane.store.read('acme', ({ db }) => sql`select pg_sleep(7)`.execute(db)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const started = Date.now();
    const [write, read, ready] = await Promise.all([make('too many'), at.ask('GET', '/v1/sources', { key }), at.ask('GET', '/readyz')]);
    expect([write, read]).toMatchObject([unavailable, unavailable]);
    expect(ready.status).toBe(503);
    expect((await at.ask('GET', '/healthz')).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(7_000);
    await Promise.all(slow);
    expect((await make('free again')).status).toBe(201);
    expect(await names()).not.toContain('too many');
  });
});

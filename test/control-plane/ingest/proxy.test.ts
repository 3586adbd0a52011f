import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const event = (seq: number, more: object = {}) => ({
  seq,
  occurred_at: `2026-01-01T12:00:${String(seq).padStart(2, '0')}.000Z`,
  decision: 'allow',
  agent: 'cursor',
  server: 'github',
  tool: 'create_issue',
  argument_shape: { title: 'string(12)' },
  ...more,
});

describe.each(databases())('runtime proxies on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const push = (session: string, events: unknown[], more: { key?: string; body?: object; headers?: Record<string, string> } = {}) =>
    at.ask('POST', '/v1/proxy/audit', {
      key: more.key ?? key,
      body: { session_id: session, events, ...more.body },
      ...(more.headers && { headers: more.headers }),
    });
  const status = async (asker = key) => (await at.ask('GET', '/v1/proxy/status', { key: asker })).body;
  const alerts = async (query = '', asker = key) => (await at.ask('GET', `/v1/proxy/alerts${query}`, { key: asker })).body;

  it('tell nothing before anybody pushes', async () => {
    expect(await status()).toMatchObject({ sessions: 0, events: 0, last_event_at: null, sources: [], recent_sessions: [] });
  });

  it('push what they decided; what comes again is a duplicate, what does not fit is named', async () => {
    const events = [event(1), event(2, { decision: 'deny', rule_id: 'no-writes', reason: 'writes are not allowed' })];
    const first = await push('s-1', [...events, { decision: 'maybe' }, event(9, { arguments: { path: 'value' } })]);
    expect(first.body).toMatchObject({ accepted: 2, duplicates: 0 });
    expect(first.body.rejected.map((one: { index: number }) => one.index)).toEqual([2, 3]);
    const again = await push('s-1', [...events, event(3, { decision: 'warn' }), event(3, { decision: 'warn' })]);
    expect(again.body).toMatchObject({ accepted: 1, duplicates: 3, rejected: [] });
    expect((await push('s-2', events)).body).toMatchObject({ accepted: 2 });
    expect(await status()).toMatchObject({
      sessions: 2,
      events: 5,
      blocked: 2,
      alerts: 3,
      last_event_at: '2026-01-01T12:00:03.000Z',
      sources: [{ source_id: first.body.source_id, sessions: 2, events: 5 }],
    });
    expect((await status()).recent_sessions).toHaveLength(2);
  });

  it('are alive without events too', async () => {
    const { status: code, body } = await push('idle', []);
    expect(code).toBe(200);
    expect(body).toMatchObject({ job_id: null, evidence_id: null, accepted: 0 });
    expect(await status()).toMatchObject({ sessions: 3, active_sessions: 1, events: 5 });
  });

  it('put what they saw into the graph', async () => {
    const edges = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('graph_edges').select(['from_id', 'kind', 'to_id']).where('tenant_id', '=', 'acme').orderBy('kind').execute(),
    );
    expect(edges).toEqual([
      { from_id: 'runtime:server:github', kind: 'offers', to_id: 'runtime:server:github#tool:create_issue' },
      { from_id: 'runtime:agent:cursor', kind: 'uses', to_id: 'runtime:server:github' },
    ]);
  });

  it('have their alerts listed, filtered and paged', async () => {
    const all = await alerts();
    expect(all.items.map((one: { decision: string }) => one.decision).sort()).toEqual(['deny', 'deny', 'warn']);
    expect(all.items.find((one: { decision: string }) => one.decision === 'deny')).toMatchObject({
      severity: 'high',
      rule_id: 'no-writes',
      reason: 'writes are not allowed',
    });
    const paged = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await alerts(`?limit=1${next && `&cursor=${next}`}`);
      paged.push(...page.items);
      next = page.next_cursor;
    }
    expect(paged).toEqual(all.items);
    expect((await alerts('?severity=medium')).items).toHaveLength(1);
    expect((await alerts('?decision=deny&agent=cursor')).items).toHaveLength(2);
    expect((await alerts('?agent=nobody')).items).toEqual([]);
    expect((await at.ask('GET', '/v1/proxy/alerts?severity=huge', { key })).status).toBe(400);
  });

  it('belong to one tenant and push for a proxy source alone', async () => {
    const other = await at.key('globex', 'viewer');
    expect(await status(other)).toMatchObject({ sessions: 0, sources: [] });
    expect((await alerts('', other)).items).toEqual([]);
    expect((await push('s', [], { key: other })).status).toBe(403);
    const [{ source_id: mine }] = (await status()).sources;
    expect((await push('s', [], { key: await at.key('globex'), body: { source_id: mine } })).status).toBe(404);
    const trace = { kind: 'ingest.trace_push', display_name: 't' };
    const { source_id: wrong } = (await at.ask('POST', '/v1/sources', { key, body: trace })).body;
    expect((await push('s', [], { body: { source_id: wrong } })).status).toBe(409);
    expect((await push('bad session!', [])).status).toBe(422);
  });

  it('may repeat a push under its idempotency key, also many at once', async () => {
    const headers = { 'idempotency-key': 'p-1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => push('s-3', [event(1)], { headers })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ accepted: 1, duplicates: 0 });
  });

  it('end at the tenant’s quota of a day', async () => {
    const tight = await at.key('tight');
    const day = new Date(at.plane.clock()).toISOString().slice(0, 10);
    await at.plane.store.write('tight', ({ db }) =>
      db.insertInto('usage_days').values({ tenant_id: 'tight', day, kind: 'ingest_events_per_day', used: 999_999 }).execute(),
    );
    const refused = await push('s', [event(1), event(2)], { key: tight });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await push('s', [event(1)], { key: tight })).status).toBe(200);
  });
});

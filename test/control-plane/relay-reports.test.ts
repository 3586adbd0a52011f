import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { proxyRoutes } from '../../src/api/proxy.js';
import { sweep } from '../../src/control-plane/retention/retention.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const DAY = 86_400_000;
const PULSE_MS = 100;
const FOREVER = '2099-01-01T00:00:00.000Z';

interface Pushed {
  key?: string;
  [member: string]: unknown;
}

describe.each(databases())('what relays report, on $name', (database) => {
  const at = withPlane(database, { keepAliveMs: PULSE_MS });
  let admin = '';
  const get = async (url: string, key = admin) => (await at.ask('GET', url, { key })).body;
  const event = (seq: number, more: object = {}) => ({
    seq,
    occurred_at: new Date(at.plane.clock()).toISOString(),
    decision: 'allow',
    server: 'files',
    tool: 'read_file',
    method: 'tools/call',
    ...more,
  });
  const push = ({ key = admin, session_id = 's-1', events = [], ...more }: Pushed) =>
    at.ask('POST', '/v1/proxy/audit', { key, body: { session_id, events, ...more } });
  const stream = async (query: string, headers: Record<string, string> = {}, key = admin) => {
    const { status, text } = await at.ask('GET', `/v1/proxy/alerts/stream?${query}`, { key, headers });
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    const alerts = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
    return { status, text, ids, alerts };
  };

  beforeAll(async () => {
    admin = await at.key('acme', 'admin', { expiresAt: FOREVER });
  });

  it('is listed, allowed calls too, by what they are, whose they are and when they came', async () => {
    await push({ events: [event(1), event(2, { decision: 'deny', rule_id: 'no-writes', tool: 'write_file', reason: 'no' })] });
    await push({ session_id: 's-2', events: [event(1, { server: 'mail', would_decide: 'deny', rule_id: 'audited' })] });
    const seen = async (query: string) =>
      (await get(`/v1/proxy/events?${query}`)).items.map(
        ({ session_id, tool, decision, would_decide }: Record<string, string>) => `${session_id} ${tool} ${decision} ${would_decide}`,
      );
    const allowed = 's-1 read_file allow allow';
    const denied = 's-1 write_file deny deny';
    const audited = 's-2 read_file allow deny';
    expect((await seen('')).sort()).toEqual([allowed, denied, audited]);
    for (const [query, expected] of [
      ['decision=allow&server=files', [allowed]],
      ['decision=deny', [denied]],
      ['server=mail', [audited]],
      ['tool=write_file', [denied]],
      ['rule_id=no-writes', [denied]],
      ['session_id=s-2', [audited]],
      ['severity=high', [denied, audited]],
      ['agent=nobody', []],
      ['until=2026-01-01T00:00:00Z', []],
      ['since=2026-01-01T00:00:00Z&session_id=s-1', [allowed, denied]],
    ] as const)
      expect([query, (await seen(query)).sort()]).toEqual([query, expected]);
    expect((await at.ask('GET', '/v1/proxy/events?since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z', { key: admin })).status).toBe(
      400,
    );
    const paged = [];
    for (let next = ''; ; ) {
      const { items, next_cursor } = await get(`/v1/proxy/events?limit=1${next && `&cursor=${next}`}`);
      paged.push(...items);
      if (next_cursor === null) break;
      next = next_cursor;
    }
    expect(paged).toEqual((await get('/v1/proxy/events')).items);
    for (const one of paged) {
      expect(proxyRoutes.listProxyEvents.response.shape.items.element.parse(one)).toEqual(one);
      expect(one).toMatchObject({
        tenant_id: 'acme',
        source_id: expect.stringMatching(/^src_/),
        trace_id: expect.stringMatching(/^\S{32}$/),
      });
    }
    // What would have been denied is an alert too.
    expect((await get('/v1/proxy/alerts')).items).toHaveLength(2);
  });

  it('is of no other tenant', async () => {
    const other = await at.key('globex');
    expect((await get('/v1/proxy/events', other)).items).toEqual([]);
    expect(await stream('seconds=0', { 'last-event-id': '0' }, other)).toMatchObject({ status: 200, alerts: [] });
    expect((await get('/v1/proxy/status', other)).recent_sessions).toEqual([]);
  });

  it('is followed as it comes: numbered, narrowed, and resumed where it was left', async () => {
    const all = await stream('seconds=0', { 'last-event-id': '0' });
    expect(all.alerts.map(({ decision, would_decide }) => [decision, would_decide])).toEqual([
      ['deny', 'deny'],
      ['allow', 'deny'],
    ]);
    expect(all.ids).toEqual([1, 2]);
    for (const alert of all.alerts) expect(proxyRoutes.listProxyAlerts.response.shape.items.element.parse(alert)).toEqual(alert);
    expect((await stream('seconds=0', { 'last-event-id': '1' })).ids).toEqual([2]);
    // Passed over, and known for the next time.
    expect(await stream('seconds=0&decision=deny', { 'last-event-id': '0' })).toMatchObject({
      ids: [1, 2],
      alerts: [{ decision: 'deny' }],
    });
    expect(await stream('seconds=0')).toMatchObject({ ids: [2], alerts: [] });
    expect(await stream('seconds=0', { 'last-event-id': '999' })).toMatchObject({ ids: [2], alerts: [] });
    expect((await stream('seconds=3601')).status).toBe(400);
    const open = stream('seconds=2');
    await wait(3 * PULSE_MS);
    await push({ session_id: 's-3', events: [event(1, { decision: 'deny' }), event(2), event(3, { decision: 'redact' })] });
    const live = await open;
    expect(live.alerts.map(({ decision }) => decision)).toEqual(['deny', 'redact']);
    expect(live.ids).toEqual([2, 3, 4]);
    expect(live.text).toContain(': keep-alive');
  });

  it('is told once, however many pushes bring it at once', async () => {
    const pushes = Array.from({ length: 8 }, (_, at) => [at, at + 1, at + 2].map((seq) => event(seq, { decision: 'deny' })));
    await Promise.all(pushes.map((events) => push({ session_id: 'crowd', events })));
    const { alerts, ids } = await stream('seconds=0&session_id=crowd', { 'last-event-id': '4' });
    expect(alerts).toHaveLength(10);
    expect(new Set(alerts.map(({ event_id }) => event_id)).size).toBe(10);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect((await get('/v1/proxy/events?session_id=crowd')).items).toHaveLength(10);
  });

  it('is followed no longer than the credential holds', async () => {
    const key = await at.key('acme', 'viewer');
    const open = stream('seconds=3600', {}, key);
    await wait(4 * PULSE_MS);
    await at.ask('DELETE', `/v1/auth/keys/key_${key.split('_')[1]}`, { key: admin });
    expect((await open).status).toBe(200);
    expect((await stream('seconds=0', {}, key)).status).toBe(401);
  });

  it('says how each session is: no job, no evidence, and an audit event only where it begins and ends', async () => {
    const ingested = async () => (await get('/v1/audit?action=proxy.ingest&limit=200')).items.length;
    const before = await ingested();
    const heartbeat = {
      server: 'mail',
      agent: 'cursor',
      mode: 'enforce',
      policy_version: 'a1b2',
      decided: 7,
      denied: 1,
      dropped: 0,
      waiting: 2,
    };
    for (const more of [{}, { decided: 8 }, { decided: 9, ended: true }]) {
      const { body } = await push({ session_id: 'beat', heartbeat: { ...heartbeat, ...more } });
      expect(body).toMatchObject({ job_id: null, evidence_id: null });
    }
    expect((await ingested()) - before).toBe(2);
    const { recent_sessions } = await get('/v1/proxy/status');
    expect(recent_sessions.find((one: { session_id: string }) => one.session_id === 'beat')).toMatchObject({
      ...{ server: 'mail', agent: 'cursor', events: 0 },
      heartbeat: { mode: 'enforce', policy_version: 'a1b2', decided: 9, denied: 1, waiting: 2, ended: true },
    });
    expect(recent_sessions.find((one: { session_id: string }) => one.session_id === 's-1').heartbeat).toBeNull();
    expect((await push({ heartbeat: { arguments: {} } })).status).toBe(422);
  });

  it('comes from a relay, or from a gateway that says so', async () => {
    const key = await at.key('hooli');
    const kindOf = async (body: object) => {
      const { source_id } = (await push({ key, ...body })).body;
      return (await get(`/v1/sources/${source_id}`, key)).kind;
    };
    expect(await kindOf({})).toBe('runtime.proxy');
    expect(await kindOf({ kind: 'runtime.gateway', events: [event(1)] })).toBe('runtime.gateway');
    const { source_id } = (await push({ key })).body;
    expect((await push({ key, source_id, kind: 'runtime.gateway' })).status).toBe(409);
    const bound = await at.key('hooli', 'analyst', { scopes: ['ingest'], sourceId: source_id });
    expect((await push({ key: bound, kind: 'runtime.gateway' })).status).toBe(403);
    expect((await push({ key: bound, kind: 'runtime.proxy' })).status).toBe(200);
  });

  it('makes the servers known that relays stand before, once', async () => {
    const key = await at.key('initech');
    await push({ key, heartbeat: { server: 'files', agent: 'cursor' } });
    await push({ key, session_id: 's-2', events: [event(1), event(2, { server: 'mail' })] });
    const document = { device: 'laptop', observed_at: new Date(at.plane.clock()).toISOString() };
    const agents = [{ client: 'cursor', servers: [{ name: 'files', transport: 'stdio', command: 'npx', args: [] }] }];
    expect((await at.ask('POST', '/v1/fleet/sync', { key, body: { ...document, agents } })).status).toBe(200);
    const { items } = await get('/v1/gateway/upstreams/discovered', key);
    expect(items.map(({ name, command }: Record<string, string>) => [name, command])).toEqual([
      ['files', 'npx'],
      ['mail', null],
    ]);
    expect(items[0].sources).toHaveLength(2);
  });

  it('goes with its time, and numbers go on', async () => {
    const key = await at.key('past', 'admin', { expiresAt: FOREVER });
    await push({ key, events: [event(1, { decision: 'deny' })], heartbeat: {} });
    at.advance(91 * DAY);
    await sweep(at.plane);
    const rows = await at.plane.store.read('past', async ({ db }) =>
      Promise.all(
        (['proxy_heartbeats', 'proxy_alerts', 'runtime_events', 'proxy_sessions'] as const).map((table) =>
          db.selectFrom(table).select('tenant_id').where('tenant_id', '=', 'past').execute(),
        ),
      ),
    );
    expect(rows).toEqual([[], [], [], []]);
    await push({ key, session_id: 'later', events: [event(1, { decision: 'deny' })] });
    expect((await stream('seconds=0', { 'last-event-id': '1' }, key)).ids).toEqual([2]);
  });
});

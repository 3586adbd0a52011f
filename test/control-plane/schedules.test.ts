import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleRoutes } from '../../src/api/schedules.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('schedules on $name', (database) => {
  const at = withPlane(database);
  let analyst = '';
  let admin = '';
  const sources: string[] = [];
  const create = (more: object, key = analyst) => at.ask('POST', '/v1/schedules', { key, body: { cron: '0 3 * * *', ...more } });
  beforeAll(async () => {
    admin = await at.key('acme');
    analyst = await at.key('acme', 'analyst');
    for (const kind of ['scan.repo', 'scan.repo', 'ingest.trace_push']) {
      const body = { kind, display_name: kind, ...(kind === 'scan.repo' && { scope: { path: at.folder } }) };
      sources.push((await at.ask('POST', '/v1/sources', { key: admin, body })).body.source_id);
    }
  });

  it('are made for a source or a cohort, loaded and listed', async () => {
    const made = await create({ source_id: sources[0], timezone: 'Europe/Berlin', name: 'nightly' });
    expect(made.status).toBe(201);
    const loaded = await at.ask('GET', String(made.headers['location']), { key: analyst });
    expect(scheduleRoutes.getSchedule.response.parse(loaded.body)).toMatchObject({ ...made.body, runs: [] });
    expect(new Date(made.body.next_run_at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('03:00:00');
    const cohort = await create({ scan_config: { source_ids: sources.slice(0, 2) }, enabled: false });
    expect(cohort.body).toMatchObject({ source_id: null, scan_config: { max_age_hours: 168 }, enabled: false, next_run_at: null });
    const listed = await at.ask('GET', '/v1/schedules?enabled=true', { key: analyst });
    expect(listed.body.items.map((one: { schedule_id: string }) => one.schedule_id)).toEqual([made.body.schedule_id]);
  });

  it('are turned off and on again, and deleted', async () => {
    const made = await create({ source_id: sources[0] });
    const url = `/v1/schedules/${made.body.schedule_id}`;
    expect((await at.ask('PUT', `${url}/toggle`, { key: analyst })).body).toMatchObject({ enabled: false, next_run_at: null });
    expect((await at.ask('PUT', `${url}/toggle`, { key: analyst })).body).toMatchObject({
      enabled: true,
      next_run_at: made.body.next_run_at,
    });
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(204);
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(404);
    expect((await at.ask('PUT', `${url}/toggle`, { key: analyst })).status).toBe(404);
    const queued = await at.plane.store.shared(({ db }) => db.selectFrom('schedule_queue').select('schedule_id').execute());
    expect(queued.map(({ schedule_id }) => schedule_id)).not.toContain(made.body.schedule_id);
    const audit = await at.plane.store.read('acme', ({ db }) =>
      db
        .selectFrom('audit_events')
        .select('action')
        .where('tenant_id', '=', 'acme')
        .where('target_id', '=', made.body.schedule_id)
        .execute(),
    );
    expect(audit.map(({ action }) => action)).toEqual(['schedule.create', 'schedule.toggle', 'schedule.toggle', 'schedule.delete']);
  });

  it.each([
    ['a time that never comes', { cron: '0 0 30 2 *' }, 'cron: this time never comes'],
    ['six fields', { cron: '0 0 3 * * *' }, 'cron: expected five fields, as in 0 3 * * 1-5'],
    ['a nickname', { cron: '@daily' }, 'cron: expected five fields, as in 0 3 * * 1-5'],
    ['a value out of range', { cron: '61 * * * *' }, 'cron: expected five fields, as in 0 3 * * 1-5'],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, 'timezone: expected a name like Europe/Berlin'],
    ['no source', { source_id: undefined }, 'source_id: expected either source_id or scan_config'],
    ['one source twice', { source_id: undefined, scan_config: { source_ids: ['src_00000001', 'src_00000001'] } }, /differ/],
    ['a cohort of one', { source_id: undefined, scan_config: { source_ids: ['src_00000001'] } }, /scan_config.source_ids/],
  ])('are refused with %s', async (_, more, detail) => {
    const answer = await create({ source_id: sources[0], ...more });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
  });

  it('are as many as the quota says', async () => {
    const quota = (schedules: number | null) => at.ask('PUT', '/v1/auth/quota', { key: admin, body: { schedules } });
    await quota(0);
    expect(await create({ source_id: sources[0] })).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    await quota(null);
  });

  it('need sources of the tenant that can be run, and a role', async () => {
    const other = await at.key('globex');
    expect((await create({ source_id: sources[0] }, other)).status).toBe(404);
    expect((await create({ source_id: sources[2] })).status).toBe(409);
    expect((await create({ scan_config: { source_ids: [sources[0], 'src_00000000000000000000000000'] } })).status).toBe(404);
    expect((await create({ source_id: sources[0] }, await at.key('acme', 'viewer'))).status).toBe(403);
    const made = await create({ source_id: sources[0] });
    expect((await at.ask('DELETE', `/v1/schedules/${made.body.schedule_id}`, { key: analyst })).status).toBe(403);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', '/toggle'],
      ['DELETE', ''],
    ]) {
      expect((await at.ask(method ?? '', `/v1/schedules/${made.body.schedule_id}${path}`, { key: other })).status).toBe(404);
    }
  });
});

describe.each(databases())('a preview of a schedule on $name', (database) => {
  const at = withPlane(database);

  it('says the next five times in the zone, and stores nothing', async () => {
    const key = await at.key('acme', 'viewer');
    const body = { cron: '30 3 * * *', timezone: 'Europe/Berlin' };
    const { status, body: answer } = await at.ask('POST', '/v1/schedules/preview', { key, body });
    expect(status).toBe(200);
    expect(answer.next).toHaveLength(5);
    expect([...answer.next].sort()).toEqual(answer.next);
    for (const time of answer.next) expect(time).toMatch(/T0[12]:30:00\.000Z$/);
    expect((await at.ask('GET', '/v1/schedules', { key })).body.items).toEqual([]);
  });

  it('refuses what never comes', async () => {
    const key = await at.key('acme', 'viewer');
    expect((await at.ask('POST', '/v1/schedules/preview', { key, body: { cron: '0 0 30 2 *' } })).status).toBe(422);
  });
});

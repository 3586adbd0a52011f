import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScheduledLaunch } from '../../src/control-plane/jobs/fire-schedule.js';
import { rounds } from '../../src/control-plane/jobs/scheduler.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOCAL = { host: 'localhost' };
const FAR = '2099-01-01T00:00:00.000Z';

describe.each(databases())('a clock that is set moves the ends of things with it, on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  /** How far the clock is from where it began. */
  let set = 0;
  const step = (ms: number) => {
    at.advance(ms);
    set += ms;
  };
  beforeAll(async () => {
    at.freeze();
    admin = await at.key('acme', 'admin', { expiresAt: FAR });
  });
  afterEach(() => step(-set));
  const inMs = (ms: number) => new Date(at.plane.clock() + ms).toISOString();
  const me = (headers: Record<string, string>) => at.ask('GET', '/v1/auth/me', { headers });
  const post = (url: string, body: object, headers: Record<string, string> = {}) => at.ask('POST', url, { key: admin, body, headers });
  async function session() {
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: admin }, headers: LOCAL });
    return { ...LOCAL, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
  }

  it('sessions: ahead they end, and one used again after a step back lasts no longer than a new one', async () => {
    const ahead = await session();
    step(61 * MINUTE);
    expect((await me(ahead)).status).toBe(401);
    step(DAY);
    const headers = await session();
    step(-DAY);
    const { session: used } = (await me(headers)).body;
    expect([used.idle_expires_at, used.expires_at]).toEqual([inMs(HOUR), inMs(8 * HOUR)]);
    step(61 * MINUTE);
    expect((await me(headers)).status).toBe(401);
    step(-61 * MINUTE);
    for (let used = 0; used < 8; used++) {
      expect((await me(headers)).status).toBe(200);
      step(59 * MINUTE);
    }
    expect((await me(headers)).status).toBe(200);
    step(9 * MINUTE);
    expect((await me(headers)).status).toBe(401);
  });

  it('keys: they end by the clock, and their use is noted at either side of a step', async () => {
    const key = await at.key('acme', 'viewer', { expiresAt: inMs(HOUR) });
    const headers = { authorization: `Bearer ${key}` };
    expect((await me(headers)).status).toBe(200);
    step(-DAY);
    expect((await me(headers)).status).toBe(200);
    const id = `key_${key.split('_')[1]}`;
    expect((await at.ask('GET', `/v1/auth/keys/${id}`, { key: admin })).body.last_used_at).toBe(inMs(0));
    step(DAY + HOUR);
    expect((await me(headers)).status).toBe(401);
  });

  it('idempotency keys: a step back repeats no effect, nor does one ahead within their day', async () => {
    const make = () => post('/v1/sources', { kind: 'ingest.trace_push', display_name: 'once' }, { 'idempotency-key': 'clock-1' });
    const { source_id } = (await make()).body;
    for (const ms of [-30 * DAY, 30 * DAY + 23 * HOUR]) {
      step(ms);
      const again = await make();
      expect([again.body.source_id, again.headers['idempotency-replayed']]).toEqual([source_id, 'true']);
    }
  });

  it('exceptions: they hold and end by the clock', async () => {
    const made = (await post('/v1/exceptions', { problem_id: 'CVE-2026-1', reason: 'known', expires_at: inMs(DAY) })).body;
    const status = async () => (await at.ask('GET', `/v1/exceptions/${made.exception_id}`, { key: admin })).body.status;
    const listed = async () => (await at.ask('GET', '/v1/exceptions?status=expired', { key: admin })).body.items.length;
    step(DAY);
    expect([await status(), await listed()]).toEqual(['expired', 1]);
    step(-2 * DAY);
    expect([await status(), await listed()]).toEqual(['pending', 0]);
  });

  it('the audit chain: its order is that of what happened, whatever the clock says', async () => {
    for (const ms of [0, -DAY, 2 * DAY]) {
      step(ms);
      await post('/v1/sources', { kind: 'ingest.trace_push', display_name: `at ${ms}` });
    }
    const { items } = (await at.ask('GET', '/v1/audit?action=source.create&limit=3', { key: admin })).body;
    const times = items.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(times).toEqual([inMs(0), inMs(-2 * DAY), inMs(-DAY)]);
    const seqs = items.map(({ seq }: { seq: number }) => seq);
    expect(seqs).toEqual([...seqs].sort((a: number, b: number) => b - a));
    expect((await at.ask('GET', '/v1/audit/verify', { key: admin })).body.valid).toBe(true);
  });

  describe('schedules', () => {
    const fired: string[] = [];
    const launch: ScheduledLaunch = async ({ key }) => {
      fired.push(key);
      return {};
    };
    const make = async (cron: string) => {
      const source_id = (await post('/v1/sources', { kind: 'scan.repo', display_name: 'r', scope: { path: at.folder } })).body.source_id;
      return (await post('/v1/schedules', { cron, source_id })).body;
    };
    const next = async (id: string) => (await at.ask('GET', `/v1/schedules/${id}`, { key: admin })).body.next_run_at;
    const firedOf = (id: string) => fired.filter((key) => key.startsWith(id));

    it('are not silent until a time comes again that the clock was ahead of, and fire nothing twice', async () => {
      const round = rounds(at.plane, launch);
      const { schedule_id, next_run_at } = await make('0 * * * *');
      step(30 * DAY);
      await round();
      expect(firedOf(schedule_id)).toEqual([`${schedule_id}@${next_run_at}`]);
      step(-30 * DAY);
      await round();
      expect(await next(schedule_id)).toBe(next_run_at);
      for (let hour = 1; hour <= 3; hour++) {
        step(HOUR);
        await round();
        await round();
      }
      // The first has been fired before.
      expect(firedOf(schedule_id)).toHaveLength(3);
      expect(new Set(firedOf(schedule_id)).size).toBe(3);
      await at.ask('DELETE', `/v1/schedules/${schedule_id}`, { key: admin });
    });

    it('are planned anew by a process that starts after the clock was put right', async () => {
      step(30 * DAY);
      const { schedule_id } = await make('30 4 * * *');
      step(-30 * DAY);
      await rounds(at.plane, launch)();
      expect((await next(schedule_id)) <= inMs(DAY)).toBe(true);
      expect(firedOf(schedule_id)).toEqual([]);
      await at.ask('DELETE', `/v1/schedules/${schedule_id}`, { key: admin });
    });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimNext } from '../../src/control-plane/jobs/claim.js';
import { nextOccurrence } from '../../src/control-plane/jobs/cron.js';
import { launchOccurrence } from '../../src/control-plane/jobs/launch-occurrence.js';
import { replan } from '../../src/control-plane/jobs/replan.js';
import { fireDue } from '../../src/control-plane/jobs/scheduler.js';
import { settle } from '../../src/control-plane/jobs/settle.js';
import { SourceRepository } from '../../src/control-plane/store/sources.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TERMS = { worker: 'test', leaseMs: MINUTE, maxAttempts: 3, running: [], served: [] };

describe('the times of a schedule', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'at a half hour that is skipped',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'in a zone of three quarters of an hour',
      '0 9 * * *',
      'Asia/Kathmandu',
      '2026-01-01T00:00Z',
      ['2026-01-01T03:15Z', '2026-01-02T03:15Z'],
    ],
    ['by local days, where the day has begun already', '0 1 1 * *', 'Pacific/Auckland', '2026-05-31T00:00Z', ['2026-05-31T13:00Z']],
    ['by local weekdays, where it is Sunday still', '0 20 * * SUN', 'America/Los_Angeles', '2026-01-04T12:00Z', ['2026-01-05T04:00Z']],
    ['every hour while the clocks go on', '0 * * * *', 'Europe/Berlin', '2026-03-29T00:30Z', ['2026-03-29T01:00Z', '2026-03-29T02:00Z']],
    [
      'every hour while the clocks go back',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'at one time on either side of summer time',
      '0 8 * * *',
      'America/New_York',
      '2026-03-07T00:00Z',
      ['2026-03-07T13:00Z', '2026-03-08T12:00Z'],
    ],
    ['on days of the month or of the week', '0 0 15 * MON', 'UTC', '2026-06-08T00:00Z', ['2026-06-15T00:00Z', '2026-06-22T00:00Z']],
    ['on Sunday as 7 as well as 0', '0 0 * * 7', 'UTC', '2026-01-01T00:00Z', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    ['in months that have the day', '0 0 31 * *', 'UTC', '2026-01-31T00:00Z', ['2026-03-31T00:00Z', '2026-05-31T00:00Z']],
    ['after the minute, never at it', '30 4 * * *', 'UTC', '2026-01-01T04:30Z', ['2026-01-02T04:30Z']],
    ['across a leap day', '0 0 29 * *', 'UTC', '2028-01-29T00:00Z', ['2028-02-29T00:00Z', '2028-03-29T00:00Z']],
  ])('come %s', (_, cron, zone, after, expected) => {
    const times: string[] = [];
    let at = Date.parse(after);
    for (const _one of expected) {
      const next = nextOccurrence(cron, zone, at);
      if (typeof next === 'string') throw new Error(next);
      times.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
      at = next;
    }
    expect(times).toEqual(expected);
  });

  it.each([
    ['four fields', '0 3 * *', 'UTC', 'cron'],
    ['a time of two lines', '0 3 * * *\n0 4 * * *', 'UTC', 'cron'],
    ['an hour that there is none of', '0 24 * * *', 'UTC', 'cron'],
    ['a month of no name', '0 0 1 FOO *', 'UTC', 'cron'],
    ['a day before the first', '0 0 0 * *', 'UTC', 'cron'],
    ['a step of none', '*/0 * * * *', 'UTC', 'cron'],
    ['a range backwards', '0 9-5 * * *', 'UTC', 'cron'],
    ['the words of a program', '0 0 * * *; reboot', 'UTC', 'cron'],
    ['no zone', '0 3 * * *', '', 'timezone'],
    ['a path for a zone', '0 3 * * *', '../etc/localtime', 'timezone'],
    ['a zone of another shape', '0 3 * * *', 'Europe Berlin', 'timezone'],
    ['the 31st of short months', '0 0 31 2,4,6,9,11 *', 'UTC', 'never'],
  ])('are none for %s', (_, cron, zone, fault) => expect(nextOccurrence(cron, zone, Date.parse('2026-01-01T00:00Z'))).toBe(fault));
});

describe.each(databases())('a schedule on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  let source = '';
  let id = '';
  const post = async (url: string, body: object) => (await at.ask('POST', url, { key: admin, body })).body;
  const load = async () => (await at.ask('GET', `/v1/schedules/${id}`, { key: admin })).body;
  const runs = async () =>
    (await load()).runs as { scheduled_for: string; outcome: string; detail: string | null; job_id: string | null }[];
  const toggle = async () => (await at.ask('PUT', `/v1/schedules/${id}/toggle`, { key: admin })).body;
  const fire = () => fireDue(at.plane, launchOccurrence);
  const now = () => new Date(at.plane.clock()).toISOString();
  const jobsOf = async (status: string) =>
    (await at.ask('GET', `/v1/jobs?source_id=${source}&status=${status}`, { key: admin })).body.items as { job_id: string }[];

  beforeAll(async () => {
    at.freeze();
    admin = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
  });
  beforeEach(async () => {
    // Whatever is planned begins with an hour.
    at.advance(HOUR - (at.plane.clock() % HOUR));
    if (id) await at.ask('DELETE', `/v1/schedules/${id}`, { key: admin });
    for (const { job_id } of source ? await jobsOf('queued') : []) await at.ask('POST', `/v1/scan/${job_id}/cancel`, { key: admin });
    source = (await post('/v1/sources', { kind: 'scan.repo', display_name: `at ${now()}`, scope: { path: at.folder } })).source_id;
    id = (await post('/v1/schedules', { cron: '0 * * * *', source_id: source })).schedule_id;
  });

  it('waits for its minute, not a millisecond less', async () => {
    at.advance(HOUR - 1);
    expect([await fire(), (await runs()).length]).toEqual([0, 0]);
    at.advance(1);
    expect([await fire(), await fire()]).toEqual([1, 0]);
    expect(await runs()).toMatchObject([{ scheduled_for: now(), outcome: 'queued' }]);
    expect((await load()).next_run_at).toBe(new Date(at.plane.clock() + HOUR).toISOString());
  });

  it('starts the next run while the last one waits or runs, each with an end of its own', async () => {
    for (const _ of [1, 2]) {
      at.advance(HOUR);
      expect(await fire()).toBe(1);
    }
    const claimed = await claimNext(at.plane, TERMS);
    at.advance(HOUR);
    expect(await fire()).toBe(1);
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['queued', 'queued', 'running']);
    if (!claimed) throw new Error('no job waits');
    await settle(at.plane, 'acme', claimed.hold, { status: 'timed_out', error: 'not done in time' });
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['queued', 'queued', 'timed_out']);
    expect((await load()).last_outcome).toBe('queued');
    for (const { job_id } of await jobsOf('queued')) await at.ask('POST', `/v1/scan/${job_id}/cancel`, { key: admin });
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'timed_out']);
  });

  const change = (values: object) => at.plane.store.write('acme', (store) => new SourceRepository(store).update(source, values));
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['is disabled', () => at.ask('PUT', `/v1/sources/${source}`, { key: admin, body: { enabled: false } }), /^the source is disabled$/],
    ['is retired', () => change({ status: 'retired' }), /^the source is retired$/],
    ['names a credential that nobody can run with', () => change({ credential_ref: 'cred_1' }), /^a credential reference is not a secret/],
    ['covers what it cannot cover', () => change({ scope: { path: 7 } }), /^sources of kind scan\.repo cannot be run$/],
    [
      'belongs to a tenant with as many jobs as it may have',
      () => at.ask('PUT', '/v1/auth/quota', { key: admin, body: { active_jobs: 0 } }),
      /^the tenant's quota of 0 active jobs is used up$/,
    ],
  ])('starts nothing while its source %s, says so, and tries again at its next time', async (_, spoil, detail) => {
    await spoil();
    at.advance(HOUR);
    expect(await fire()).toBe(1);
    expect(await runs()).toEqual([expect.objectContaining({ outcome: 'refused', detail: expect.stringMatching(detail), job_id: null })]);
    expect(await jobsOf('queued')).toEqual([]);
    const audit = (await at.ask('GET', '/v1/audit?action=schedule.run&limit=1', { key: admin })).body.items;
    expect(audit).toMatchObject([{ target_id: id, outcome: 'refused', actor: `schedule:${id}` }]);
    await change({ status: 'configured', scope: { path: at.folder }, credential_ref: null, enabled: true });
    await at.ask('PUT', '/v1/auth/quota', { key: admin, body: { active_jobs: null } });
    at.advance(HOUR);
    expect(await fire()).toBe(1);
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['queued', 'refused']);
  });

  it('does not run a job whose source was disabled after it was queued', async () => {
    at.advance(HOUR);
    await fire();
    await at.ask('PUT', `/v1/sources/${source}`, { key: admin, body: { enabled: false } });
    expect(await claimNext(at.plane, TERMS)).toMatchObject({ job: undefined });
    expect(await runs()).toMatchObject([{ outcome: 'failed' }]);
    const [{ job_id } = { job_id: '' }] = await jobsOf('failed');
    expect((await at.ask('GET', `/v1/scan/${job_id}`, { key: admin })).body).toMatchObject({
      error: 'its source is not enabled',
      started_at: null,
    });
  });

  it('makes good for all missed times once, and is on time again', async () => {
    const planned = (await load()).next_run_at;
    at.advance(3 * DAY + 20 * MINUTE);
    expect([await fire(), await fire()]).toEqual([1, 0]);
    expect((await runs()).map(({ scheduled_for }) => scheduled_for)).toEqual([planned]);
    at.advance(40 * MINUTE);
    expect(await fire()).toBe(1);
    expect((await runs())[0]?.scheduled_for).toBe(now());
  });

  it('makes good for nothing that it missed while it was off', async () => {
    await toggle();
    at.advance(5 * HOUR + 10 * MINUTE);
    expect([await fire(), (await load()).next_run_at]).toEqual([0, null]);
    expect((await toggle()).next_run_at).toBe(new Date(at.plane.clock() + 50 * MINUTE).toISOString());
    expect([await fire(), await runs()]).toEqual([0, []]);
  });

  it('that is deleted as its time comes starts nothing', async () => {
    at.advance(HOUR);
    await at.ask('DELETE', `/v1/schedules/${id}`, { key: admin });
    expect(await fire()).toBe(0);
    expect(await jobsOf('queued')).toEqual([]);
  });

  it('that was planned too late is planned anew, and one that is on time is left alone', async () => {
    const onTime = (await load()).next_run_at;
    expect([await replan(at.plane), (await load()).next_run_at]).toEqual([0, onTime]);
    at.advance(2 * DAY);
    await fire();
    const tooLate = (await load()).next_run_at;
    at.advance(-2 * DAY);
    expect(await replan(at.plane, () => true)).toBe(0);
    expect((await load()).next_run_at).toBe(tooLate);
    expect([await replan(at.plane), await replan(at.plane)]).toEqual([1, 0]);
    expect((await load()).next_run_at).toBe(onTime);
    // The time that was made good for while the clock was ahead has been fired: nothing comes of it twice.
    at.advance(HOUR);
    expect([await fire(), (await runs()).length]).toEqual([0, 1]);
    expect((await load()).next_run_at).toBe(new Date(at.plane.clock() + HOUR).toISOString());
  });
});

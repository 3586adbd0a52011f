import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Conflict } from '../../src/control-plane/failures.js';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { cohortIdOf } from '../../src/control-plane/jobs/cohorts.js';
import { nextOccurrence } from '../../src/control-plane/jobs/cron.js';
import type { ScheduledLaunch } from '../../src/control-plane/jobs/fire-schedule.js';
import { enqueueJob } from '../../src/control-plane/jobs/launch.js';
import { launchOccurrence } from '../../src/control-plane/jobs/launch-occurrence.js';
import { fireDue } from '../../src/control-plane/jobs/scheduler.js';
import { type OpenTestPlane, openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';

const HOUR = 3_600_000;
const keys: string[] = [];

/** Makes a job, slowly, as what is launched does. */
const launch: ScheduledLaunch = async ({ ground, store, shared, schedule, key, traceId }) => {
  keys.push(key);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const draft = { jobType: 'scan', requestedRole: 'analyst', requestedBy: `schedule:${schedule.schedule_id}`, spec: {}, traceId } as const;
  return { jobId: await enqueueJob(store, shared, { ...draft, now: timeOf(ground), scheduleId: schedule.schedule_id }) };
};

describe.each(databases())('three schedulers on one $name', (database) => {
  const planes: OpenTestPlane[] = [];
  let admin = '';
  let source = '';
  const first = () => planes[0] as OpenTestPlane;
  const create = async (cron: string) => {
    const body = { cron, source_id: source };
    return (await first().ask('POST', '/v1/schedules', { key: admin, body })).body as { schedule_id: string; next_run_at: string };
  };
  const load = async (id: string) => (await first().ask('GET', `/v1/schedules/${id}`, { key: admin })).body;
  const advance = (ms: number) => {
    for (const plane of planes) plane.advance(ms);
  };
  const fireAll = async (what = launch) => {
    const fired = await Promise.all(planes.map(({ plane }) => fireDue(plane, what)));
    return fired.reduce((a, b) => a + b);
  };
  beforeAll(async () => {
    const options = await database.open();
    planes.push(await openTestPlane(options));
    const auditKeyFile = join(first().plane.options.dataFolder, 'audit.key');
    // SQLite has one process; there the three share it.
    for (const _ of [2, 3]) planes.push(database.name === 'postgres' ? await openTestPlane({ ...options, auditKeyFile }) : first());
    admin = await first().key('acme');
    await first().ask('PUT', '/v1/auth/quota', { key: admin, body: { active_jobs: 1000 } });
    const body = { kind: 'scan.repo', display_name: 'repo', scope: { path: first().folder } };
    source = (await first().ask('POST', '/v1/sources', { key: admin, body })).body.source_id;
  });
  afterAll(async () => {
    for (const plane of new Set(planes)) await plane.close();
    await database.close();
  });

  it('fire each occurrence once, and move on', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, (_, index) => create(`${index} * * * *`)));
    expect(await fireAll()).toBe(0);
    for (let round = 1; round <= 3; round++) {
      advance(HOUR);
      expect(await fireAll()).toBe(10);
      expect(await fireAll()).toBe(0);
    }
    for (const { schedule_id } of made) {
      const { runs, next_run_at, last_outcome } = await load(schedule_id);
      expect(runs).toHaveLength(3);
      expect(last_outcome).toBe('queued');
      expect(next_run_at > runs[0].fired_at).toBe(true);
      const jobs = await first().plane.store.read('acme', ({ db }) =>
        db.selectFrom('jobs').select('job_id').where('tenant_id', '=', 'acme').where('schedule_id', '=', schedule_id).execute(),
      );
      expect(jobs.map(({ job_id }) => job_id).sort()).toEqual(runs.map((run: { job_id: string }) => run.job_id).sort());
      await first().ask('DELETE', `/v1/schedules/${schedule_id}`, { key: admin });
    }
    expect(keys).toContain(`${made[0]?.schedule_id}@${made[0]?.next_run_at}`);
  });

  it('catch up once after downtime, and never fire again when the clock steps back', async () => {
    const made = await create('*/10 * * * *');
    advance(30 * HOUR);
    expect(await fireAll()).toBe(1);
    expect(await fireAll()).toBe(0);
    const { runs, next_run_at } = await load(made.schedule_id);
    expect(runs).toMatchObject([{ scheduled_for: made.next_run_at, outcome: 'queued' }]);
    advance(-2 * HOUR);
    expect(await fireAll()).toBe(0);
    // Off and on again at the earlier time: what has been fired stays fired.
    for (const _ of [1, 2]) await first().ask('PUT', `/v1/schedules/${made.schedule_id}/toggle`, { key: admin });
    advance(2 * HOUR);
    await fireAll();
    expect((await load(made.schedule_id)).next_run_at >= next_run_at).toBe(true);
    await first().ask('DELETE', `/v1/schedules/${made.schedule_id}`, { key: admin });
  });

  it('start what the schedule names: the source, or its cohort with the id of the occurrence', async () => {
    const body = { kind: 'scan.repo', display_name: 'second', scope: { path: first().folder } };
    const second = (await first().ask('POST', '/v1/sources', { key: admin, body })).body.source_id;
    const single = await create('0 * * * *');
    const draft = { cron: '0 * * * *', scan_config: { source_ids: [source, second], max_age_hours: 24 } };
    const cohort = (await first().ask('POST', '/v1/schedules', { key: admin, body: draft })).body;
    advance(HOUR);
    expect(await fireAll(launchOccurrence)).toBe(2);
    const [job] = (await load(single.schedule_id)).runs;
    expect((await first().ask('GET', `/v1/scan/${job.job_id}`, { key: admin })).body).toMatchObject({
      source_id: source,
      requested_by: `schedule:${single.schedule_id}`,
    });
    const [run] = (await load(cohort.schedule_id)).runs;
    expect(run).toMatchObject({ cohort_id: cohortIdOf('acme', `${cohort.schedule_id}@${cohort.next_run_at}`), outcome: 'queued' });
    for (const { schedule_id } of [single, cohort]) await first().ask('DELETE', `/v1/schedules/${schedule_id}`, { key: admin });
  });

  it('say why nothing was started, and move on all the same', async () => {
    const made = await create('0 * * * *');
    const refuse: ScheduledLaunch = () => Promise.reject(new Conflict('the source is disabled'));
    advance(HOUR);
    expect(await fireAll(refuse)).toBe(1);
    expect((await load(made.schedule_id)).runs).toMatchObject([{ outcome: 'refused', detail: 'the source is disabled', job_id: null }]);
    advance(HOUR);
    expect(await fireAll(() => Promise.reject(new Error('a defect')))).toBe(1);
    const { runs, next_run_at } = await load(made.schedule_id);
    expect(runs).toMatchObject([{ outcome: 'failed' }, { outcome: 'refused' }]);
    expect(next_run_at > timeOf(first().plane)).toBe(true);
  });
});

describe('occurrences', () => {
  const at = (text: string) => Date.parse(text);
  const next = (cron: string, zone: string, after: string) => {
    const found = nextOccurrence(cron, zone, at(after));
    return typeof found === 'string' ? found : new Date(found).toISOString();
  };
  it.each([
    ['0 0 13 * 5', 'UTC', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['0 12 * * MON', 'UTC', '2026-01-01T00:00:00Z', '2026-01-05T12:00:00.000Z'],
    ['0 9 * * *', 'America/New_York', '2026-07-01T00:00:00Z', '2026-07-01T13:00:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    // A time that the clocks skip comes when they have gone on, and one that comes twice counts once.
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', '2018-11-04T03:00:00.000Z'],
    ['*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00.000Z'],
    ['0 0 29 2 MON', 'UTC', '2026-02-24T00:00:00Z', '2027-02-01T00:00:00.000Z'],
    ['0 0 L * *', 'UTC', '2026-01-01T00:00:00Z', 'cron'],
    ['0 0 * * 5#2', 'UTC', '2026-01-01T00:00:00Z', 'cron'],
    ['0 0 31 4 *', 'UTC', '2026-01-01T00:00:00Z', 'never'],
    ['0 0 * * *', '+02:00', '2026-01-01T00:00:00Z', 'timezone'],
  ])('of %s in %s', (cron, zone, after, expected) => expect(next(cron, zone, after)).toBe(expected));
});

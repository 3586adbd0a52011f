import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleRoutes } from '../../src/api/schedules.js';
import { claimNext } from '../../src/control-plane/jobs/claim.js';
import { launchOccurrence } from '../../src/control-plane/jobs/launch-occurrence.js';
import { fireDue } from '../../src/control-plane/jobs/scheduler.js';
import { type Ending, settle } from '../../src/control-plane/jobs/settle.js';
import { sweep } from '../../src/control-plane/retention/retention.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const HOUR = 3_600_000;
const terms = { worker: 'test', leaseMs: 60_000, maxAttempts: 3, running: [], served: [] };

describe.each(databases())('the outcome of a schedule on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  const sources: string[] = [];
  const post = async (url: string, body: object) => (await at.ask('POST', url, { key: admin, body })).body;
  const last = async (id: string) => {
    const { body } = await at.ask('GET', `/v1/schedules/${id}`, { key: admin });
    expect(scheduleRoutes.getSchedule.response.parse(body)).toEqual(body);
    const { last_outcome, last_detail, last_job_id, last_cohort_id } = body;
    const record = { last_outcome, last_detail, last_job_id, last_cohort_id };
    const listed = (await at.ask('GET', '/v1/schedules', { key: admin })).body.items;
    expect(listed.find((one: { schedule_id: string }) => one.schedule_id === id)).toMatchObject(record);
    const [run] = body.runs;
    if (run) expect(run).toMatchObject({ outcome: last_outcome, detail: last_detail, job_id: last_job_id, cohort_id: last_cohort_id });
    return record;
  };
  /** Lets the next occurrence come, and gives the schedule as it then is. */
  const fire = async (id: string) => {
    at.advance(HOUR);
    expect(await fireDue(at.plane, launchOccurrence)).toBe(1);
    return last(id);
  };
  /** Takes up the next job, and ends it like that. */
  const work = async (ending: Ending, between?: () => Promise<void>) => {
    const claimed = await claimNext(at.plane, terms);
    if (!claimed) throw new Error('no job waits');
    await between?.();
    expect(await settle(at.plane, claimed.tenantId, claimed.hold, ending)).toBe(true);
  };

  beforeAll(async () => {
    at.freeze();
    admin = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
    for (const name of ['one', 'two'])
      sources.push((await post('/v1/sources', { kind: 'scan.repo', display_name: name, scope: { path: at.folder } })).source_id);
  });

  it('follows the job of the last run from queue to end', async () => {
    const { schedule_id: id } = await post('/v1/schedules', { cron: '0 * * * *', source_id: sources[0] });
    expect(await last(id)).toEqual({ last_outcome: null, last_detail: null, last_job_id: null, last_cohort_id: null });
    for (const status of ['failed', 'timed_out', 'cancelled'] as const) {
      const fired = await fire(id);
      expect(fired).toEqual({
        last_outcome: 'queued',
        last_detail: null,
        last_job_id: expect.stringMatching(/^job_/),
        last_cohort_id: null,
      });
      await work({ status, error: 'as it came' }, async () => expect((await last(id)).last_outcome).toBe('running'));
      expect(await last(id)).toEqual({ ...fired, last_outcome: status });
    }
    const runs = (await at.ask('GET', `/v1/schedules/${id}`, { key: admin })).body.runs;
    expect(runs.map((run: { outcome: string }) => run.outcome)).toEqual(['cancelled', 'timed_out', 'failed']);
    await at.ask('PUT', `/v1/sources/${sources[0]}`, { key: admin, body: { enabled: false } });
    expect(await fire(id)).toEqual({
      ...{ last_outcome: 'refused', last_detail: 'the source is disabled' },
      ...{ last_job_id: null, last_cohort_id: null },
    });
    await at.ask('PUT', `/v1/sources/${sources[0]}`, { key: admin, body: { enabled: true } });
    await at.ask('PUT', `/v1/schedules/${id}/toggle`, { key: admin });
  });

  it('is that of the whole cohort', async () => {
    const { schedule_id: id } = await post('/v1/schedules', { cron: '0 * * * *', scan_config: { source_ids: sources } });
    const fired = await fire(id);
    expect(fired).toEqual({ last_outcome: 'queued', last_detail: null, last_job_id: null, last_cohort_id: expect.stringMatching(/^coh_/) });
    const cohort = async () => (await at.ask('GET', `/v1/cohorts/${fired.last_cohort_id}`, { key: admin })).body.status;
    await work({ status: 'failed', error: 'away' }, async () => expect(await cohort()).toBe('running'));
    expect([(await last(id)).last_outcome, await cohort()]).toEqual(['running', 'running']);
    await work({ status: 'failed', error: 'away' });
    expect(await last(id)).toEqual({ ...fired, last_outcome: 'failed' });
    expect(await cohort()).toBe('failed');
    await at.ask('PUT', `/v1/schedules/${id}/toggle`, { key: admin });
  });

  it('is still told when its job is long gone', async () => {
    const { schedule_id: id } = await post('/v1/schedules', { cron: '0 * * * *', source_id: sources[0] });
    await fire(id);
    await work({ status: 'timed_out', error: 'too slow' });
    const fired = await fire(id);
    await work({ status: 'failed', error: 'away' });
    await at.ask('PUT', `/v1/schedules/${id}/toggle`, { key: admin });
    at.advance(200 * 24 * HOUR);
    await sweep(at.plane);
    expect((await at.ask('GET', `/v1/scan/${fired.last_job_id}`, { key: admin })).status).toBe(404);
    expect(await last(id)).toEqual({ ...fired, last_outcome: 'failed' });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { newId } from '../../src/control-plane/ids.js';
import { recordFinishedJob } from '../../src/control-plane/ingest/job-record.js';
import { sweep } from '../../src/control-plane/retention/retention.js';
import type { JobRow } from '../../src/control-plane/store/jobs.js';
import { tenantTable } from '../../src/control-plane/store/layer/table.js';
import type { Draft } from '../../src/control-plane/store/layer/tables.js';
import { ScheduleRepository } from '../../src/control-plane/store/schedules.js';
import type { JsonObject } from '../../src/support/json.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const DAY = 86_400_000;
const JOB_DAYS = 90;
const EVIDENCE_DAYS = 30;
const FOREVER = '2999-01-01T00:00:00.000Z';

describe.each(databases())('what retention leaves on $name', (database) => {
  const at = withPlane(database);
  let tenant = '';
  let key = '';
  let count = 0;
  beforeAll(() => at.freeze());
  beforeEach(async () => {
    tenant = `tenant-${++count}`;
    key = await at.key(tenant, 'admin', { expiresAt: FOREVER });
  });
  const post = async (url: string, body: object) => (await at.ask('POST', url, { key, body })).body;
  const ids = async (url: string, name: string) =>
    ((await at.ask('GET', url, { key })).body.items as Record<string, string>[]).map((one) => one[name]);
  /** A moment so many days ago, and milliseconds later than that. */
  const ago = (days: number, later = 0) => timeOf(at.plane, -days * DAY + later);
  const job = (finished: string, more: Partial<Draft<'jobs'>> = {}) =>
    at.plane.store.write(tenant, async (store) => {
      const draft = {
        jobType: 'scan',
        requestedBy: 'key:k',
        requestedRole: 'analyst',
        spec: {},
        traceId: '0'.repeat(32),
        now: finished,
      } as const;
      const id = await recordFinishedJob(store, draft, { status: 'succeeded', summary: {}, evidenceCount: 0 });
      if (Object.keys(more).length > 0) await tenantTable(store, 'jobs').update(id, more);
      return id;
    });
  const evidence = async (text: string, job_id: string, created_at: string) => {
    const { hash, storageUri, kind, contentType, size } = await at.plane.evidence.put('raw', 'text/plain', Buffer.from(text));
    const evidence_id = newId('evd');
    const row = {
      evidence_id,
      job_id,
      source_id: null,
      kind,
      storage_uri: storageUri,
      content_type: contentType,
      hash,
      size,
      created_at,
      bytes_removed_at: null,
    };
    await at.plane.store.write(tenant, (store) => tenantTable(store, 'evidence').create(row));
    return evidence_id;
  };
  const content = async (id: string) => (await at.ask('GET', `/v1/evidence/${id}/content`, { key })).status;
  const bind = (body: object) => post('/v1/policy-bindings', { policy_kind: 'retention', target_type: 'tenant', ...body });

  it.each<[string, string, () => Promise<string>]>([
    ['ended at the last moment', 'goes', () => job(ago(JOB_DAYS))],
    ['ended a millisecond later', 'stays', () => job(ago(JOB_DAYS, 1))],
    ['began long ago and ended of late', 'stays', () => job(ago(1), { created_at: ago(300), started_at: ago(300) })],
    ['waits, however long', 'stays', () => job(ago(300), { finished_at: null, status: 'queued' })],
    ['runs, however long', 'stays', () => job(ago(300), { finished_at: null, status: 'running' })],
    ['failed', 'goes', () => job(ago(JOB_DAYS + 1), { status: 'failed', error: 'away' })],
    ['was pushed', 'goes', () => job(ago(JOB_DAYS + 1), { requested_by: 'ingest:ci' })],
  ])('a job that %s %s', async (_, fate, make) => {
    const id = await make();
    await sweep(at.plane);
    expect(await ids('/v1/jobs', 'job_id')).toEqual(fate === 'stays' ? [id] : []);
  });

  it.each([
    ['job is gone and it is old', JOB_DAYS + EVIDENCE_DAYS, 0, undefined, 409],
    ['job is gone and it is a millisecond too young', JOB_DAYS + EVIDENCE_DAYS, 1, undefined, 200],
    ['job stays, however old it is', 900, 0, 5, 200],
  ])('of evidence whose %s: the bytes', async (_, days, later, jobDays, status) => {
    const id = await evidence(`bytes of ${tenant}`, jobDays === undefined ? 'job_gone' : await job(ago(jobDays)), ago(days, later));
    await sweep(at.plane);
    const told = (await at.ask('GET', `/v1/evidence/${id}`, { key })).body;
    expect([told.evidence_id, told.hash.length]).toEqual([id, 64]);
    expect(await content(id)).toBe(status);
  });

  it('bytes that two rows of a tenant name stay until neither needs them', async () => {
    const [old, young] = [
      await evidence(`twice by ${tenant}`, 'job_gone', ago(200)),
      await evidence(`twice by ${tenant}`, 'job_gone', ago(100)),
    ];
    // Bytes that were stored within the last day are left alone in any case.
    at.advance(2 * DAY);
    await sweep(at.plane);
    expect([await content(old), await content(young)]).toEqual([409, 200]);
    at.advance(EVIDENCE_DAYS * DAY);
    await sweep(at.plane);
    expect(await content(young)).toBe(409);
  });

  it('more than one transaction holds goes in one sweep', async () => {
    const old = ago(JOB_DAYS + 1);
    await at.plane.store.write(tenant, async (store) => {
      const draft = {
        jobType: 'scan',
        requestedBy: 'key:k',
        requestedRole: 'analyst',
        spec: {},
        traceId: '0'.repeat(32),
        now: old,
      } as const;
      for (let n = 0; n < 401; n++) await recordFinishedJob(store, draft, { status: 'succeeded', summary: {}, evidenceCount: 0 });
    });
    expect(await sweep(at.plane)).toMatchObject({ jobs: 401 });
    const audit = (await at.ask('GET', '/v1/audit?action=retention.sweep', { key })).body.items;
    expect(audit.map(({ details }: { details: { jobs: number } }) => details.jobs)).toEqual([1, 200, 200]);
    expect(await sweep(at.plane)).toMatchObject({ jobs: 0 });
    expect(await ids('/v1/audit?action=retention.sweep', 'actor')).toEqual(Array(3).fill('system:retention'));
  });

  it.each<[string, object, number]>([
    ['is off', { mode: 'off' }, 1],
    ['is watched', { mode: 'audit' }, 1],
    ['is enforced', { mode: 'enforce' }, 0],
    ['is of another kind', { mode: 'off', policy_kind: 'scan_gate' }, 0],
  ])('where the policy of the tenant %s, and of no other tenant', async (_, binding, kept) => {
    await bind(binding);
    await job(ago(JOB_DAYS + 1));
    const other = await at.key(`other-${tenant}`, 'admin', { expiresAt: FOREVER });
    const mine = tenant;
    tenant = `other-${mine}`;
    await job(ago(JOB_DAYS + 1));
    await sweep(at.plane);
    expect(await ids('/v1/jobs', 'job_id')).toHaveLength(kept);
    expect((await at.ask('GET', '/v1/jobs', { key: other })).body.items).toEqual([]);
  });

  it('makes room for scans where a tenant has as many jobs as it may keep', async () => {
    const source = await post('/v1/sources', { kind: 'scan.repo', display_name: 'a', scope: { path: at.folder } });
    await job(ago(JOB_DAYS, DAY / 2));
    await at.ask('PUT', '/v1/auth/quota', { key, body: { retained_jobs: 1 } });
    const run = async () => (await at.ask('POST', `/v1/sources/${source.source_id}/run`, { key })).status;
    await sweep(at.plane);
    expect(await run()).toBe(429);
    at.advance(DAY / 2);
    await sweep(at.plane);
    expect([await run(), await run()]).toEqual([202, 429]);
  });

  it('the last run of a schedule stays, those before and those of none go', async () => {
    const scope = { path: at.folder };
    const { source_id } = await post('/v1/sources', { kind: 'scan.repo', display_name: 'a', scope });
    const { schedule_id } = await post('/v1/schedules', { cron: '0 3 * * *', source_id, enabled: false });
    const run = (id: string, days: number) => ({
      schedule_id: id,
      scheduled_for: ago(days),
      fired_at: ago(days),
      outcome: 'failed',
      detail: null,
      job_id: null,
      cohort_id: null,
    });
    await at.plane.store.write(tenant, async (store) => {
      const schedules = new ScheduleRepository(store);
      for (const days of [300, 200, 100]) await schedules.recordRun(run(schedule_id, days));
      for (const days of [200, 1]) await schedules.recordRun(run('sch_gone', days));
    });
    await sweep(at.plane);
    const left = await at.plane.store.read(tenant, (store) => tenantTable(store, 'schedule_runs').rows().execute());
    expect(left.map((one) => [one.schedule_id, one.scheduled_for]).sort()).toEqual(
      [
        ['sch_gone', ago(1)],
        [schedule_id, ago(100)],
      ].sort(),
    );
    expect((await at.ask('GET', `/v1/schedules/${schedule_id}`, { key })).body.last_outcome).toBe('failed');
  });

  describe('of what was pushed', () => {
    let sourceId = '';
    beforeEach(async () => {
      // Noon of a day of its own.
      at.advance(3 * DAY - (at.plane.clock() % DAY) + DAY / 2);
      const source = await post('/v1/sources', { kind: 'ingest.result_push', display_name: 'ci', scope: {} });
      sourceId = source.source_id;
    });
    const summaryOf = (look: object | undefined, observed: string): JsonObject => ({
      findings: 1,
      observed_at: observed,
      ...(look && { look: { ...look } }),
    });
    /** A push so many hours ago; what it looked at, and what else is different. */
    const push = (hours: number, { look, ...more }: Partial<Draft<'jobs'>> & { look?: object } = {}) => {
      const time = ago(hours / 24);
      return job(time, {
        source_id: sourceId,
        requested_by: 'ingest:ci',
        evidence_count: 1,
        result_summary: summaryOf(look, time),
        ...more,
      });
    };
    const jobs = async () =>
      (await at.plane.store.read(tenant, (store) => tenantTable(store, 'jobs').rows().orderBy('finished_at').execute())) as JobRow[];

    it.each<[string, () => Promise<string>[], number]>([
      ['of one day, all like one another', () => [push(30), push(31), push(32)], 1],
      ['of the day that ends now', () => [push(11), push(10)], 2],
      ['of today', () => [push(1), push(2)], 2],
      ['on either side of midnight', () => [push(36.1), push(35.9)], 2],
      [
        'that looked at different things',
        () => [push(30, { look: { a: 1 } }), push(31, { look: { a: 2 } }), push(32, { look: { a: 1 } })],
        2,
      ],
      ['that say what they looked at, and do not', () => [push(30, { look: { a: 1 } }), push(31)], 2],
      ['of different sources', () => [push(30), push(31, { source_id: 'src_other' })], 2],
      ['and what was asked for', () => [push(30), push(31, { requested_by: 'key:ci' })], 2],
      ['and one that was deleted', () => [push(30), push(31, { deleted_at: ago(1) })], 2],
      ['by different people', () => [push(30), push(31, { requested_by: 'ingest:laptop' })], 1],
    ])('jobs %s', async (_, make, left) => {
      await Promise.all(make());
      at.advance(DAY / 2);
      await sweep(at.plane);
      expect(await jobs()).toHaveLength(left);
    });

    it('a day is folded once it has been over for a day, not a millisecond before', async () => {
      for (const hours of [30, 31, 32]) await push(hours);
      at.advance(DAY / 2 - 1);
      await sweep(at.plane);
      expect(await jobs()).toHaveLength(3);
      at.advance(1);
      await sweep(at.plane);
      expect(await jobs()).toHaveLength(1);
    });

    it('the newest job of a day stays, which counts all evidence and says when it was observed', async () => {
      const [newest, oldest] = [await push(26, { evidence_count: 2 }), await push(33)];
      const proof = await evidence(`pushed by ${tenant}`, oldest, ago(33 / 24));
      const [first, last] = [ago(33 / 24), ago(26 / 24)];
      at.advance(DAY / 2);
      await sweep(at.plane);
      const [left] = await jobs();
      expect(left).toMatchObject({ job_id: newest, evidence_count: 3, result_summary: { folded_jobs: 1, observed_within: [first, last] } });
      expect((await at.ask('GET', `/v1/evidence?job_id=${newest}`, { key })).body.items).toMatchObject([{ evidence_id: proof }]);
      expect((await at.ask('GET', `/v1/scan/${oldest}`, { key })).status).toBe(404);
      // What comes of the same day later joins it, and the counts go on.
      const late = await job(last, {
        source_id: sourceId,
        requested_by: 'ingest:ci',
        evidence_count: 1,
        result_summary: summaryOf(undefined, ago(40 / 24)),
      });
      await sweep(at.plane);
      expect(await jobs()).toMatchObject([{ job_id: newest, evidence_count: 4, result_summary: { folded_jobs: 2 } }]);
      expect(late).not.toBe(newest);
    });

    it('nothing is folded for a tenant that holds what is old', async () => {
      await bind({ mode: 'audit' });
      await Promise.all([push(30), push(31)]);
      at.advance(DAY);
      await sweep(at.plane);
      expect(await jobs()).toHaveLength(2);
    });
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { JobRepository } from '../../src/control-plane/store/jobs.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const HOUR_MS = 3_600_000;

describe.each(databases())('cohorts on $name', (database) => {
  let pool: WorkerPool | undefined;
  let key = '';
  let ids: string[] = [];
  const at = withPlane(database, { workers: 2 });
  beforeAll(async () => {
    key = await at.key('acme');
    ids = await Promise.all(['a', 'b', 'c'].map((name) => source(name)));
  });
  afterAll(() => pool?.close());

  const source = async (name: string, more = {}) => {
    const body = { kind: 'scan.repo', display_name: name, scope: { path: sampleProject(at, name) }, ...more };
    return (await at.ask('POST', '/v1/sources', { key, body })).body.source_id as string;
  };
  const launch = (body: object, idempotencyKey?: string, as = key) => {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return at.ask('POST', '/v1/sources/run-cohort', { key: as, body, headers });
  };
  const cohort = async (id: string) => (await at.ask('GET', `/v1/cohorts/${id}`, { key })).body;

  it('run their members once, however often they are asked for', async () => {
    const first = await launch({ source_ids: ids }, 'run-1');
    expect(first).toMatchObject({ status: 202, body: { status: 'queued', max_age_hours: 168 } });
    expect(first.body.jobs.map((job: { source_id: string }) => job.source_id)).toEqual(ids);
    expect(first.body.manifest_hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await launch({ source_ids: ids }, 'run-1')).text).toBe(first.text);
    expect((await launch({ source_ids: ids.slice(1) }, 'run-1')).status).toBe(409);
    at.advance(30 * HOUR_MS);
    const late = await launch({ source_ids: ids }, 'run-1');
    expect(late.body).toMatchObject({ cohort_id: first.body.cohort_id, jobs: first.body.jobs });
    expect((await launch({ source_ids: ids.slice(1) }, 'run-1')).status).toBe(409);
    const jobs = await at.ask('GET', `/v1/jobs?cohort_id=${first.body.cohort_id}`, { key });
    expect(jobs.body.items).toHaveLength(3);
    expect((await cohort(first.body.cohort_id)).correlation.state).toBe('pending');
  });

  it('need a key, 2 to 32 different members that are the tenant’s and can be run', async () => {
    const pushed = (await at.ask('POST', '/v1/sources', { key, body: { kind: 'runtime.proxy', display_name: 'p' } })).body.source_id;
    const disabled = await source('d', { enabled: false });
    const other = await at.key('globex');
    const [a = '', b = ''] = ids;
    expect((await launch({ source_ids: ids })).status).toBe(422);
    expect((await launch({ source_ids: [a] }, 'k1')).status).toBe(422);
    expect((await launch({ source_ids: [a, a] }, 'k1')).status).toBe(422);
    expect((await launch({ source_ids: Array.from({ length: 33 }, (_, n) => `src_${String(n).padStart(8, '0')}`) }, 'k1')).status).toBe(
      422,
    );
    expect((await launch({ source_ids: ids, max_age_hours: 0 }, 'k1')).status).toBe(422);
    expect((await launch({ source_ids: [a, 'src_00000000'] }, 'k1')).status).toBe(404);
    expect((await launch({ source_ids: [a, b] }, 'k1', other)).status).toBe(404);
    expect((await launch({ source_ids: [a, pushed] }, 'k1')).status).toBe(409);
    expect((await launch({ source_ids: [a, disabled] }, 'k1')).status).toBe(409);
    expect((await launch({ source_ids: [a, b] }, 'k1', await at.key('acme', 'viewer'))).status).toBe(403);
    expect((await at.ask('GET', '/v1/jobs?cohort_id=coh_00000000', { key })).body.items).toEqual([]);
  });

  it('are judged when the last job has ended: incomplete, stale or correlated', async () => {
    const [a = '', b = ''] = ids;
    const incomplete = (await launch({ source_ids: [a, b] }, 'incomplete')).body;
    await at.ask('POST', `/v1/scan/${incomplete.jobs[0].job_id}/cancel`, { key });
    expect((await cohort(incomplete.cohort_id)).correlation.state).toBe('pending');
    pool = runJobs(at);
    await ended(at, key, incomplete.jobs[1].job_id);
    expect(await cohort(incomplete.cohort_id)).toMatchObject({
      correlation: { state: 'skipped_incomplete', offending: expect.arrayContaining([a]) },
    });
    expect((await cohort(incomplete.cohort_id)).finished_at).not.toBeNull();
    await pool.close();
  });

  it('are correlated when all are whole and fresh, and named stale by who is not', async () => {
    const bare = async (name: string) => {
      const path = join(at.folder, name);
      mkdirSync(path);
      const server = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2025.1.14', '/srv/data'] };
      writeFileSync(join(path, '.mcp.json'), JSON.stringify({ mcpServers: { files: server } }));
      const body = { kind: 'scan.mcp_config', display_name: name, scope: { paths: [join(path, '.mcp.json')] } };
      return (await at.ask('POST', '/v1/sources', { key, body })).body.source_id as string;
    };
    const members = [await bare('one'), await bare('two')];
    const options = { vulnerabilities: false };
    for (const source_id of members) await at.ask('POST', '/v1/scan', { key, body: { source_id, options } });
    const env = { SERVICE_DB: at.plane.options.advisoryDatabase };
    expect((await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env })).code).toBe(0);
    pool = runJobs(at);
    const whole = (await launch({ source_ids: members, max_age_hours: 1 }, 'whole')).body;
    for (const { job_id } of whole.jobs) expect(await ended(at, key, job_id)).toMatchObject({ status: 'succeeded' });
    const done = await cohort(whole.cohort_id);
    expect(done).toMatchObject({ status: 'succeeded', correlation: { state: 'correlated', offending: [] } });
    expect(done.correlation.in_common.nodes).toBeGreaterThan(0);
    await pool.close();
    const late = (await launch({ source_ids: members, max_age_hours: 1 }, 'late')).body;
    const [slow, quick] = late.jobs;
    await at.plane.store.write('acme', (store) => new JobRepository(store).update(slow.job_id, { started_at: timeOf(at.plane) }));
    at.advance(2 * HOUR_MS);
    pool = runJobs(at);
    for (const { job_id } of late.jobs) await ended(at, key, job_id);
    expect((await cohort(late.cohort_id)).correlation).toMatchObject({ state: 'skipped_stale', offending: [slow.source_id] });
    expect(quick.source_id).not.toBe(slow.source_id);
  });
});

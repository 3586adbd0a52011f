import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

/** Programs in place of ours: what workers can do to the process that started them. */
const PROGRAMS = {
  hangs: 'setInterval(() => {}, 1000)',
  crashes: `process.on('message', () => process.kill(process.pid, 'SIGKILL'))`,
  babbles: `process.on('message', () => { process.send({ type: 'result', result: { tenant_id: 'globex' } }); process.send('?'); process.exit(0) })`,
  passes: `process.on('message', () => process.send({ type: 'failure', message: 'the network is away', retry: true }, () => process.exit(0)))`,
};

describe.each(databases())('the life of jobs on $name', (database) => {
  let pool: WorkerPool | undefined;
  let key = '';
  let path = '';
  const at = withPlane(database, { workers: 1 });
  beforeAll(async () => {
    key = await at.key('acme');
    path = sampleProject(at);
    for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(at.folder, `${name}.mjs`), text);
  });
  afterEach(async () => {
    await pool?.close();
    pool = undefined;
    at.plane.wakeWorkers = () => {};
  });

  const scan = async (as = key, more = {}) =>
    (await at.ask('POST', '/v1/scan', { key: as, body: { kind: 'scan.repo', scope: { path }, ...more } })).body.job_id;
  const cancel = (jobId: string) => at.ask('POST', `/v1/scan/${jobId}/cancel`, { key });
  const run = (program: keyof typeof PROGRAMS, terms = {}) => {
    pool = runJobs(at, { program: join(at.folder, `${program}.mjs`), ...terms });
  };
  const status = async (jobId: string) => (await at.ask('GET', `/v1/scan/${jobId}`, { key })).body.status;
  const until = async (jobId: string, wanted: string) => {
    for (let tries = 0; (await status(jobId)) !== wanted && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await status(jobId)).toBe(wanted);
  };

  it('ends at once when a job that waits is cancelled, and not again', async () => {
    const jobId = await scan();
    expect(await cancel(jobId)).toMatchObject({ status: 202, body: { status: 'cancelled', cancel_requested: true } });
    expect(await cancel(jobId)).toMatchObject({ status: 409, body: { detail: 'the job has ended' } });
  });

  it('ends when a job that runs is cancelled; it cannot be deleted before', async () => {
    run('hangs');
    const jobId = await scan();
    await until(jobId, 'running');
    expect((await at.ask('DELETE', `/v1/scan/${jobId}`, { key })).status).toBe(409);
    expect((await cancel(jobId)).body.status).toBe('running');
    expect(await ended(at, key, jobId)).toMatchObject({ status: 'cancelled', evidence_count: 0 });
    expect((await at.ask('DELETE', `/v1/scan/${jobId}`, { key })).status).toBe(204);
    expect((await at.ask('GET', `/v1/scan/${jobId}`, { key })).status).toBe(404);
    expect((await at.ask('DELETE', `/v1/scan/${jobId}`, { key })).status).toBe(404);
  });

  it('is over after its time', async () => {
    run('hangs', { timeoutMs: 200 });
    expect(await ended(at, key, await scan())).toMatchObject({ status: 'timed_out', error: 'not done in time' });
  });

  it('is tried three times when workers die on it, then given up', async () => {
    run('crashes', { backoffMs: 10 });
    const job = await ended(at, key, await scan());
    expect(job).toMatchObject({ status: 'failed', attempt: 3, retried: true, error: expect.stringContaining('SIGKILL') });
    const retried = await at.ask('GET', '/v1/jobs?retried=true', { key });
    expect(retried.body.items.map(({ job_id }: { job_id: string }) => job_id)).toContain(job.job_id);
    expect((await at.ask('GET', '/v1/jobs?retried=false&status=failed', { key })).body.items).toEqual([]);
  });

  it('believes no worker that does not keep to the contract', async () => {
    run('babbles', { maxAttempts: 1 });
    expect(await ended(at, key, await scan())).toMatchObject({ status: 'failed', evidence_count: 0 });
  });

  it('tries again what may pass', async () => {
    run('passes', { backoffMs: 10 });
    expect(await ended(at, key, await scan())).toMatchObject({ status: 'failed', attempt: 3, error: 'the network is away' });
  });

  it('goes back to the queue when the server stops, and costs no attempt', async () => {
    run('hangs');
    const jobId = await scan();
    await until(jobId, 'running');
    await pool?.close();
    expect((await at.ask('GET', `/v1/scan/${jobId}`, { key })).body).toMatchObject({ status: 'queued', attempt: 0 });
    pool = runJobs(at);
    expect((await ended(at, key, jobId)).status).toMatch(/succeeded|partial/);
  });

  it('is taken over when its holder is silent for longer than the lease', async () => {
    const jobId = await scan();
    await at.plane.store.shared(({ db }) =>
      db
        .updateTable('job_queue')
        .set({ worker: 'gone', attempt: 1, available_at: new Date(Date.now() + 400).toISOString() })
        .execute(),
    );
    pool = runJobs(at);
    expect(await ended(at, key, jobId)).toMatchObject({ attempt: 2, retried: true, evidence_count: 1 });
  });

  it('is not done for who may no longer ask for it', async () => {
    const analyst = await at.key('acme', 'analyst');
    const jobId = await scan(analyst);
    const keyId = `key_${analyst.split('_')[1]}`;
    await at.plane.store.write('acme', ({ db }) =>
      db
        .updateTable('api_keys')
        .set({ revoked_at: new Date(0).toISOString() })
        .where('tenant_id', '=', 'acme')
        .where('key_id', '=', keyId)
        .execute(),
    );
    pool = runJobs(at);
    expect(await ended(at, key, jobId)).toMatchObject({ status: 'failed', error: 'the key that asked for this job was revoked' });
    const { body } = await at.ask('GET', `/v1/scan/${jobId}/stream`, { key });
    expect(body).toBeUndefined();
  });

  it('needs a role, a target that fits, and belongs to its tenant alone', async () => {
    const [viewer, other] = [await at.key('acme', 'viewer'), await at.key('globex')];
    const post = (as: string, body: object) => at.ask('POST', '/v1/scan', { key: as, body });
    expect((await post(viewer, { kind: 'scan.repo', scope: { path } })).status).toBe(403);
    expect((await post(key, { kind: 'scan.image', scope: { ref: 'alpine:3' } })).status).toBe(409);
    expect((await post(key, { kind: 'scan.repo', scope: { path: '/etc' } })).status).toBe(422);
    expect((await post(key, { kind: 'scan.repo', scope: { path }, extra: 1 })).status).toBe(422);
    expect((await post(key, { source_id: 'src_0000000000' })).status).toBe(404);
    const jobId = await scan();
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/stream'],
      ['GET', '/report'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ] as const) {
      expect((await at.ask(method, `/v1/scan/${jobId}${rest}`, { key: other })).status).toBe(404);
    }
    expect((await at.ask('GET', `/v1/scan/${jobId}/report`, { key })).status).toBe(409);
    expect((await at.ask('GET', '/v1/jobs', { key: other })).body.items).toEqual([]);
  });
});

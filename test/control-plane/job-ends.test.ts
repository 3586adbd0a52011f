import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EvidenceGround } from '../../src/control-plane/evidence/evidence-store.js';
import { claimNext } from '../../src/control-plane/jobs/claim.js';
import { JobRun, type RunTerms } from '../../src/control-plane/jobs/supervise.js';
import { StoreUnavailable } from '../../src/control-plane/store/engines/failures.js';
import { JobRepository } from '../../src/control-plane/store/jobs.js';
import { workFolders } from '../../src/system/work-folders.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const LEASE = 60_000;
const BACKOFF = 5_000;

/** A worker that has its evidence and its result ready, and then does what is given; when it is told to stop, `onCancel`. */
const worker = (body: string, onCancel = 'process.exit(0)') => `
  import { createHash } from 'node:crypto';
  import { writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const tell = (...messages) => messages.forEach((one, at) => process.send(one, () => at === messages.length - 1 && process.exit(0)));
  const wait = () => setInterval(() => {}, 1000);
  let done;
  process.on('message', ({ type, job, settings }) => {
    if (type === 'cancel') { ${onCancel}; return; }
    const path = join(settings.folder, 'report.json');
    const bytes = JSON.stringify({ of: job.job_id });
    writeFileSync(path, bytes);
    const none = { components: 0, agents: 0, servers: 0, tools: 0, credentials: 0, skills: 0, models: 0, issues: 0 };
    const result = {
      summary: { coverage: 'scanned', reason: null, ...none, assessed: {} },
      evidence: { path, kind: 'report', content_type: 'application/json', hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length },
      findings: [], graph: { nodes: [], edges: [] }, health: { status: 'healthy', reason: null },
    };
    done = { type: 'result', result };
    const failure = (message, retry = false) => ({ type: 'failure', message, retry });
    ${body}
  });`;

describe.each(databases())('the end of a job on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  let sourceId = '';
  let jobId = '';
  let count = 0;
  beforeAll(async () => {
    at.freeze();
    key = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
  });
  beforeEach(async () => {
    const draft = { kind: 'scan.repo', display_name: `source ${++count}`, scope: { path: at.folder } };
    sourceId = (await at.ask('POST', '/v1/sources', { key, body: draft })).body.source_id;
    jobId = (await at.ask('POST', `/v1/sources/${sourceId}/run`, { key })).body.job_id;
    // Only this test's job waits.
    await at.plane.store.shared(({ db }) => db.deleteFrom('job_queue').where('job_id', '<>', jobId).execute());
  });

  const load = async () => (await at.ask('GET', `/v1/scan/${jobId}`, { key })).body;
  const source = async () => (await at.ask('GET', `/v1/sources/${sourceId}`, { key })).body;
  const cancel = () => at.ask('POST', `/v1/scan/${jobId}/cancel`, { key });
  const audited = async () =>
    (await at.ask('GET', '/v1/audit?limit=100', { key })).body.items
      .filter((one: { target_id: string; actor: string }) => one.target_id === jobId && one.actor === 'system:worker')
      .map(({ action, outcome }: Record<'action' | 'outcome', string>) => `${action} ${outcome}`);
  /** When the job is handed out next, in milliseconds from now; undefined where it is no longer in the queue. */
  const dueIn = async () => {
    const row = await at.plane.store.shared(({ db }) =>
      db.selectFrom('job_queue').selectAll().where('job_id', '=', jobId).executeTakeFirst(),
    );
    return row && Date.parse(row.available_at) - at.plane.clock();
  };
  const claim = () => claimNext(at.plane, { worker: 'here', leaseMs: LEASE, maxAttempts: 3, running: [], served: [] });
  const take = async (script: string, terms: Partial<RunTerms> = {}, ground: EvidenceGround = at.plane) => {
    const program = join(at.folder, `worker-${++count}.mjs`);
    writeFileSync(program, script);
    const claimed = await claim();
    if (!claimed?.job) throw new Error('no job waits');
    const all = { program, leaseMs: LEASE, heartbeatMs: LEASE, timeoutMs: LEASE, maxAttempts: 3, backoffMs: BACKOFF, ...terms };
    return new JobRun(ground, all, workFolders(join(at.folder, 'work')), { ...claimed, job: claimed.job });
  };

  it.each<[string, string, object, string]>([
    ['has a result', 'tell(done)', { status: 'succeeded', error: null, evidence_count: 1 }, 'healthy'],
    [
      'saw not all',
      `result.health = { status: 'degraded', reason: 'torn' }; tell(done)`,
      { status: 'partial', error: null, evidence_count: 1 },
      'degraded',
    ],
    [
      'has a result and dies',
      `process.send(done, () => process.kill(process.pid, 'SIGKILL'))`,
      { status: 'succeeded', evidence_count: 1 },
      'healthy',
    ],
    [
      'says two things, of which the first counts',
      `tell(failure('no such folder'), done)`,
      { status: 'failed', error: 'no such folder', evidence_count: 0 },
      'degraded',
    ],
    [
      'says nonsense before it says a result',
      `tell(7, { type: 'result' }, { type: 'retire' }, done)`,
      { status: 'succeeded', evidence_count: 1 },
      'healthy',
    ],
    ['fails for good', `tell(failure('no such folder'))`, { status: 'failed', error: 'no such folder' }, 'degraded'],
    [
      'has other evidence than it says',
      `result.evidence.hash = '0'.repeat(64); tell(done)`,
      { status: 'failed', error: 'the evidence was changed on its way' },
      'degraded',
    ],
  ])('whose worker %s', async (_, body, expected, health) => {
    await (await take(worker(body))).run();
    const job = await load();
    expect(job).toMatchObject({ attempt: 1, retried: false, ...expected });
    expect(job.evidence).toHaveLength(job.evidence_count);
    expect(await source()).toMatchObject({ status: health, last_result: { job_id: jobId } });
    expect(await audited()).toHaveLength(1);
    expect(await dueIn()).toBeUndefined();
  });

  it.each([
    ['names a tenant', `result.tenant_id = 'globex'; tell(done)`, 'the worker ended unexpectedly (exit code 0)'],
    ['counts below nought', `result.summary.components = -1; tell(done)`, 'the worker ended unexpectedly (exit code 0)'],
    ['finds what is no finding', `result.findings = ['all is well']; tell(done)`, 'the worker ended unexpectedly (exit code 0)'],
    ['has a hash that is none', `result.evidence.hash = '../../etc'; tell(done)`, 'the worker ended unexpectedly (exit code 0)'],
    ['fails in too many words', `tell(failure('x'.repeat(3000)))`, 'the worker ended unexpectedly (exit code 0)'],
    ['ends with an error', 'process.exit(7)', 'the worker ended unexpectedly (exit code 7)'],
    ['throws', `throw new Error('a secret of the machine')`, 'the worker ended unexpectedly (exit code 1)'],
    ['has no evidence', `result.evidence.path += '.gone'; tell(done)`, 'its evidence cannot be stored'],
    ['has a folder for evidence', `result.evidence.path = settings.folder; tell(done)`, 'its evidence cannot be stored'],
    ['asks for another try', `tell(failure('the network is away', true))`, 'the network is away'],
  ])('whose worker %s is tried again, later each time, and is over after the third', async (_, body, error) => {
    for (const wait of [BACKOFF, 4 * BACKOFF]) {
      await (await take(worker(body))).run();
      expect(await load()).toMatchObject({ status: 'queued', finished_at: null, error: null, evidence_count: 0 });
      expect(await dueIn()).toBe(wait);
      at.advance(wait - 1);
      expect(await claim()).toBeUndefined();
      at.advance(1);
    }
    await (await take(worker(body))).run();
    expect(await load()).toMatchObject({ status: 'failed', attempt: 3, retried: true, error, evidence_count: 0 });
    expect(await audited()).toEqual(['job.failed failure']);
    expect(await dueIn()).toBeUndefined();
  });

  it('whose evidence finds no room waits, and succeeds when there is some', async () => {
    const evidence = { ...at.plane.evidence, put: () => Promise.reject(new StoreUnavailable({ message: 'the disk is full' })) };
    await (await take(worker('tell(done)'), {}, { ...at.plane, evidence })).run();
    expect(await load()).toMatchObject({ status: 'queued', attempt: 1, evidence_count: 0 });
    at.advance(BACKOFF);
    await (await take(worker('tell(done)'))).run();
    expect(await load()).toMatchObject({ status: 'succeeded', attempt: 2, retried: true, evidence_count: 1 });
  });

  it.each([
    ['stops', worker('wait()'), 'cancelled'],
    ['fails', worker('wait()', `process.send({ type: 'failure', message: 'away', retry: true }, () => process.exit(0))`), 'cancelled'],
    ['dies', worker('wait()', `process.kill(process.pid, 'SIGKILL')`), 'cancelled'],
    ['is done', worker('wait()', 'tell(done)'), 'succeeded'],
  ])('that is cancelled while it runs, as its worker %s', async (_, script, status) => {
    const run = await take(script, { heartbeatMs: 20 });
    expect((await cancel()).body).toMatchObject({ status: 'running', cancel_requested: true });
    await run.run();
    expect(await load()).toMatchObject({ status, error: status === 'cancelled' ? 'cancelled while it ran' : null });
    expect((await source()).last_result?.job_id).toBe(status === 'cancelled' ? undefined : jobId);
    expect(await cancel()).toMatchObject({ status: 409 });
  });

  it('that waits to be tried again comes at once when it is cancelled', async () => {
    await (await take(worker(`tell(failure('away', true))`))).run();
    expect((await cancel()).body).toMatchObject({ status: 'cancelled', attempt: 1 });
    at.advance(BACKOFF);
    expect(await claim()).toBeUndefined();
  });

  it('that is out of time says so, and is not tried again', async () => {
    await (await take(worker('wait()'), { timeoutMs: 1 })).run();
    expect(await load()).toMatchObject({ status: 'timed_out', attempt: 1, error: 'not done in time', evidence_count: 0 });
    expect([await audited(), (await source()).status]).toEqual([['job.timed_out failure'], 'degraded']);
  });

  it.each([
    ['has a result', worker('tell(done)'), {}],
    ['works on, and is ended', worker('wait()', ''), { heartbeatMs: 20 }],
    ['asks for another try', worker(`tell(failure('away', true))`), {}],
  ])('that somebody else has by now is theirs, though the first worker %s', async (_, script, terms) => {
    const run = await take(script, terms);
    at.advance(LEASE);
    const second = await claim();
    expect(second?.hold).toMatchObject({ jobId, attempt: 2 });
    await run.run();
    expect(await load()).toMatchObject({ status: 'running', attempt: 2, finished_at: null, evidence_count: 0 });
    expect([await audited(), await dueIn()]).toEqual([[], LEASE]);
  });

  it('is put off without costing a try where the service stops, unless it has a result', async () => {
    const run = await take(worker('wait()'));
    run.interrupt();
    await run.run();
    expect(await load()).toMatchObject({ status: 'queued', attempt: 0, retried: false });
    expect(await dueIn()).toBe(0);
    const done = await take(worker('wait()', 'tell(done)'));
    done.interrupt();
    await done.run();
    expect(await load()).toMatchObject({ status: 'succeeded', attempt: 1, evidence_count: 1 });
    expect(readdirSync(join(at.folder, 'work')).flatMap((name) => readdirSync(join(at.folder, 'work', name)))).toEqual([]);
  });

  it('comes by itself when three workers were silent for longer than their lease', async () => {
    for (const attempt of [1, 2, 3]) {
      expect((await claim())?.hold).toMatchObject({ jobId, attempt });
      expect(await claim()).toBeUndefined();
      at.advance(LEASE);
    }
    expect(await claim()).toMatchObject({ job: undefined });
    expect(await load()).toMatchObject({ status: 'failed', error: 'given up: 3 workers ended while they did it' });
    expect(await claim()).toBeUndefined();
  });

  it('that cannot be begun leaves its source as it was', async () => {
    await at.plane.store.write('acme', (store) => new JobRepository(store).update(jobId, { spec: { kind: 'scan.moon' } }));
    expect(await claim()).toMatchObject({ job: undefined });
    expect(await load()).toMatchObject({ status: 'failed', started_at: null, error: 'it was made by another version of this program' });
    expect((await source()).last_result).toBeNull();
    expect(await audited()).toEqual(['job.failed failure']);
  });
});

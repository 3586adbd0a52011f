import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databases())('a clock that is set, on $name', (database) => {
  let pool: WorkerPool | undefined;
  let key = '';
  let path = '';
  const at = withPlane(database, { workers: 2, rateLimits: { write: 200 } });
  beforeAll(async () => {
    // Long before any of the steps, so that none of them makes it invalid.
    key = await at.key('acme', 'admin', { expiresAt: new Date(Date.now() + 60 * DAY_MS).toISOString() });
    path = sampleProject(at);
  });
  afterEach(async () => {
    await pool?.close();
    pool = undefined;
    at.plane.wakeWorkers = () => {};
  });
  const scan = async () => (await at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path } } })).body.job_id;

  it.each([
    ['back by an hour', -HOUR_MS],
    ['back by a day', -DAY_MS],
    ['ahead by a day', DAY_MS],
  ])('%s keeps no job waiting', { timeout: 60_000 }, async (_, step) => {
    const jobId = await scan();
    at.advance(step);
    pool = runJobs(at);
    expect((await ended(at, key, jobId)).status).toMatch(/succeeded|partial/);
    expect((await at.ask('GET', '/v1/audit/verify', { key })).body.valid).toBe(true);
    at.advance(-step);
  });

  it.each([
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ])('%s does not run a job twice that runs already', { timeout: 60_000 }, async (_, step) => {
    const log = join(at.folder, `runs${step}.txt`);
    const program = join(at.folder, 'notes.mjs');
    writeFileSync(log, '');
    writeFileSync(
      program,
      `import { appendFileSync } from 'node:fs'; process.on('message', (m) => m.type === 'run' ? appendFileSync(${JSON.stringify(log)}, m.job.job_id + '\\n') : process.exit(0)); setInterval(() => {}, 1000);`,
    );
    pool = runJobs(at, { program });
    const jobId = await scan();
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 20_000 }).toBe(`${jobId}\n`);
    at.advance(step);
    pool.wake();
    await wait(2_500);
    expect(readFileSync(log, 'utf8')).toBe(`${jobId}\n`);
    at.advance(-step);
    await at.ask('POST', `/v1/scan/${jobId}/cancel`, { key });
    expect((await ended(at, key, jobId)).status).toBe('cancelled');
  });

  it('back does not lock a tenant out until the time of its old window has come again', async () => {
    if (database.name === 'sqlite') return;
    await at.plane.store.shared(({ db }) =>
      db
        .updateTable('rate_limits')
        .set(({ eb }) => ({ points: 100_000, expire: eb('expire', '+', DAY_MS) }))
        .execute(),
    );
    const answer = await at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: 'not locked out' } });
    expect(answer.status).toBe(201);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import type { TestPlane } from '../support/control-plane.js';
import { sqlite } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { execFileSync } from '../support/programs.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { withPlane } from '../support/with-plane.js';

/**
 * Pids of the workers of a server. Between fork and exec a child still shows the server's own arguments, `--workers` among them; whoever stops it
 * there stops the server, which waits for the exec.
 */
function workersOf({ child }: ServeProcess): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return rows.flatMap((row) => {
    const [pid = '', parent = ''] = row.trim().split(/\s+/);
    return parent === String(child.pid) && / --worker$/.test(row) ? [Number(pid)] : [];
  });
}

describe.skipIf(process.platform === 'win32')('a server that is told to stop in the middle of a job', { timeout: 60_000 }, () => {
  const folder = serveFolder();
  let serving: ServeProcess;
  let key = '';
  let path = '';
  const start = async (workers: number) => {
    const args = ['--workers', String(workers), '--scan-roots', folder.path];
    serving = await startServe({ home: folder.path, args, env: { SERVICE_OFFLINE: '1' } });
    folder.started.push(serving);
    key ||= serving.key;
  };
  const ask = async (method: string, route: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
    return fetch(`${serving.url}${route}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  beforeAll(async () => {
    path = sampleProject({ folder: folder.path } as TestPlane);
    await start(1);
  });
  afterAll(() => folder.dispose());

  /** A job in a worker that hears nothing, and a stream that follows it. */
  async function heldJob() {
    const made = (await (await ask('POST', '/v1/scan', { kind: 'scan.repo', scope: { path } })).json()) as { job_id: string };
    const stream = await ask('GET', `/v1/scan/${made.job_id}/stream`);
    let worker = 0;
    const look = () => {
      [worker = 0] = workersOf(serving);
      return worker;
    };
    // Number 0 would be every process of this run.
    await expect.poll(look, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
    process.kill(worker, 'SIGSTOP');
    return { jobId: made.job_id, worker, stream: stream.text().catch(() => 'cut off') };
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends in order on %s with %i, and the next start does the job, once', async (signal, code) => {
    const { jobId, stream } = await heldJob();
    serving.kill(signal);
    // It waits for neither: the worker hears nothing, and the client of the stream would stay.
    expect(await serving.ended).toBe(code);
    expect(await stream).not.toContain('event: finished');
    await start(1);
    const text = await (await ask('GET', `/v1/scan/${jobId}/stream`)).text();
    expect(text.match(/event: finished/g)).toHaveLength(1);
    const job = (await (await ask('GET', `/v1/scan/${jobId}`)).json()) as { status: string; attempt: number };
    expect(job).toMatchObject({ status: expect.stringMatching(/succeeded|partial/), attempt: 1 });
  });

  it('ends at once on a second signal', async () => {
    const { worker } = await heldJob();
    serving.kill('SIGTERM');
    await new Promise((done) => setTimeout(done, 200));
    serving.kill('SIGTERM');
    expect([143, 'SIGTERM']).toContain(await serving.ended);
    // In order, the worker would have been ended first, after its time of grace.
    expect(process.kill(worker, 'SIGKILL')).toBe(true);
  });
});

describe('a worker that behaves badly', { timeout: 60_000 }, () => {
  let pool: WorkerPool;
  let key = '';
  const at = withPlane(sqlite(), { workers: 1 });
  beforeAll(async () => {
    key = await at.key('acme');
  });
  afterEach(() => pool.close());
  const scan = async (name: string, script: string) => {
    const program = join(at.folder, `${name}.mjs`);
    writeFileSync(program, script);
    pool = runJobs(at, { program, maxAttempts: 1 });
    const body = { kind: 'scan.repo', scope: { path: sampleProject(at) } };
    return (await at.ask('POST', '/v1/scan', { key, body })).body.job_id as string;
  };

  it('and does not end when it is told so is ended, and its job goes back to the queue', async () => {
    const jobId = await scan(
      'deaf',
      `for (const s of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(s, () => {}); setInterval(() => {}, 1000);`,
    );
    const status = async () => (await at.ask('GET', `/v1/scan/${jobId}`, { key })).body.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('running');
    await pool.close();
    expect(await status()).toBe('queued');
    await at.ask('POST', `/v1/scan/${jobId}/cancel`, { key });
  });

  it.each([
    [
      'nonsense',
      `for (const m of [null, 1, 'x', [], { type: 'result' }, { type: 'event', event: {} }, { type: 'failure' }]) process.send(m);`,
    ],
    ['no end of a line', `const fs = await import('node:fs'); fs.writeSync(3, 'x'.repeat(100_000));`],
    ['what is no message', `(await import('node:fs')).writeSync(3, 'no JSON at all\\n{"half":\\n');`],
  ])('and says %s fails its job, and the server goes on', async (name, script) => {
    const jobId = await scan(
      name.replaceAll(' ', '-'),
      `process.on('message', () => {}); ${script} setTimeout(() => process.exit(0), 500);`,
    );
    expect((await ended(at, key, jobId)).status).toBe('failed');
    expect((await at.ask('GET', '/healthz')).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('where findings come from, on $name', (database) => {
  let pool: WorkerPool;
  let key = '';
  const at = withPlane(database, { workers: 1 });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
  });
  afterAll(() => pool.close());

  const get = async (path: string) => (await at.ask('GET', path, { key })).body;
  const post = async (path: string, body: object) => {
    const answer = await at.ask('POST', path, { key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };

  const scanned = async () => {
    const { job_id } = await post('/v1/scan', { kind: 'scan.repo', scope: { path: sampleProject(at, 'scanned') } });
    return (await ended(at, key, job_id)).job_id as string;
  };
  const pushedReport = async () => {
    const report = await get(`/v1/scan/${await scanned()}/report`);
    return (await post('/v1/results/push', report)).job_id as string;
  };
  const sarif = async () => {
    const results = [{ ruleId: 'r1', level: 'error', message: { text: 'bad' } }];
    const document = { version: '2.1.0', runs: [{ tool: { driver: { name: 't' } }, results }] };
    return (await post('/v1/compliance/ingest', { format: 'sarif', document })).job_id as string;
  };
  const bulk = async () => {
    const findings = [{ id: 'X-1', title: 'bad', severity: 'high' }];
    return (await post('/v1/findings/bulk', { findings })).job_id as string;
  };
  it.each([
    ['a worker', scanned],
    ['a pushed report', pushedReport],
    ['SARIF', sarif],
    ['findings of other tools', bulk],
  ])('can be walked to the bytes and back for %s', async (_, make) => {
    const jobId = await make();
    const job = await get(`/v1/scan/${jobId}`);
    expect(job.evidence).toHaveLength(1);
    const all = await get(`/v1/findings?source_id=${job.source_id}&limit=200`);
    const inFull = await Promise.all(all.items.map((one: { finding_id: string }) => get(`/v1/findings/${one.finding_id}`)));
    const found = inFull.filter((one) => one.provenance.last_job_id === jobId);
    expect(found.length).toBeGreaterThan(0);
    const byJob = await get(`/v1/findings?job_id=${jobId}&limit=200`);
    expect(new Set(byJob.items.map((one: { finding_id: string }) => one.finding_id))).toEqual(new Set(found.map((one) => one.finding_id)));
    const { provenance } = found[0];
    expect(provenance).toMatchObject({
      source: { source_id: job.source_id },
      last_job: { job_id: jobId, status: job.status },
      evidence: { evidence_id: job.evidence[0].evidence_id, hash: job.evidence[0].hash },
    });
    const evidence = await get(`/v1/evidence/${provenance.evidence.evidence_id}`);
    expect(evidence).toMatchObject({ job_id: jobId, source_id: job.source_id, hash: provenance.evidence.hash });
    expect(evidence.provenance).toMatchObject({ job: { job_id: jobId }, source: { source_id: job.source_id }, findings: found.length });
    const bytes = await at.ask('GET', evidence.provenance.raw, { key });
    expect({ status: bytes.status, size: Buffer.byteLength(bytes.text) }).toEqual({ status: 200, size: evidence.size });
    const source = await get(`/v1/sources/${job.source_id}`);
    expect(source.last_result).toMatchObject({ job_id: jobId });
    expect((await get(`/v1/sources/${job.source_id}/jobs`)).items[0].job_id).toBe(jobId);
    expect((await get(`/v1/evidence?job_id=${jobId}`)).items).toHaveLength(1);
    expect((await get(`/v1/audit?target_id=${job.source_id}`)).items.length).toBeGreaterThan(0);
  });

  it('is one finding with two origins where two sources see the same', async () => {
    const path = sampleProject(at, 'seen-twice');
    const first = await post('/v1/scan', { kind: 'scan.repo', scope: { path } });
    const { source_id: one } = await ended(at, key, first.job_id);
    const other = await post('/v1/sources', { kind: 'scan.repo', display_name: 'again', scope: { path, exclude: ['nothing/**'] } });
    await ended(at, key, (await post(`/v1/sources/${other.source_id}/run`, {})).job_id);
    const findings = async (id: string) =>
      (await get(`/v1/findings?source_id=${id}&limit=200`)).items as { finding_id: string; fingerprint: string }[];
    const [mine, ...rest] = await findings(one);
    expect((await findings(other.source_id)).map(({ finding_id }) => finding_id)).toEqual(
      [mine, ...rest].map((listed) => listed?.finding_id),
    );
    const { provenance } = await get(`/v1/findings/${mine?.finding_id}`);
    expect(provenance.origins).toMatchObject([
      { source_id: one, kind: 'scan.repo', status: 'open' },
      { source_id: other.source_id, display_name: 'again', status: 'open' },
    ]);
  });
});

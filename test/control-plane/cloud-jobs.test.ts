import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awsProvider } from '../../src/collect/cloud/aws/aws-provider.js';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { giveFunction, giveReader, READER, REGION } from '../support/aws/account.js';
import { ACCOUNT, type AwsServer, startAws } from '../support/aws/aws-server.js';
import { settle } from '../support/aws/estate.js';
import { databases } from '../support/databases.js';
import { ended, runJobs } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('cloud jobs on $name', (database) => {
  let pool: WorkerPool;
  let aws: AwsServer;
  let key = '';
  let connectionId = '';
  let sourceId = '';
  const at = withPlane(database, async () => {
    aws = await startAws();
    const environment = { AWS_ENDPOINT_URL: aws.url, AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'test-secret' };
    return { workers: 1, offline: false, environment };
  });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
    const configuration = { role_arn: READER, external_id: 'ext-1', regions: [REGION, 'us-test-1'] };
    const made = await ask('POST', '/v1/cloud/connections', {
      provider: 'aws',
      display_name: 'production',
      account: ACCOUNT,
      configuration,
    });
    connectionId = made.body.connection_id;
    const source = await ask('POST', '/v1/sources', {
      kind: 'scan.cloud',
      display_name: 'production',
      scope: { connection_id: connectionId },
    });
    sourceId = source.body.source_id;
  });
  beforeEach(() => {
    aws.trouble = undefined;
    giveReader(aws);
    giveFunction(aws);
  });
  afterAll(async () => {
    await pool.close();
    await aws.close();
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const verify = async () => (await ask('POST', `/v1/cloud/connections/${connectionId}/verify`)).body;
  const run = (id = sourceId) => ask('POST', `/v1/sources/${id}/run`);
  const test = async () => (await ask('POST', `/v1/sources/${sourceId}/test`)).body;

  it('are refused until the connection was verified with the identity of the service', async () => {
    const refused = async (words: string) => {
      expect(await run()).toMatchObject({ status: 409, body: { detail: expect.stringContaining(words) } });
      const { status, checks } = await test();
      expect([status, checks.at(-1).message]).toEqual(['failed', expect.stringContaining(words)]);
    };
    await refused('the connection is not verified');
    giveReader(aws, ['s3:PutObject']);
    const violated = await verify();
    expect(violated).toMatchObject({ health: 'unverified', last_verified_at: null });
    expect(violated.last_error).toContain('not read-only, it may');
    expect(violated.last_error).toContain('s3:PutObject');
    await refused('it may');
    aws.roles.clear();
    expect(await verify()).toMatchObject({ health: 'unverified', last_error: expect.not.stringContaining('SESSIONTOKEN') });
    giveReader(aws);
    expect(await verify()).toMatchObject({ health: 'healthy', last_error: null });
    expect(await test()).toMatchObject({ status: 'ok' });
    await ask('PUT', `/v1/cloud/connections/${connectionId}`, { status: 'disabled' });
    await refused('the connection is disabled');
    await ask('PUT', `/v1/cloud/connections/${connectionId}`, { status: 'registered' });
    expect(await test()).toMatchObject({ status: 'ok' });
  });

  it('read the account into findings, assets and the graph, and show no secret', async () => {
    await verify();
    const launched = await run();
    expect(launched.status).toBe(202);
    const done = await ended(at, key, launched.body.job_id);
    expect(done).toMatchObject({ status: 'succeeded', job_type: 'scan', source_id: sourceId });
    const { body: found } = await ask('GET', `/v1/findings?kind=cloud&source_id=${sourceId}`);
    const rules = found.items.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['cloud-open-endpoint', 'cloud-literal-secret']));
    const entrance = found.items.find(({ rule }: { rule: string }) => rule === 'cloud-open-endpoint');
    const { body: graph } = await ask('GET', '/v1/graph/search?q=internet');
    expect(JSON.stringify(graph)).toContain('internet');
    const { body: whole } = await ask('GET', `/v1/findings/${entrance.finding_id}`);
    expect(whole.finding.fix).toContain('aws lambda update-function-url-config');
    expect(whole.blast_radius).toMatchObject({ exposed: true });
    const { body: assets } = await ask('GET', '/v1/assets?kind=service');
    expect(assets.items).toEqual([expect.objectContaining({ name: 'ask' })]);
    const content = await ask('GET', `/v1/evidence/${done.evidence[0].evidence_id}/content`);
    expect(content.text).toContain('API_TOKEN');
    expect(content.text).not.toContain('never-to-be-shown');
    expect(JSON.stringify([done, found])).not.toContain('never-to-be-shown');
  });

  it('are partial where a region refuses, name it, and resolve nothing', async () => {
    await verify();
    const open = async () => (await ask('GET', `/v1/findings?kind=cloud&status=open&source_id=${sourceId}`)).body.items.length;
    const before = await open();
    expect(before).toBeGreaterThan(0);
    aws.answers.set('lambda:ListFunctions', ({ region }) =>
      region === REGION ? { error: 'AccessDeniedException' } : { body: { Functions: [] } },
    );
    const done = await ended(at, key, (await run()).body.job_id);
    expect(done.status).toBe('partial');
    expect(JSON.stringify(done.result_summary)).toContain(`aws/${ACCOUNT}/${REGION}/lambda`);
    expect(await open()).toBe(before);
  });

  it('are refused by the worker, and for ever, when the role has learnt to write', async () => {
    await verify();
    giveReader(aws, ['s3:PutObject']);
    const done = await ended(at, key, (await run()).body.job_id);
    expect(done).toMatchObject({ status: 'failed', attempt: 1, error: expect.stringContaining('not read-only') });
    const { body: connection } = await ask('GET', `/v1/cloud/connections/${connectionId}`);
    expect(connection).toMatchObject({ health: 'unverified', last_error: expect.stringContaining('s3:PutObject') });
    expect((await run()).status).toBe(409);
  });

  it('go on where a killed worker stopped, and leave nothing behind', async () => {
    await verify();
    const kept = join(at.folder, 'data', 'work', 'kept');
    const finishedParts = () =>
      readdirSync(kept)
        .map((name) => readFileSync(join(kept, name), 'utf8'))
        .join();
    let isFirst = true;
    let asked = 0;
    aws.answers.set('iam:GetAccountAuthorizationDetails', () => {
      asked += 1;
      return { body: { IsTruncated: false } };
    });
    aws.trouble = (action, region) => {
      if (action !== 'lambda:ListFunctions' || region !== 'us-test-1' || !isFirst) return undefined;
      // Asked again until the other part is finished.
      if (!finishedParts().includes('/iam"')) return { error: 'ThrottlingException' };
      isFirst = false;
      for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) killWorkerOf(Number(name));
      return undefined;
    };
    const done = await ended(at, key, (await run()).body.job_id);
    expect([done.attempt, isFirst]).toEqual([2, false]);
    expect(done.status).toBe('succeeded');
    expect(asked).toBe(1);
    expect(readdirSync(kept)).toEqual([]);
  });

  it('read by a connector of the same connection, in cohorts and schedules, too', async () => {
    await verify();
    const kind = 'connector.cloud_read_only';
    const made = await ask('POST', '/v1/sources', { kind, display_name: 'the same', scope: { connection_id: connectionId } });
    const done = await ended(at, key, (await run(made.body.source_id)).body.job_id);
    expect(done).toMatchObject({ status: 'succeeded', job_type: 'connector' });
    const cohort = await at.ask('POST', '/v1/sources/run-cohort', {
      key,
      body: { source_ids: [sourceId, made.body.source_id] },
      headers: { 'idempotency-key': 'both-clouds' },
    });
    expect(cohort.status).toBe(202);
    for (const { job_id } of cohort.body.jobs) expect((await ended(at, key, job_id)).status).toBe('succeeded');
    const schedule = await ask('POST', '/v1/schedules', { cron: '0 3 * * *', source_id: sourceId });
    expect(schedule.status).toBe(201);
  });

  it('show the ways from what is public to data', async () => {
    settle(aws, READER, awsProvider.permissions);
    await verify();
    const done = await ended(at, key, (await run()).body.job_id);
    expect(done.evidence_count).toBe(1);
    const { body } = await ask('GET', `/v1/graph/exposure-paths?source_id=${sourceId}`);
    const ways = body.items.map(({ nodes }: { nodes: { kind: string; label: string }[] }) => nodes.map(({ kind }) => kind));
    expect(ways).toContainEqual(['finding', 'service', 'role', 'data']);
  });
});

/** Kills a child of this process that is a worker. */
function killWorkerOf(pid: number): void {
  const fields = (() => {
    try {
      return [readFileSync(`/proc/${pid}/stat`, 'utf8'), readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
    } catch {
      return ['', ''];
    }
  })();
  const parent = Number(fields[0]?.replace(/^.*\)/s, '').trim().split(/\s+/)[1]);
  if (parent === process.pid && fields[1]?.includes('--worker')) process.kill(pid, 'SIGKILL');
}

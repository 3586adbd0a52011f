import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/databases.js';
import { damages } from '../support/fault-check.js';
import { FaultLoad } from '../support/fault-load.js';
import { jobOperations, quickOperations } from '../support/fault-operations.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { withPlane } from '../support/with-plane.js';

const all = '1 = 1';
const KEYS: Readonly<Record<string, string>> = {
  jobs: 'job_id',
  findings: 'finding_id',
  evidence: 'evidence_id',
  audit_events: 'seq',
  fleet_agents: 'agent_id',
  runtime_events: 'event_id',
  exceptions: 'exception_id',
  api_keys: 'key_id',
  schedules: 'schedule_id',
  sources: 'source_id',
};
const anyOf = (table: string, where = all) => `(select min(${KEYS[table]}) from ${table} where ${where})`;
const lost = (table: string, where?: string) => [`delete from ${table} where ${KEYS[table]} = ${anyOf(table, where)}`];
const doubled = (table: string, where: string, change = `${KEYS[table]} = 'doubled'`) => [
  `create temp table twin as select * from ${table} where ${KEYS[table]} = ${anyOf(table, where)}`,
  `update twin set ${change}`,
  `insert into ${table} select * from twin`,
];

/** What faults could do to a database, as statements. */
const HARM: readonly [string, readonly string[]][] = [
  ['a job that is lost', lost('jobs', `idempotency_key like '%scan%'`)],
  ['a job of a cohort that is lost', lost('jobs', 'cohort_id is not null')],
  ['a job of a push that is lost', lost('jobs', `requested_by like 'ingest:%'`)],
  ['a job that is doubled', doubled('jobs', `idempotency_key like '%source-run%'`)],
  ['a job that never ends', [`update jobs set status = 'running' where job_id = ${anyOf('jobs')}`]],
  [
    'a job that ends twice',
    [
      `insert into job_events select tenant_id, job_id, seq + 100, event, data, created_at from job_events where event = 'finished' limit 1`,
    ],
  ],
  ['a job that is left in the queue', [`insert into job_queue values ('job_left', 'acme', '2026-01-01T00:00:00.000Z', null, null, 0)`]],
  ['a finding of a push that is lost', lost('findings', `problem_id like '%findings%'`)],
  ['a finding of a report that is lost', lost('findings', `problem_id like '%SARIF%'`)],
  ['a finding of a scan that is lost', lost('findings', `problem_id not like 'check-%'`)],
  ['a piece of evidence that is lost', lost('evidence', all)],
  ['a piece of evidence that is doubled', doubled('evidence', all)],
  ['an audit event that is lost', lost('audit_events', 'seq > 3')],
  ['the last audit event lost', [`delete from audit_events where seq = (select max(seq) from audit_events)`]],
  ['an audit event that is doubled', doubled('audit_events', all, 'seq = seq + 100000')],
  ['an agent that is lost', lost('fleet_agents', all)],
  ['an agent that is doubled', doubled('fleet_agents', all)],
  ['an event of a proxy that is lost', lost('runtime_events', `origin = 'proxy'`)],
  ['a decision that is lost', lost('runtime_events', `origin = 'gateway'`)],
  ['a decision that is doubled', doubled('runtime_events', `origin = 'gateway'`)],
  ['an exception that is lost', lost('exceptions', all)],
  ['a schedule that is doubled', doubled('schedules', all)],
  ['a key that is lost', lost('api_keys', `name like 'check-%' and revoked_at is null`)],
  ['a revocation that is lost', [`update api_keys set revoked_at = null where name like 'check-%'`]],
  ['a source that is lost', lost('sources', `display_name like 'check-source-%'`)],
  ['a removed job that is back', [`update jobs set deleted_at = null`]],
];

describe('the check after faults', () => {
  let load: FaultLoad;
  const at = withPlane(sqlite(), { workers: 1 });
  beforeAll(async () => {
    const key = await at.key('acme');
    const url = await at.app.listen({ host: '127.0.0.1', port: 0 });
    const projects = [sampleProject(at, 'one'), sampleProject(at, 'two')];
    const sources: string[] = [];
    for (const path of projects)
      sources.push(
        (await at.ask('POST', '/v1/sources', { key, body: { kind: 'scan.repo', display_name: path, scope: { path } } })).body.source_id,
      );
    load = new FaultLoad({ key, projects, sources, random: () => 0.1, servers: () => [url], name: 'check' });
    for (const operation of jobOperations) await load.one(operation);
    const pool = runJobs(at);
    for (const { job_id } of (await at.ask('GET', '/v1/jobs', { key })).body.items) await ended(at, key, job_id);
    for (const operation of [...quickOperations, ...quickOperations.filter(({ leaves }) => leaves)]) await load.one(operation);
    await pool.close();
  });
  const found = () => damages(at.plane, 'acme', load.asked);

  it('finds nothing where there was none, though every operation was accepted', async () => {
    expect(load.complaints).toEqual([]);
    expect(load.asked.filter(({ said }) => said !== 'accepted')).toEqual([]);
    expect(new Set(load.asked.map(({ operation }) => operation)).size).toBe(jobOperations.length + quickOperations.length);
    expect(await found()).toEqual([]);
  });

  it.each(HARM)('notices %s', async (_, statements) => {
    let noticed: string[] = [];
    const harmed = at.plane.store.write('acme', async (store) => {
      for (const statement of statements) await sql.raw(statement).execute(store.db);
      const read = (_: string, work: (handle: typeof store) => unknown) => work(store);
      noticed = await damages({ ...at.plane, store: Object.assign(Object.create(at.plane.store), { read }) }, 'acme', load.asked);
      throw new Error('undo');
    });
    await expect(harmed).rejects.toThrow('undo');
    expect(noticed).not.toEqual([]);
  });

  it('notices bytes of evidence that are gone or changed', async () => {
    const folder = join(at.plane.options.dataFolder, 'evidence');
    const name =
      readdirSync(folder, { recursive: true })
        .map(String)
        .find((path) => path.endsWith('.gz')) ?? '';
    const path = join(folder, name);
    const bytes = readFileSync(path);
    renameSync(path, `${path}.away`);
    expect((await found()).join()).toMatch(/are gone/);
    renameSync(`${path}.away`, path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 9));
    expect((await found()).join()).toMatch(/were changed/);
    writeFileSync(path, bytes);
    expect(await found()).toEqual([]);
  });

  it('notices a repeated request that gets another answer, and an error that is not the database being away', async () => {
    let count = 0;
    const server = createServer((request, response) => {
      request.resume();
      count += 1;
      response.writeHead(request.headers['idempotency-key'] === undefined ? 500 : 201).end(JSON.stringify({ count }));
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const other = new FaultLoad({ key: '', projects: ['p'], sources: ['s'], random: () => 0, servers: () => [url], name: 'other' });
    for (const operation of quickOperations.filter(({ name }) => name === 'findings' || name === 'gateway')) await other.one(operation);
    server.close();
    expect(other.complaints).toEqual([expect.stringContaining('differently'), expect.stringContaining('500')]);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs } from '../support/job-runs.js';
import { type Asked, type Loopback, loopback, type Told } from '../support/loopback.js';
import { withPlane } from '../support/with-plane.js';

const TOKEN = 'a-very-private-token';

/** Jira Cloud, ServiceNow and Slack as their references have them, with a page more than fits one answer. */
function services({ method, url, headers, body }: Asked): Told {
  const { pathname, searchParams } = new URL(url, 'http://service');
  if (headers.authorization === undefined) return { status: 401, body: {} };
  if (pathname === '/rest/api/3/myself') return { body: { accountId: '1', active: true } };
  if (pathname === '/rest/api/3/project/search') {
    const from = Number(searchParams.get('startAt'));
    const values = Array.from({ length: from === 0 ? 50 : 2 }, (_, at) => ({
      id: `${10_000 + from + at}`,
      key: `P${from + at}`,
      name: `Project ${from + at}`,
    }));
    return { body: { startAt: from, maxResults: 50, total: 52, isLast: from > 0, values } };
  }
  if (pathname === '/api/now/table/sys_user') return { body: { result: [] } };
  if (pathname === '/api/now/table/cmdb_ci_service') return { body: { result: [{ sys_id: 'b', name: 'Payments' }] } };
  if (method === 'POST' && pathname === '/auth.test') return { body: { ok: true } };
  if (method === 'POST' && pathname === '/conversations.list') {
    const isFirst = !new URLSearchParams(body).has('cursor');
    const next_cursor = isFirst ? 'dGVhbTpD' : '';
    return { body: { ok: true, channels: [{ id: isFirst ? 'C1' : 'C2', name: 'security' }], response_metadata: { next_cursor } } };
  }
  return { status: 404, body: {} };
}

describe.each(databases())('connector jobs on $name', (database) => {
  let pool: WorkerPool;
  let service: Loopback;
  let key = '';
  let tell = services as (asked: Asked) => Told;
  const environment: Record<string, string | undefined> = {};
  const at = withPlane(database, async () => {
    service = await loopback((asked) => tell(asked));
    return { workers: 1, offline: false, environment };
  });
  beforeAll(async () => {
    pool = runJobs(at);
    key = await at.key('acme');
  });
  afterAll(async () => {
    await pool.close();
    await service.close();
  });

  const register = async (connector_name?: string, kind = 'connector.cloud_read_only') => {
    const body = { kind, display_name: `${connector_name}`, ...(connector_name !== undefined && { connector_name }) };
    const made = await at.ask('POST', '/v1/sources', { key, body });
    expect(made.status).toBe(201);
    return made.body.source_id as string;
  };
  const run = (sourceId: string) => at.ask('POST', `/v1/sources/${sourceId}/run`, { key });
  const test = async (sourceId: string) => (await at.ask('POST', `/v1/sources/${sourceId}/test`, { key })).body;

  it('are refused with the reason where a name is all there is', async () => {
    const refused = async (sourceId: string, words: string) => {
      expect(await run(sourceId)).toMatchObject({ status: 409, body: { detail: expect.stringContaining(words) } });
      const { status, checks } = await test(sourceId);
      expect(status).toBe('failed');
      expect(checks.at(-1).message).toContain(words);
    };
    await refused(await register('jira'), 'SERVICE_JIRA_URL');
    await refused(await register('pagerduty'), 'no connector of this name');
    await refused(await register(), 'names no connector');
    await refused(await register('harbor', 'connector.registry'), 'no registry is configured');
    await refused(await register('bigquery', 'connector.warehouse'), 'no warehouse is connected');
  });

  it.each([
    ['jira', 'projects', 52, { id: '10000', key: 'P0', name: 'Project 0' }],
    ['servicenow', 'services', 1, { id: 'b', name: 'Payments' }],
    ['slack', 'channels', 2, { id: 'C1', name: 'security' }],
  ])('%s lists its %s, page by page, and leaves evidence', async (name, what, items, first) => {
    Object.assign(environment, {
      SERVICE_JIRA_URL: service.url,
      SERVICE_JIRA_EMAIL: 'bot@acme.example',
      SERVICE_JIRA_TOKEN: TOKEN,
      SERVICE_SERVICENOW_URL: service.url,
      SERVICE_SERVICENOW_TOKEN: TOKEN,
      SERVICE_SLACK_URL: service.url,
      SERVICE_SLACK_TOKEN: TOKEN,
    });
    const sourceId = await register(name);
    expect(await test(sourceId)).toMatchObject({ status: 'ok' });
    const launched = await run(sourceId);
    expect(launched.status).toBe(202);
    const done = await ended(at, key, launched.body.job_id);
    expect(done).toMatchObject({ status: 'succeeded', job_type: 'connector', evidence_count: 1, source_id: sourceId });
    expect(done.result_summary).toMatchObject({ connector: name, what, items, connector_health: 'healthy' });
    const content = await at.ask('GET', `/v1/evidence/${done.evidence[0].evidence_id}/content`, { key });
    const listed = JSON.parse(content.text);
    expect(listed).toMatchObject({ connector: name, what, reason: null });
    expect(listed.items[0]).toEqual(first);
    expect((await at.ask('GET', `/v1/sources/${sourceId}`, { key })).body).toMatchObject({ status: 'healthy' });
    const { body: known } = await at.ask('GET', '/v1/connectors', { key });
    expect(known.items.find((one: { name: string }) => one.name === name)).toMatchObject({ health: 'healthy' });
    const { body: audit } = await at.ask('GET', `/v1/audit?target_id=${done.job_id}`, { key });
    expect(audit.items.map(({ action }: { action: string }) => action)).toContain('job.succeeded');
    expect((await at.ask('GET', `/v1/scan/${done.job_id}/report`, { key })).status).toBe(409);
    expect((await at.ask('GET', '/v1/posture', { key })).body).toMatchObject({ grade: 'unknown', reason: 'nothing was scanned' });
  });

  it('fail with the reason when the service refuses, and are tried again when it is away', async () => {
    const sourceId = await register('jira');
    const stored = async () => {
      const { body } = await at.ask('GET', '/v1/connectors', { key });
      return body.items.find((one: { name: string }) => one.name === 'jira').health;
    };
    tell = () => ({ status: 401, body: { secret: TOKEN } });
    const refused = await ended(at, key, (await run(sourceId)).body.job_id);
    expect(refused).toMatchObject({ status: 'failed', attempt: 1, error: 'Jira: answered 401 (auth_failed)' });
    expect(await stored()).toBe('auth_failed');
    tell = () => ({ status: 503 });
    const away = await ended(at, key, (await run(sourceId)).body.job_id);
    expect(away).toMatchObject({ status: 'failed', attempt: 3, retried: true, error: 'Jira: answered 503 (degraded)' });
    expect(await stored()).toBe('degraded');
    tell = (asked) => (asked.url.includes('/project/') ? { status: 403, body: {} } : services(asked));
    const barred = await ended(at, key, (await run(sourceId)).body.job_id);
    expect(barred).toMatchObject({ status: 'failed', attempt: 1, error: 'Jira: may not list projects: answered 403' });
    expect(await stored()).toBe('auth_failed');
    tell = (asked) => (asked.url.includes('/project/') ? { body: 'no JSON' } : services(asked));
    const odd = await ended(at, key, (await run(sourceId)).body.job_id);
    expect(odd).toMatchObject({ status: 'failed', error: 'Jira gave an answer that cannot be understood' });
    expect(await stored()).toBe('degraded');
    tell = services;
    expect((await ended(at, key, (await run(sourceId)).body.job_id)).status).toBe('succeeded');
    expect(await stored()).toBe('healthy');
    tell = () => ({ status: 401, body: {} });
    await ended(at, key, (await run(sourceId)).body.job_id);
    expect((await at.ask('GET', `/v1/sources/${sourceId}`, { key })).body.status).toBe('degraded');
    tell = services;
  });

  it('leave the secret nowhere', async () => {
    const { body: jobs } = await at.ask('GET', '/v1/jobs', { key });
    expect(JSON.stringify(jobs)).not.toContain(TOKEN);
    const rows = await at.plane.store.read('acme', ({ db }) => db.selectFrom('jobs').selectAll().where('tenant_id', '=', 'acme').execute());
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
    expect(readdirSync(join(at.folder, 'data', 'work'), { recursive: true }).filter((name) => String(name).includes('job_'))).toEqual([]);
  });
});

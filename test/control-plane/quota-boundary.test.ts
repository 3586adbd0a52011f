import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const AT_ONCE = 20;
const ROOM = 7;

interface Adding {
  at: TestPlane;
  key: string;
  /** A source to run. */
  sourceId: string;
  n: number;
}

/** What adds one to each quota, by a request of its own. */
const adds: Record<string, { status: number; one(adding: Adding): Promise<Answer> }> = {
  sources: {
    status: 201,
    one: ({ at, key, n }) => at.ask('POST', '/v1/sources', { key, body: { kind: 'runtime.proxy', display_name: `p${n}` } }),
  },
  schedules: {
    status: 201,
    one: ({ at, key, n, sourceId }) =>
      at.ask('POST', '/v1/schedules', { key, body: { name: `s${n}`, cron: '0 4 * * *', source_id: sourceId } }),
  },
  active_jobs: { status: 202, one: ({ at, key, sourceId }) => at.ask('POST', `/v1/sources/${sourceId}/run`, { key }) },
  retained_jobs: { status: 201, one: ({ at, key, sourceId }) => at.ask('POST', '/v1/scan', { key, body: { source_id: sourceId } }) },
  fleet_agents: {
    status: 200,
    one: ({ at, key, n }) => {
      const body = { device: `d${n}`, observed_at: new Date(at.plane.clock()).toISOString(), agents: [{ client: 'cursor', servers: [] }] };
      return at.ask('POST', '/v1/fleet/sync', { key, body });
    },
  },
  cloud_connections: {
    status: 201,
    one: ({ at, key, n }) => {
      const account = `${100_000_000_000 + n}`;
      const configuration = { role_arn: `arn:aws:iam::${account}:role/reader` };
      return at.ask('POST', '/v1/cloud/connections', { key, body: { provider: 'aws', display_name: `c${n}`, account, configuration } });
    },
  },
  deliveries: {
    status: 201,
    one: ({ at, key, n }) =>
      at.ask('POST', '/v1/deliveries', { key, body: { display_name: `d${n}`, connector_name: 'jira', destination: 'SEC' } }),
  },
  webhooks: {
    status: 201,
    one: ({ at, key, n }) =>
      at.ask('POST', '/v1/webhooks', { key, body: { display_name: `w${n}`, url: `https://hooks.example.com/${n}` } }),
  },
  ingest_events_per_day: {
    status: 200,
    one: ({ at, key, n }) =>
      at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [{ id: `X-${n}`, title: 'bad', severity: 'low' }] } }),
  },
};

describe.each(databases())('quotas at their boundary on $name', (database) => {
  const at = withPlane(database, { workers: 0 });
  beforeAll(async () => {
    mkdirSync(join(at.folder, 'project'));
  });

  it.each(Object.keys(adds))('let in as many as %s says, of many at once', async (quota) => {
    const { status, one } = adds[quota] as (typeof adds)[string];
    const key = await at.key(`tenant-${quota.replaceAll('_', '-')}`);
    const ask = (method: string, url: string, body?: object) => at.ask(method, url, { key, ...(body && { body }) });
    const { body: source } = await ask('POST', '/v1/sources', {
      kind: 'scan.repo',
      display_name: 'project',
      scope: { path: join(at.folder, 'project') },
    });
    const used = async () => (await ask('GET', '/v1/auth/quota')).body.usage[quota] as number;
    const before = await used();
    const wide = { active_jobs: 100, retained_jobs: 100, sources: 100, schedules: 100 };
    expect((await ask('PUT', '/v1/auth/quota', { ...wide, [quota]: before + ROOM })).status).toBe(200);
    const add = (n: number) => one({ at, key, sourceId: source.source_id, n });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => add(n)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(ROOM).fill(status), ...Array(AT_ONCE - ROOM).fill(429)]);
    for (const { body, headers } of refused) {
      expect(body.detail).toBe(`the tenant's quota of ${before + ROOM} ${quota.replaceAll('_', ' ')} is used up`);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await used()).toBe(before + ROOM);
    expect((await ask('PUT', '/v1/auth/quota', { [quota]: -1 })).status).toBe(400);
    expect((await add(AT_ONCE)).status).toBe(429);
    expect((await ask('PUT', '/v1/auth/quota', { [quota]: null })).body[quota]).toBeGreaterThan(before + ROOM);
    expect((await add(AT_ONCE + 1)).status).toBe(status);
  });

  it('make one source of many first scans of one place', async () => {
    const key = await at.key('inline');
    await at.ask('PUT', '/v1/auth/quota', { key, body: { active_jobs: 100 } });
    const body = { kind: 'scan.repo', scope: { path: join(at.folder, 'project') } };
    const answers = await Promise.all(Array.from({ length: 12 }, () => at.ask('POST', '/v1/scan', { key, body })));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(new Set(answers.map((answer) => answer.body.source_id)).size).toBe(1);
    expect((await at.ask('GET', '/v1/sources', { key })).body.items).toHaveLength(1);
    const { body: audit } = await at.ask('GET', '/v1/audit?action=source.create', { key });
    expect(audit.items).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const HOUR_MS = 3_600_000;

describe.each(databases())('comparisons of agents on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  let agent = '';
  const now = () => new Date(at.plane.clock()).toISOString();
  const get = async (url: string) => (await at.ask('GET', url, { key })).body;
  const server = (version: string, tools: string[], more: object = {}) => ({
    ...{ name: 'files', command: 'npx', args: ['-y', `files-server@${version}`], env_names: ['FILES_TOKEN'] },
    tools: tools.map((name) => ({ name })),
    ...more,
  });
  const sync = async (client: string, servers: object[]) =>
    at.ask('POST', '/v1/fleet/sync', { key, body: { device: `laptop of ${client}`, observed_at: now(), agents: [{ client, servers }] } });
  const become = (lifecycle_state: string) => at.ask('PATCH', `/v1/fleet/${agent}`, { key, body: { lifecycle_state } });

  beforeAll(async () => {
    key = await at.key('acme');
    await sync('cursor', [server('1.0.0', ['read_file'])]);
    [{ agent_id: agent }] = (await get('/v1/fleet')).items;
  });

  it('against what was approved name each field that drifted', async () => {
    expect((await at.ask('GET', `/v1/fleet/${agent}/compare?pins=true`, { key })).status).toBe(404);
    expect((await get(`/v1/fleet/${agent}`)).drift).toBeNull();
    await become('pending_review');
    expect((await become('approved')).status).toBe(200);
    expect((await get(`/v1/fleet/${agent}`)).drift).toMatchObject({ differences: 0 });
    at.advance(HOUR_MS);
    await sync('cursor', [
      server('1.0.0', ['read_file', 'delete_file'], { args: ['-y', 'files-server@2.0.0'], env_names: ['OTHER_TOKEN'] }),
    ]);
    const { other, differences } = await get(`/v1/fleet/${agent}/compare?pins=true`);
    expect(other).toMatchObject({ what: 'pins', agent_id: agent });
    expect(differences).toMatchObject([
      { area: 'server', server: 'files', field: 'args', before: ['-y', 'files-server@1.0.0'], now: ['-y', 'files-server@2.0.0'] },
      { area: 'server', field: 'env_names', before: ['FILES_TOKEN'], now: ['OTHER_TOKEN'] },
      { area: 'tool', kind: 'added', server: 'files', name: 'delete_file', before: null },
      { area: 'credential', kind: 'removed', name: 'FILES_TOKEN' },
      { area: 'credential', kind: 'added', name: 'OTHER_TOKEN' },
    ]);
    expect((await get(`/v1/fleet/${agent}`)).drift.differences).toBe(5);
  });

  it('with an earlier time say what changed since', async () => {
    const before = new Date(at.plane.clock() - HOUR_MS / 2).toISOString();
    const { other, differences } = await get(`/v1/fleet/${agent}/compare?at=${before}`);
    expect(other.what).toBe('time');
    expect(differences).toHaveLength(5);
    expect((await get(`/v1/fleet/${agent}/compare?at=${now()}`)).differences).toEqual([]);
    expect((await at.ask('GET', `/v1/fleet/${agent}/compare?at=2020-01-01T00:00:00Z`, { key })).status).toBe(404);
    expect((await get(`/v1/fleet/${agent}/history`)).items.map(({ is_pin }: { is_pin: boolean }) => is_pin)).toEqual([false, true, false]);
  });

  it('with another agent name what only one of them has', async () => {
    await sync('zed', []);
    const other = (await get('/v1/fleet?client=zed')).items[0].agent_id;
    const { differences } = await get(`/v1/fleet/${agent}/compare?with=${other}`);
    expect(differences).toMatchObject([
      { area: 'server', kind: 'added', name: 'files', before: null },
      { area: 'credential', kind: 'added', name: 'OTHER_TOKEN' },
    ]);
  });

  it('need one thing to compare with', async () => {
    expect((await at.ask('GET', `/v1/fleet/${agent}/compare`, { key })).status).toBe(400);
    expect((await at.ask('GET', `/v1/fleet/${agent}/compare?pins=true&at=${now()}`, { key })).status).toBe(400);
  });
});

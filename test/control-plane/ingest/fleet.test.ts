import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const github = {
  name: 'github',
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-github@1.0.0'],
  env_names: ['GITHUB_TOKEN', 'LOG_LEVEL'],
  tools: [{ name: 'create_issue', capabilities: ['write'] }],
};
const agent = (client: string, more: object = {}) => ({ client, servers: [github], ...more });
const noon = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`;

describe.each(databases())('the fleet on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const sync = (device: string, day: number, agents: unknown[], more: { key?: string; body?: object } = {}) =>
    at.ask('POST', '/v1/fleet/sync', { key: more.key ?? key, body: { device, observed_at: noon(day), agents, ...more.body } });
  const list = async (query = '', asker = key) => (await at.ask('GET', `/v1/fleet${query}`, { key: asker })).body.items;
  const byClient = async (device: string) => new Map((await list(`?device=${device}`)).map((one: { client: string }) => [one.client, one]));
  const patch = (agentId: string, body: object, asker = key) => at.ask('PATCH', `/v1/fleet/${agentId}`, { key: asker, body });

  it('follows the reports of a device', async () => {
    const first = await sync('laptop-1', 1, [agent('claude-desktop'), agent('cursor'), { client: 'odd', env: 'x' }]);
    expect(first.body).toMatchObject({ received: 3, new: 2, updated: 0, unchanged: 0, stale: 0, rejected: [{ index: 2 }] });
    const second = await sync('laptop-1', 2, [agent('claude-desktop'), agent('cursor', { version: '2' })]);
    expect(second.body).toMatchObject({ new: 0, updated: 1, unchanged: 1, stale: 0 });
    const third = await sync('laptop-1', 3, [agent('cursor', { version: '2' })], { body: { complete: true } });
    expect(third.body).toMatchObject({ unchanged: 1, stale: 1 });
    expect((await byClient('laptop-1')).get('claude-desktop')).toMatchObject({ stale: true, last_seen: noon(2), first_seen: noon(1) });
    const late = await sync('laptop-1', 2, [agent('cursor', { version: '1' })], { body: { complete: true } });
    expect(late.body).toMatchObject({ updated: 0, unchanged: 1, stale: 0 });
    expect((await sync('laptop-1', 4, [agent('claude-desktop')])).body).toMatchObject({ updated: 1 });
    expect((await byClient('laptop-1')).get('claude-desktop')).toMatchObject({ stale: false });
    expect((await sync('laptop-1', 5, [], { body: { complete: true } })).body).toMatchObject({ received: 0, stale: 2 });
  });

  it('shows an agent with servers, tools and the names of credentials, and puts them into the graph', async () => {
    await sync('laptop-2', 1, [agent('cursor', { owner: 'ada', path: '~/.cursor/mcp.json' })]);
    const [{ agent_id: id }] = await list('?device=laptop-2');
    const one = await at.ask('GET', `/v1/fleet/${id}`, { key });
    expect(one.body).toMatchObject({ owner: 'ada', servers: 1, tools: 1, credentials: 1, lifecycle_state: 'discovered' });
    expect(one.body.inventory.servers[0]).toMatchObject({ name: 'github', command: 'npx', env_names: ['GITHUB_TOKEN', 'LOG_LEVEL'] });
    expect(one.body.inventory.credentials).toMatchObject([{ name: 'GITHUB_TOKEN', kind: 'env' }]);
    const edges = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('graph_edges').select(['kind', 'to_id']).where('tenant_id', '=', 'acme').where('from_id', '=', id).execute(),
    );
    expect(edges).toEqual([{ kind: 'uses', to_id: one.body.inventory.servers[0].ref }]);
    const nodes = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('graph_nodes').select(['kind', 'label']).where('tenant_id', '=', 'acme').execute(),
    );
    for (const node of [
      { kind: 'tool', label: 'create_issue' },
      { kind: 'credential', label: 'GITHUB_TOKEN' },
      { kind: 'server', label: 'github' },
    ])
      expect(nodes).toContainEqual(node);
  });

  it('counts what the list holds', async () => {
    await sync('laptop-3', 2, [agent('zed', { servers: [] }), agent('cursor')]);
    const stats = (await at.ask('GET', '/v1/fleet/stats', { key })).body;
    const all = await list('?limit=200');
    const sum = (what: string) => all.reduce((total: number, one: Record<string, unknown>) => total + Number(one[what]), 0);
    expect(stats).toMatchObject({ total: all.length, stale: sum('stale'), servers: sum('servers'), tools: sum('tools') });
    expect(stats.devices).toBe(new Set(all.map((one: { device: string }) => one.device)).size);
    expect(Object.values<number>(stats.by_lifecycle_state).reduce((a, b) => a + b, 0)).toBe(all.length);
    expect(stats.by_client.zed).toBe(1);
  });

  it('is filtered and paged', async () => {
    const all = await list();
    const first = await at.ask('GET', '/v1/fleet?limit=2', { key });
    const second = await at.ask('GET', `/v1/fleet?limit=200&cursor=${first.body.next_cursor}`, { key });
    expect([...first.body.items, ...second.body.items]).toEqual(all);
    expect((await list('?client=zed')).length).toBe(1);
    expect((await list('?q=ZE')).length).toBe(1);
    expect((await list('?q=%25')).length).toBe(0);
    expect((await list('?stale=true')).every((one: { stale: boolean }) => one.stale)).toBe(true);
    expect((await list('?owned=true')).map((one: { owner: string }) => one.owner)).toEqual(['ada']);
    expect((await at.ask('GET', '/v1/fleet?colour=red', { key })).status).toBe(400);
  });

  it('lets an agent take the steps of its life and no others, and a device cannot undo them', async () => {
    await sync('laptop-4', 1, [agent('cursor')]);
    const [{ agent_id: id }] = await list('?device=laptop-4');
    expect((await patch(id, { lifecycle_state: 'approved' })).status).toBe(409);
    expect((await patch(id, { lifecycle_state: 'pending_review', owner: 'bo' })).body).toMatchObject({ lifecycle_state: 'pending_review' });
    expect((await patch(id, { lifecycle_state: 'approved' })).status).toBe(200);
    await sync('laptop-4', 2, [agent('cursor', { owner: 'mallory', version: '9' })]);
    expect((await at.ask('GET', `/v1/fleet/${id}`, { key })).body).toMatchObject({ lifecycle_state: 'approved', owner: 'bo' });
    expect((await patch(id, { owner: null })).body.owner).toBeNull();
    expect((await patch(id, { lifecycle_state: 'decommissioned' })).status).toBe(200);
    expect((await patch(id, { lifecycle_state: 'approved' })).status).toBe(409);
    expect((await patch(id, { lifecycle_state: 'asleep' })).status).toBe(422);
    expect((await patch(id, { owner: 'x' }, await at.key('acme', 'analyst'))).status).toBe(403);
  });

  it('belongs to one tenant, and a device may be held to its own source', async () => {
    const other = await at.key('globex');
    const [{ agent_id: id }] = await list('?device=laptop-2');
    expect((await at.ask('GET', `/v1/fleet/${id}`, { key: other })).body).toEqual({ detail: 'agent not found' });
    expect((await patch(id, { owner: 'x' }, other)).status).toBe(404);
    expect(await list('', other)).toEqual([]);
    const body = { kind: 'ingest.fleet_sync', display_name: 'one laptop', scope: { devices: ['laptop-9'] } };
    const { source_id: sourceId } = (await at.ask('POST', '/v1/sources', { key, body })).body;
    const bound = await at.key('acme', 'analyst', { scopes: ['ingest'], sourceId });
    expect((await sync('laptop-9', 1, [agent('cursor')], { key: bound })).status).toBe(200);
    expect((await sync('laptop-2', 9, [], { key: bound, body: { complete: true } })).status).toBe(403);
    expect((await sync('laptop-9', 1, [], { key: bound, body: { source_id: 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV' } })).status).toBe(403);
  });
});

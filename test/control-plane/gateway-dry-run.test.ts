import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('a dry run of a gateway policy on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const post = (url: string, body: unknown) => at.ask('POST', url, { key, body });
  const tried = async (draft: object) => (await post('/v1/gateway/policies/dry-run', { name: 'draft', rules: [], ...draft })).body;
  const call = (tool: string, path = '/tmp/a') =>
    post('/v1/gateway/evaluate', { agent: 'cursor', server: 'files', tool, arguments: { path } });

  beforeAll(async () => {
    key = await at.key('acme');
    const rules = [{ id: 'no-deletes', effect: 'deny', when: { tools: ['delete_*'] } }];
    await post('/v1/gateway/policies', { name: 'in force', mode: 'enforce', rules });
    for (const tool of ['read_file', 'read_file', 'read_dir', 'delete_file']) expect((await call(tool)).status).toBe(200);
  });

  it('says which recorded calls would have been decided otherwise, and stores nothing', async () => {
    const answer = await tried({ rules: [{ id: 'files', effect: 'deny', when: { tools: ['read_file'] }, reason: 'not here' }] });
    expect(answer).toMatchObject({
      calls: 4,
      unchanged: 2,
      changed: [{ from: 'allow', to: 'deny', count: 2 }],
      changed_total: 2,
      truncated: false,
    });
    expect(answer.examples).toHaveLength(2);
    expect(answer.examples[0]).toMatchObject({
      tool: 'read_file',
      from: 'allow',
      to: 'deny',
      rule_id: 'files',
      policy_id: null,
      reason: 'not here',
    });
    expect((await at.ask('GET', '/v1/gateway/policies', { key })).body.items).toHaveLength(1);
  });

  it('admits what depends on arguments, which are not kept', async () => {
    const when = { tools: ['read_file'], args: { path: { glob: '/etc/*' } } };
    const answer = await tried({ rules: [{ id: 'etc', effect: 'deny', when }] });
    expect(answer).toMatchObject({
      unchanged: 2,
      changed_total: 0,
      undecidable: { total: 2, rules: [{ rule_id: 'etc', needs: ['arguments'], count: 2 }] },
    });
    expect(answer.limits.join(' ')).toMatch(/arguments are not kept/);
  });

  it('says what replacing a policy, or turning it off, would change', async () => {
    const [{ policy_id }] = (await at.ask('GET', '/v1/gateway/policies', { key })).body.items;
    expect((await tried({ policy_id })).changed).toEqual([{ from: 'deny', to: 'allow', count: 1 }]);
    expect((await tried({ policy_id, enabled: false })).changed).toEqual([{ from: 'deny', to: 'allow', count: 1 }]);
    const same = [{ id: 'no-deletes', effect: 'deny', when: { tools: ['delete_*'] } }];
    expect(await tried({ policy_id, rules: same })).toMatchObject({ unchanged: 4, changed_total: 0 });
  });

  it('names the field that is wrong', async () => {
    const wrong = await post('/v1/gateway/policies/dry-run', { name: 'draft', rules: [{ id: 'a', effect: 'stop' }] });
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail).toMatch(/^rules\.0\.effect: /);
    const pattern = await post('/v1/gateway/policies/dry-run', {
      name: 'draft',
      rules: [{ id: 'a', effect: 'deny', when: { args: { path: { regex: '(' } } } }],
    });
    expect(pattern.body.detail).toMatch(/^rules\.0\.when: /);
  });

  it('begins with a draft that a discovered server brings along', async () => {
    await post('/v1/fleet/sync', {
      device: 'laptop',
      observed_at: '2026-01-01T12:00:00.000Z',
      agents: [{ client: 'cursor', servers: [{ name: 'shop', command: 'npx', args: ['-y', 'shop-server@1.0.0'] }] }],
    });
    const [{ policy_id }] = (await at.ask('GET', '/v1/gateway/policies', { key })).body.items;
    await at.ask('DELETE', `/v1/gateway/policies/${policy_id}`, { key });
    const { items } = (await at.ask('GET', '/v1/gateway/upstreams/discovered', { key })).body;
    const shop = items.find(({ name }: { name: string }) => name === 'shop');
    expect(shop.draft).toMatchObject({ name: 'Govern shop', mode: 'audit' });
    expect((await post('/v1/gateway/policies', shop.draft)).status).toBe(201);
    const again = (await at.ask('GET', '/v1/gateway/upstreams/discovered', { key })).body.items;
    expect(again.find(({ name }: { name: string }) => name === 'shop')).toMatchObject({ governed: true, draft: null });
  });
});

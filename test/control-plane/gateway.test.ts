import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayRoutes } from '../../src/api/gateway.js';
import { openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const noDelete = { id: 'no-delete', effect: 'deny', when: { tools: ['delete_*'] }, reason: 'deleting is not allowed' };
const careful = { id: 'outside', effect: 'warn', when: { args: { url: { host_not_in: ['good.com'] } } } };

describe.each(databases())('the gateway on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  let count = 0;
  const post = (url: string, body: unknown, key = admin) => at.ask('POST', url, { key, body });
  const create = (more: object = {}, key = admin) =>
    post('/v1/gateway/policies', { name: `policy ${++count}`, rules: [noDelete, careful], ...more }, key);
  const evaluate = (body: object, key = admin) => post('/v1/gateway/evaluate', body, key);
  beforeAll(async () => {
    admin = await at.key('acme');
  });

  it('keeps policies: made, listed, loaded, changed, deleted', async () => {
    const made = await create({ description: 'first' });
    expect(made.status).toBe(201);
    expect(gatewayRoutes.createGatewayPolicy.response.parse(made.body)).toMatchObject({
      version: 1,
      mode: 'enforce',
      bindings: [{ target_type: 'tenant', target_id: null }],
    });
    const url = String(made.headers['location']);
    const changed = await at.ask('PUT', url, { key: admin, body: { mode: 'audit', version: 1 } });
    expect(changed.body).toMatchObject({ version: 2, mode: 'audit', description: 'first' });
    expect((await at.ask('PUT', url, { key: admin, body: { mode: 'off', version: 1 } })).status).toBe(409);
    const versions = await at.ask('GET', `${url}/versions`, { key: admin });
    expect(versions.body.items.map((one: { version: number }) => one.version)).toEqual([2, 1]);
    expect(versions.body.items[1].document.rules).toEqual([noDelete, careful]);
    const listed = await at.ask('GET', '/v1/gateway/policies', { key: admin });
    expect(listed.body.items[0]).toEqual((await at.ask('GET', url, { key: admin })).body);
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await at.ask(method, url, { key: admin, ...(method === 'PUT' && { body: {} }) })).status).toBe(404);
    }
  });

  it('changes and deletes a policy also by the address of all, which names it', async () => {
    const { policy_id } = (await create()).body;
    const put = (key: string) => at.ask('PUT', '/v1/gateway/policies', { key, body: { policy_id, mode: 'audit' } });
    const remove = (key: string, query = `?policy_id=${policy_id}`) => at.ask('DELETE', `/v1/gateway/policies${query}`, { key });
    const stranger = await at.key('globex');
    expect([(await put(stranger)).status, (await remove(stranger)).status, (await remove(admin, '')).status]).toEqual([404, 404, 400]);
    expect(await put(admin)).toMatchObject({ status: 200, body: { policy_id, version: 2, mode: 'audit' } });
    expect([(await remove(admin)).status, (await remove(admin)).status]).toEqual([204, 404]);
  });

  it('refuses a taken name, bad patterns and paths without repeating them, and what the schema does not know', async () => {
    const made = await create();
    expect((await create({ name: made.body.name })).status).toBe(409);
    const other = await create();
    const renamed = await at.ask('PUT', `/v1/gateway/policies/${other.body.policy_id}`, { key: admin, body: { name: made.body.name } });
    expect(renamed.status).toBe(409);
    const rule = (args: object) => create({ rules: [{ id: 'r', effect: 'deny', when: { args } }] });
    const bad = await rule({ q: { regex: '(oops' } });
    expect([bad.status, bad.body.detail]).toEqual([422, 'rules.0.when: expected a regular expression in RE2 syntax']);
    expect((await rule({ 'a..b': { regex: 'x' } })).body.detail).toMatch(/paths like/);
    expect((await rule({ q: {} })).status).toBe(422);
    expect((await create({ rules: [noDelete, noDelete] })).status).toBe(422);
    expect((await create({ nonsense: 1 })).status).toBe(422);
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const globbed = { id: 'r', effect: 'deny', when: { args: { q: { glob: `sk-proj-${'a1B2'.repeat(8)}` } } } };
    for (const more of [{ description: token }, { rules: [{ ...noDelete, reason: token }] }, { rules: [globbed] }]) {
      expect((await create(more)).status).toBe(422);
    }
    expect((await create({ bindings: [{ target_type: 'source', target_id: 'src_00000000000000000000000000' }] })).status).toBe(404);
    for (const one of [made, other]) await at.ask('DELETE', `/v1/gateway/policies/${one.body.policy_id}`, { key: admin });
  });

  it('decides, audits and counts in one go, keeping no value', async () => {
    const made = await create();
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const denied = await evaluate({ tool: 'delete_file', agent: 'bot', server: 'files', arguments: { path: 'q-marks-the-spot', token } });
    expect(gatewayRoutes.evaluateGatewayCall.response.parse(denied.body)).toMatchObject({
      decision: 'deny',
      policy_id: made.body.policy_id,
      rule_id: 'no-delete',
      reason: 'deleting is not allowed',
      mode: 'enforce',
    });
    expect((await evaluate({ tool: 'fetch', arguments: { url: 'https://evil.com' } })).body.decision).toBe('warn');
    expect((await evaluate({ tool: 'fetch', arguments: { url: 'https://good.com' } })).body.decision).toBe('allow');
    const audit = await at.ask('GET', '/v1/gateway/audit?decision=deny&agent=bot', { key: admin });
    expect(audit.body.items).toHaveLength(1);
    expect(gatewayRoutes.listGatewayAudit.response.parse(audit.body).items[0]).toMatchObject({ event_id: denied.body.event_id });
    expect(audit.body.items[0].arguments.map((one: { name: string }) => one.name)).toEqual(['path', 'token']);
    expect(audit.text).not.toMatch(/ghp_|q-marks/);
    const stats = await at.ask('GET', '/v1/gateway/stats', { key: admin });
    const { total, by_decision, by_mode, by_policy, by_tool } = gatewayRoutes.gatewayStats.response.parse(stats.body);
    const sum = (all: { count: number }[]) => all.reduce((so_far, one) => so_far + one.count, 0);
    expect(by_decision).toEqual({ allow: 1, warn: 1, deny: 1 });
    for (const parts of [by_decision, by_mode]) expect(Object.values(parts).reduce((a, b) => a + b)).toBe(total);
    expect([sum(by_policy), sum(by_tool)]).toEqual([total, total]);
    const events = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('audit_events').selectAll().where('tenant_id', '=', 'acme').where('action', 'like', 'gateway.%').execute(),
    );
    expect(events.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['gateway.block', 'denied'],
      ['gateway.allow', 'warned'],
      ['gateway.allow', 'success'],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/ghp_|q-marks/);
    await at.ask('DELETE', `/v1/gateway/policies/${made.body.policy_id}`, { key: admin });
    expect((await evaluate({ tool: 'delete_file' })).body).toMatchObject({ decision: 'allow', mode: 'off' });
  });

  it('binds policies, also after they are made', async () => {
    const made = await create({ bindings: [] });
    expect((await evaluate({ tool: 'delete_x', server: 'files' })).body.decision).toBe('allow');
    const draft = { policy_kind: 'gateway', policy_id: made.body.policy_id, target_type: 'upstream', target_id: 'files' };
    const bound = await post('/v1/policy-bindings', draft);
    expect(bound.status).toBe(201);
    expect((await post('/v1/policy-bindings', draft)).status).toBe(409);
    expect((await evaluate({ tool: 'delete_x', server: 'files' })).body.decision).toBe('deny');
    expect((await evaluate({ tool: 'delete_x', server: 'mail' })).body.decision).toBe('allow');
    const url = String(bound.headers['location']);
    expect((await at.ask('PUT', url, { key: admin, body: { mode: 'audit' } })).body.mode).toBe('audit');
    expect((await evaluate({ tool: 'delete_x', server: 'files' })).body).toMatchObject({ decision: 'allow', would_decide: 'deny' });
    const listed = await at.ask('GET', `/v1/policy-bindings?target_id=files`, { key: admin });
    expect(listed.body.items).toEqual([(await at.ask('GET', url, { key: admin })).body]);
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(204);
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(404);
    expect((await post('/v1/policy-bindings', { ...draft, policy_id: 'pol_00000000000000000000000000' })).status).toBe(404);
    expect((await post('/v1/policy-bindings', { policy_kind: 'gateway', target_type: 'tenant' })).status).toBe(422);
    expect((await post('/v1/policy-bindings', { policy_kind: 'retention', target_type: 'tenant' })).status).toBe(201);
  });

  it.each([
    ['agent', 'planner', { agent: 'planner' }, { agent: 'other' }],
    ['agent_type', 'ide', { agent_type: 'ide' }, { agent_type: 'cli' }],
    ['environment', 'production', { environment: 'production' }, { environment: 'test' }],
    ['upstream', 'files', { server: 'files' }, { server: 'mail' }],
  ])('has an effect where it is bound to one %s, and nowhere else', async (target_type, target_id, bound, other) => {
    const made = await create({ bindings: [] });
    const binding = await post('/v1/policy-bindings', { policy_kind: 'gateway', policy_id: made.body.policy_id, target_type, target_id });
    expect(binding.status).toBe(201);
    expect((await evaluate({ tool: 'delete_x', ...bound })).body).toMatchObject({ decision: 'deny', policy_id: made.body.policy_id });
    for (const call of [other, {}]) expect((await evaluate({ tool: 'delete_x', ...call })).body.decision).toBe('allow');
    expect((await at.ask('DELETE', String(binding.headers['location']), { key: admin })).status).toBe(204);
    expect((await evaluate({ tool: 'delete_x', ...bound })).body.decision).toBe('allow');
  });

  it('has an effect where it is bound to one source', async () => {
    const [source, other] = await Promise.all(
      ['one', 'two'].map(async (display_name) => (await post('/v1/sources', { kind: 'runtime.gateway', display_name })).body.source_id),
    );
    const made = await create({ bindings: [] });
    const draft = { policy_kind: 'gateway', policy_id: made.body.policy_id, target_type: 'source' };
    expect((await post('/v1/policy-bindings', { ...draft, target_id: 'src_00000000000000000000000000' })).status).toBe(404);
    expect((await post('/v1/policy-bindings', { ...draft, target_id: source })).status).toBe(201);
    expect((await evaluate({ tool: 'delete_x', source_id: source })).body.decision).toBe('deny');
    expect((await evaluate({ tool: 'delete_x', source_id: other })).body.decision).toBe('allow');
  });

  it("keeps to its tenant and to roles, and to a credential's own source", async () => {
    const made = await create();
    const other = await at.key('globex');
    const viewer = await at.key('acme', 'viewer');
    expect((await at.ask('GET', `/v1/gateway/policies/${made.body.policy_id}`, { key: other })).status).toBe(404);
    expect((await evaluate({ tool: 'delete_x' }, other)).body.decision).toBe('allow');
    expect((await at.ask('GET', '/v1/gateway/audit', { key: other })).body.items).toHaveLength(1);
    expect((await create({}, viewer)).status).toBe(403);
    expect((await evaluate({ tool: 'x' }, viewer)).status).toBe(403);
    const source = await post('/v1/sources', { kind: 'runtime.gateway', display_name: 'gateway' });
    const laptop = await at.key('acme', 'analyst', { sourceId: source.body.source_id });
    const elsewhere = await post('/v1/sources', { kind: 'runtime.gateway', display_name: 'other' });
    expect((await evaluate({ tool: 'x', source_id: elsewhere.body.source_id }, laptop)).status).toBe(403);
    expect((await evaluate({ tool: 'x', source_id: 'src_00000000000000000000000000' })).status).toBe(404);
    const odd = await evaluate({ tool: 'x\u0000\u001b[31m', agent: 'a\ud800b', arguments: { 'n\u0000': 'v\u0000' } });
    expect(odd.status).toBe(200);
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);
    expect((await evaluate({ tool: 'x', arguments: deep })).status).toBe(422);
  });

  it('finds upstreams in the fleet and the graph, and says which are governed', async () => {
    const now = new Date().toISOString();
    const seen = { tenant_id: 'initech', first_seen: now, last_seen: now };
    const key = await at.key('initech');
    const servers = [
      { name: 'mail', transport: 'http', url: 'https://mail.example/mcp?token=abc' },
      { name: 'files', command: 'npx' },
    ];
    await at.plane.store.write('initech', async ({ db }) => {
      const agent = {
        agent_id: 'agt_1',
        source_id: null,
        device: 'd',
        name: 'n',
        client: 'c',
        lifecycle_state: 'discovered',
        stale: false,
      };
      const document = { servers };
      const node = { source_id: 'src_1', kind: 'server', severity: null, search: '', node_id: 'n1', label: 'files' };
      await db
        .insertInto('graph_nodes')
        .values({ ...seen, ...node, properties: '{"transport":"stdio","command":"npx"}' })
        .execute();
      await db
        .insertInto('graph_nodes')
        .values({ ...seen, ...node, node_id: 'n2', kind: 'tool', label: 'no server', properties: '{}' })
        .execute();
      await db
        .insertInto('graph_edges')
        .values({ ...seen, source_id: 'src_1', from_id: 'agent:cursor', to_id: 'n1', kind: 'uses' })
        .execute();
      await db
        .insertInto('fleet_agents')
        .values({
          ...seen,
          ...agent,
          owner: null,
          servers: 1,
          tools: 0,
          credentials: 0,
          updated_at: new Date().toISOString(),
          document,
          document_hash: 'h',
        })
        .execute();
    });
    const draft = { rules: [noDelete], bindings: [{ target_type: 'upstream', target_id: 'mail' }] };
    expect((await create(draft, key)).status).toBe(201);
    const found = await at.ask('GET', '/v1/gateway/upstreams/discovered?limit=1', { key });
    expect(found.body.items).toMatchObject([
      { name: 'files', command: 'npx', transport: 'stdio', governed: false, agents: ['agent:cursor', 'agt_1'], sources: ['src_1'] },
    ]);
    const rest = await at.ask('GET', `/v1/gateway/upstreams/discovered?limit=1&cursor=${found.body.next_cursor}`, { key });
    expect(rest.body).toMatchObject({ items: [{ name: 'mail', governed: true }], next_cursor: null });
    expect(rest.text).not.toContain('abc');
  });
});

describe('a gateway that cannot write its audit event', () => {
  it('answers 503 and leaves nothing: what cannot be audited is not allowed', async () => {
    const at = await openTestPlane();
    const key = await at.key('acme');
    await at.plane.store.shared(({ db }) =>
      sql`create trigger full before insert on audit_events begin select raise(abort, 'database or disk is full'); end`.execute(db),
    );
    expect((await at.ask('POST', '/v1/gateway/evaluate', { key, body: { tool: 'x' } })).status).toBe(503);
    expect((await at.ask('GET', '/v1/gateway/audit', { key })).body.items).toEqual([]);
    await at.close();
  });
});

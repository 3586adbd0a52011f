import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { policySet } from '../../src/control-plane/gateway/policy-set.js';
import { GatewayPolicyRepository } from '../../src/control-plane/store/gateway-policies.js';
import { BindingRepository } from '../../src/control-plane/store/policy-bindings.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const NO_DELETE = { id: 'no-delete', effect: 'deny', when: { tools: ['delete_*'] } };
const TENANT = { target_type: 'tenant' };
const FILES = { target_type: 'upstream', target_id: 'files' };

describe.each(databases())('edits of gateway policies on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  let tenant = '';
  let url = '';
  let count = 0;
  beforeAll(async () => {
    await at.key('stranger');
  });
  beforeEach(async () => {
    tenant = `tenant-${++count}`;
    key = await at.key(tenant);
    url = String((await create({ description: 'first' })).headers['location']);
  });
  const create = (more: object = {}) =>
    at.ask('POST', '/v1/gateway/policies', { key, body: { name: `policy ${++count}`, rules: [NO_DELETE], ...more } });
  const put = (body: object) => at.ask('PUT', url, { key, body });
  const load = async () => (await at.ask('GET', url, { key })).body;
  const versions = async () =>
    (await at.ask('GET', `${url}/versions`, { key })).body.items as { version: number; document: Record<string, unknown> }[];
  const decide = async (server = 'files') =>
    (await at.ask('POST', '/v1/gateway/evaluate', { key, body: { tool: 'delete_x', server } })).body.decision;
  const compiled = () => at.plane.store.read(tenant, (store) => policySet(at.plane, store));

  it.each<[string, object, object, string]>([
    ['nothing', {}, { description: 'first', mode: 'enforce', enabled: true, default_effect: 'allow', rules: [NO_DELETE] }, 'deny'],
    ['the description alone', { description: 'why' }, { description: 'why', mode: 'enforce', rules: [NO_DELETE] }, 'deny'],
    ['the description, away', { description: null }, { description: null }, 'deny'],
    ['the mode', { mode: 'audit' }, { mode: 'audit', rules: [NO_DELETE] }, 'allow'],
    ['whether it counts', { enabled: false }, { enabled: false, mode: 'enforce' }, 'allow'],
    ['what holds where no rule does', { rules: [], default_effect: 'warn' }, { default_effect: 'warn', rules: [] }, 'warn'],
    ['all rules, away', { rules: [] }, { rules: [], bindings: [expect.objectContaining(TENANT)] }, 'allow'],
    ['the bindings', { bindings: [FILES] }, { bindings: [expect.objectContaining({ ...FILES, mode: 'enforce' })] }, 'deny'],
    ['the bindings, to elsewhere', { bindings: [{ ...FILES, target_id: 'mail' }] }, { rules: [NO_DELETE] }, 'allow'],
    ['the bindings, away', { bindings: [] }, { bindings: [] }, 'allow'],
    ['the mode of a binding', { bindings: [{ ...TENANT, mode: 'audit' }] }, { mode: 'enforce' }, 'allow'],
    ['the version that was read', { version: 1, mode: 'off' }, { mode: 'off' }, 'allow'],
  ])('change %s, leave the rest and count at once', async (_, change, expected, decision) => {
    expect(await decide()).toBe('deny');
    const before = await load();
    const { status, body } = await put(change);
    expect([status, body]).toEqual([200, await load()]);
    expect(body).toMatchObject({ version: 2, name: before.name, created_at: before.created_at, ...expected });
    expect((await versions()).map(({ version }) => version)).toEqual([2, 1]);
    expect(await decide()).toBe(decision);
  });

  it.each<[string, object, number, RegExp]>([
    ['of a version that was never', { version: 2, mode: 'off' }, 409, /^key:\w+ changed the policy at \S+: load the policy again$/],
    ['that bind one target twice', { mode: 'off', bindings: [FILES, FILES] }, 422, /^bindings: each target may be named once$/],
    ['that bind the tenant twice', { mode: 'off', bindings: [TENANT, { ...TENANT, mode: 'audit' }] }, 422, /each target may be named once/],
    ['that bind a source of nobody', { mode: 'off', bindings: [{ target_type: 'source', target_id: 'src_0' }] }, 404, /source/],
    [
      'that bind a tenant by name',
      { bindings: [{ ...TENANT, target_id: 'stranger' }] },
      422,
      /only a binding to the tenant has no target_id/,
    ],
    ['that bind an agent without a name', { bindings: [{ target_type: 'agent' }] }, 422, /only a binding to the tenant has no target_id/],
    [
      'of more rules than are read',
      {
        mode: 'off',
        rules: Array.from({ length: 200 }, (_, n) => ({ ...NO_DELETE, id: `r${n}`, when: { tools: Array(20).fill('x'.repeat(100)) } })),
      },
      422,
      /^rules: expected at most 256 KiB$/,
    ],
  ])('%s leave all as it was', async (_, change, status, detail) => {
    const before = await load();
    const answer = await put(change);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
    expect(await load()).toEqual(before);
    expect(await versions()).toHaveLength(1);
    expect(await decide()).toBe('deny');
  });

  it('of one version by many at once: one counts, the others hear of it', async () => {
    const answers = await Promise.all(['audit', 'off', 'audit', 'off'].map((mode) => put({ version: 1, mode })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.body;
    expect(await load()).toEqual(won);
    expect((await versions()).map(({ version, document }) => [version, document['mode']])).toEqual([
      [2, won.mode],
      [1, 'enforce'],
    ]);
  });

  it('keep versions apart: one that was never written back stays as it was', async () => {
    await put({ rules: [], description: 'empty' });
    await put({ rules: [{ ...NO_DELETE, effect: 'warn' }] });
    const kept = await versions();
    expect(kept.map(({ document }) => document)).toMatchObject([
      { rules: [{ effect: 'warn' }], description: 'empty' },
      { rules: [], description: 'empty' },
      { rules: [NO_DELETE], description: 'first' },
    ]);
    const page = (await at.ask('GET', `${url}/versions?limit=2`, { key })).body;
    const rest = (await at.ask('GET', `${url}/versions?limit=2&cursor=${page.next_cursor}`, { key })).body;
    expect([...page.items, ...rest.items]).toEqual(kept);
    expect(rest.next_cursor).toBeNull();
  });

  it('are compiled anew once for each of them, and for bindings, and for nothing else', async () => {
    const first = await compiled();
    await at.ask('POST', '/v1/sources', { key, body: { kind: 'runtime.gateway', display_name: 'gateway' } });
    expect(await put({ version: 9 })).toMatchObject({ status: 409 });
    expect(await compiled()).toBe(first);
    const keys = new Set([first.key]);
    const draft = { policy_kind: 'gateway', policy_id: url.split('/').at(-1), ...FILES };
    const bound = String((await at.ask('POST', '/v1/policy-bindings', { key, body: draft })).headers['location']);
    keys.add((await compiled()).key);
    await at.ask('PUT', bound, { key, body: { mode: 'audit' } });
    keys.add((await compiled()).key);
    await at.ask('DELETE', bound, { key });
    keys.add((await compiled()).key);
    await at.ask('DELETE', url, { key });
    const last = await compiled();
    expect([keys.add(last.key).size, last.policies]).toEqual([5, []]);
  });

  it('go with all bindings of a deleted policy, whose name is free again', async () => {
    const { name } = await load();
    await put({ bindings: [TENANT, FILES] });
    expect((await at.ask('DELETE', url, { key })).status).toBe(204);
    expect((await at.ask('GET', '/v1/policy-bindings', { key })).body.items).toEqual([]);
    expect(await decide()).toBe('allow');
    expect(await create({ name })).toMatchObject({ status: 201, body: { version: 1, name } });
  });

  it('are the affair of one tenant: names, versions and revisions', async () => {
    const [{ name }, mine] = [await load(), await compiled()];
    const other = await at.key('stranger');
    const made = await at.ask('POST', '/v1/gateway/policies', { key: other, body: { name, rules: [] } });
    expect(made.status).toBe(201);
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/versions'],
      ['DELETE', ''],
    ] as const)
      expect((await at.ask(method, `${url}${rest}`, { key: other, ...(method === 'PUT' && { body: { mode: 'off' } }) })).status).toBe(404);
    expect(await compiled()).toBe(mine);
    expect((await at.ask('DELETE', String(made.headers['location']), { key: other })).status).toBe(204);
  });

  it('come to an end at a hundred policies', async () => {
    await at.plane.store.write(tenant, async (store) => {
      const policies = new GatewayPolicyRepository(store);
      const row = await policies.find(url.split('/').at(-1) ?? '');
      if (!row) throw new Error('no policy');
      for (let n = 1; n < 99; n++) await policies.create({ ...row, policy_id: `pol_${n}`, name: `n${n}`, enabled: false });
    });
    expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 409, body: { detail: 'a tenant has 100 gateway policies at most' } });
    expect((await at.ask('DELETE', url, { key })).status).toBe(204);
    expect((await create()).status).toBe(201);
  });

  it.each<[string, object, object, string]>([
    ['a mode', { mode: 'lenient' }, {}, 'deny'],
    ['an effect', { rules: [], default_effect: 'shrug' }, {}, 'deny'],
    ['a binding', {}, { target_type: 'galaxy', target_id: null }, 'deny'],
    ['a mode of a binding', {}, { mode: 'lenient' }, 'deny'],
  ])('by a newer program count as the strictest where they name %s that this one does not know', async (_, policy, binding, decision) => {
    await at.plane.store.write(tenant, async (store) => {
      const policies = new GatewayPolicyRepository(store);
      const row = await policies.find(url.split('/').at(-1) ?? '');
      if (!row) throw new Error('no policy');
      await policies.update({ ...row, ...policy, version: row.version + 1 });
      const bindings = new BindingRepository(store);
      for (const { binding_id } of await bindings.ofPolicies([row.policy_id]))
        await bindings.update(binding_id, { mode: 'enforce', ...binding });
      await policies.changed('2026-01-01T00:00:00.000Z');
    });
    expect(await decide()).toBe(decision);
  });

  it.each([
    ['a path', { 'a..b': { glob: 'x' } }, [503, undefined]],
    ['a regular expression', { q: { regex: '(oops' } }, [200, 'deny']],
  ])('that left %s that cannot be used let no call through, until they are put right', async (_, args, expected) => {
    await at.plane.store.write(tenant, async (store) => {
      const policies = new GatewayPolicyRepository(store);
      const row = await policies.find(url.split('/').at(-1) ?? '');
      if (!row) throw new Error('no policy');
      await policies.update({ ...row, version: 2, rules: [{ id: 'r', effect: 'deny', when: { args } }] });
      await policies.changed('2026-01-01T00:00:00.000Z');
    });
    const answer = await at.ask('POST', '/v1/gateway/evaluate', { key, body: { tool: 'delete_x', arguments: { q: 'x' } } });
    expect([answer.status, answer.body.decision]).toEqual(expected);
    expect((await put({ rules: [NO_DELETE] })).status).toBe(200);
    expect(await decide()).toBe('deny');
  });
});

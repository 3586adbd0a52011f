import { beforeAll, describe, expect, it } from 'vitest';
import { type KeyScope, type Role, roles, scopes } from '../../../src/api/route.js';
import { sqlite } from '../../support/databases.js';
import { absentPath, allRoutes } from '../../support/route-samples.js';
import { withPlane } from '../../support/with-plane.js';

let admin = '';
const at = withPlane(sqlite(), { rateLimits: { session: 10_000 } });
beforeAll(async () => {
  admin = await at.key('acme');
});

const callers: [Role, KeyScope[]][] = roles.flatMap((role) =>
  [[...scopes], ['read'], ['read', 'scan'], ['read', 'ingest'], ['read', 'admin']].map((some): [Role, KeyScope[]] => [
    role,
    some as KeyScope[],
  ]),
);

describe('allowed_actions', () => {
  it.each(callers)('of %s with %j are what the routes let in, and nothing else', async (role, some) => {
    const key = await at.key('acme', role, { scopes: some });
    const { allowed_actions } = (await at.ask('GET', '/v1/auth/me', { key })).body;
    for (const [operation, route] of allRoutes) {
      // The sign-ins of this service are not set up, and a key has no session to close: those are not among them either way.
      if (route.role === 'open' || operation === 'closeSession') continue;
      const { status } = await at.ask(route.method, absentPath(route), { key, ...(route.method !== 'GET' && { body: {} }) });
      expect({ operation, in: status !== 403 }).toEqual({ operation, in: allowed_actions.includes(operation) });
      expect(status).not.toBe(401);
    }
  });

  it('name no sign-in that is not set up, and the end of a session only in one', async () => {
    const byKey = (await at.ask('GET', '/v1/auth/me', { key: admin })).body.allowed_actions;
    expect(byKey.filter((name: string) => /^(oidc|saml|closeSession)/.test(name))).toEqual([]);
    const host = { host: 'localhost' };
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: admin }, headers: host });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...host, cookie } })).body.allowed_actions).toContain('closeSession');
  });
});

describe('a key that is bound to a source', () => {
  const now = new Date().toISOString();
  const pushes: Record<string, [string, object]> = {
    'ingest.fleet_sync': ['/v1/fleet/sync', { device: 'laptop', observed_at: now, agents: [] }],
    'runtime.proxy': ['/v1/proxy/audit', { session_id: 's-1', events: [] }],
    'ingest.result_push': ['/v1/findings/bulk', { findings: [] }],
    'ingest.trace_push': ['/v1/traces', { resourceSpans: [] }],
  };
  const own: Record<string, string> = {};
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    for (const kind of Object.keys(pushes)) {
      own[kind] = (await at.ask('POST', '/v1/sources', { key: admin, body: { kind, display_name: kind } })).body.source_id;
      const wish = { name: kind, role: 'analyst', source_id: own[kind] };
      const made = await at.ask('POST', '/v1/auth/keys', { key: admin, body: wish });
      expect(made.body).toMatchObject({ scopes: ['ingest'], source_id: own[kind] });
      keys[kind] = made.body.api_key;
    }
  });

  it('may push what its source takes, and nothing else', async () => {
    for (const [kind, key] of Object.entries(keys)) {
      for (const [other, [path, body]] of Object.entries(pushes)) {
        const { status } = await at.ask('POST', path, { key, body });
        expect({ kind, path, status }).toEqual({ kind, path, status: kind === other ? 200 : 403 });
      }
      for (const [, route] of allRoutes.filter(([, { role, scope }]) => role !== 'open' && scope !== 'ingest')) {
        const { status } = await at.ask(route.method, absentPath(route), { key, ...(route.method !== 'GET' && { body: {} }) });
        expect({ path: route.path, status }).toEqual({ path: route.path, status: 403 });
      }
    }
  });

  it('speaks for no other source, opens no session, and does not see answers to others', async () => {
    const fleet = String(keys['ingest.fleet_sync']);
    const [path, body] = pushes['ingest.fleet_sync'] as [string, object];
    const named = { ...body, source_id: own['runtime.proxy'] };
    expect((await at.ask('POST', path, { key: fleet, body: named })).status).toBe(403);
    expect(
      (await at.ask('POST', '/v1/gateway/evaluate', { key: fleet, body: { agent: 'a', tool: 't', source_id: own['runtime.proxy'] } }))
        .status,
    ).toBe(403);
    expect((await at.ask('POST', '/v1/auth/session', { body: { api_key: fleet } })).status).toBe(403);
    const second = (await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'ingest.fleet_sync', display_name: 'two' } })).body
      .source_id;
    const theirs = (await at.ask('POST', '/v1/auth/keys', { key: admin, body: { name: 'two', role: 'analyst', source_id: second } })).body
      .api_key;
    const headers = { 'idempotency-key': 'the-same-key' };
    const mine = await at.ask('POST', path, { key: fleet, body, headers });
    expect([mine.status, mine.body.source_id]).toEqual([200, own['ingest.fleet_sync']]);
    expect((await at.ask('POST', path, { key: fleet, body, headers })).headers['idempotency-replayed']).toBe('true');
    expect((await at.ask('POST', path, { key: theirs, body, headers })).status).toBe(409);
  });

  it('cannot be given more than pushing, nor be made by what may not push itself', async () => {
    const wish = { name: 'more', role: 'analyst', source_id: own['runtime.proxy'] };
    expect((await at.ask('POST', '/v1/auth/keys', { key: admin, body: { ...wish, scopes: ['ingest', 'read'] } })).status).toBe(422);
    const narrow = await at.key('acme', 'admin', { scopes: ['read', 'admin'] });
    expect((await at.ask('POST', '/v1/auth/keys', { key: narrow, body: wish })).status).toBe(403);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(databases())('API keys on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  beforeAll(async () => {
    admin = await at.key('acme');
  });

  const make = (body: object, key = admin) => at.ask('POST', '/v1/auth/keys', { key, body });

  it('are shown once and work at once, within their role and scopes', async () => {
    const made = await make({ name: 'ci', role: 'analyst', scopes: ['read'] });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'ci', role: 'analyst', scopes: ['read'], status: 'active', tenant_id: 'acme' },
    });
    expect(made.headers['location']).toBe(`/v1/auth/keys/${made.body.key_id}`);
    expect(made.body.api_key).toMatch(/^svc_[0-9A-Za-z]+_[\w-]{43}_[0-9a-f]{8}$/);
    const secret = made.body.api_key;
    expect((await at.ask('GET', '/v1/sources', { key: secret })).status).toBe(200);
    expect((await at.ask('GET', '/v1/sources', { headers: { 'x-api-key': secret } })).status).toBe(200);
    const body = { kind: 'ingest.trace_push', display_name: 'x' };
    expect((await at.ask('POST', '/v1/sources', { key: secret, body })).body.detail).toContain('scope scan');
    for (const url of ['/v1/auth/keys', `/v1/auth/keys/${made.body.key_id}`]) {
      const seen = await at.ask('GET', url, { key: admin });
      expect(seen.status).toBe(200);
      expect(seen.text).toContain('"name":"ci"');
      expect(seen.text).not.toContain(secret);
      expect(seen.text).not.toContain('hash');
    }
  });

  it('refuse what would reach further than role, scope, days or name allow', async () => {
    expect((await make({ name: 'long', expires_in_days: 91 })).status).toBe(422);
    expect((await make({ name: 'v', role: 'viewer', scopes: ['scan'] })).status).toBe(422);
    expect((await make({ name: 'tenant', tenant_id: 'globex' })).status).toBe(422);
    expect((await make({ name: 'bound', role: 'analyst', source_id: 'src_00000000000000000000000000' })).status).toBe(404);
    const narrow = (await make({ name: 'narrow', role: 'admin', scopes: ['read', 'admin'] })).body.api_key;
    expect((await make({ name: 'wider', role: 'analyst' }, narrow)).status).toBe(403);
    expect((await make({ name: 'narrow' })).status).toBe(409);
    for (const role of ['viewer', 'analyst'] as const) {
      const key = await at.key('acme', role);
      expect((await make({ name: 'mine' }, key)).status).toBe(403);
      expect((await at.ask('GET', '/v1/auth/keys', { key })).status).toBe(403);
    }
  });

  it('are 30 days old at most unless asked, and then are not valid', async () => {
    const made = (await make({ name: 'month' })).body;
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * DAY);
    const brief = (await make({ name: 'brief', expires_in_days: 1 })).body;
    at.advance(DAY + 1000);
    expect(await at.ask('GET', '/v1/auth/me', { key: brief.api_key })).toMatchObject({
      status: 401,
      body: { detail: 'the credential is not valid' },
    });
    expect((await at.ask('GET', `/v1/auth/keys/${brief.key_id}`, { key: admin })).body.status).toBe('expired');
  });

  it('are replaced with an overlap, once', async () => {
    const old = (await make({ name: 'turning', role: 'analyst' })).body;
    const next = await at.ask('POST', `/v1/auth/keys/${old.key_id}/rotate`, { key: admin, body: { overlap_hours: 2 } });
    expect(next).toMatchObject({ status: 201, body: { name: 'turning', role: 'analyst', replaces: old.key_id } });
    expect((await at.ask('POST', `/v1/auth/keys/${old.key_id}/rotate`, { key: admin })).status).toBe(409);
    expect((await at.ask('GET', '/v1/auth/me', { key: old.api_key })).status).toBe(200);
    at.advance(2 * HOUR + 1000);
    expect((await at.ask('GET', '/v1/auth/me', { key: old.api_key })).status).toBe(401);
    expect((await at.ask('GET', '/v1/auth/me', { key: next.body.api_key })).status).toBe(200);
    const now = await at.ask('POST', `/v1/auth/keys/${next.body.key_id}/rotate`, { key: admin, body: { overlap_hours: 0 } });
    expect(now.status).toBe(201);
    expect((await at.ask('GET', '/v1/auth/me', { key: next.body.api_key })).status).toBe(401);
    expect((await at.ask('POST', `/v1/auth/keys/${next.body.key_id}/rotate`, { key: admin, body: { overlap_hours: 25 } })).status).toBe(
      422,
    );
  });

  it('are replaced by one that lives as long as they were made to', async () => {
    const life = ({ body }: { body: { expires_at: string; created_at: string } }) =>
      Date.parse(body.expires_at) - Date.parse(body.created_at);
    const brief = await make({ name: 'brief', expires_in_days: 1 });
    const url = `/v1/auth/keys/${brief.body.key_id}/rotate`;
    const next = await at.ask('POST', url, { key: admin });
    expect([life(brief), life(next)]).toEqual([DAY, DAY]);
    const asked = await at.ask('POST', `/v1/auth/keys/${next.body.key_id}/rotate`, { key: admin, body: { expires_in_days: 7 } });
    expect(life(asked)).toBe(7 * DAY);
    const hour = await at.key('acme', 'viewer', { expiresAt: new Date(at.plane.clock() + HOUR).toISOString() });
    const short = await at.ask('POST', `/v1/auth/keys/key_${hour.split('_')[1]}/rotate`, { key: admin });
    expect(life(short)).toBeLessThanOrEqual(HOUR);
  });

  it('are replaced within the scopes of who asks, and never live longer for it', async () => {
    const wide = (await make({ name: 'wide', role: 'analyst' })).body;
    const narrow = (await make({ name: 'only admin', role: 'admin', scopes: ['read', 'admin'] })).body.api_key;
    const refused = await at.ask('POST', `/v1/auth/keys/${wide.key_id}/rotate`, { key: narrow });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'a key cannot have scopes that its maker has not' } });
    const ending = await at.key('acme', 'viewer', { expiresAt: new Date(at.plane.clock() + HOUR).toISOString() });
    const url = `/v1/auth/keys/key_${ending.split('_')[1]}`;
    const before = (await at.ask('GET', url, { key: admin })).body.expires_at;
    expect((await at.ask('POST', `${url}/rotate`, { key: admin, body: { overlap_hours: 24 } })).status).toBe(201);
    expect((await at.ask('GET', url, { key: admin })).body.expires_at).toBe(before);
  });

  it('bound to a source push to it and read its policies, and nothing else', async () => {
    const source = await at.ask('POST', '/v1/sources', { key: admin, body: { kind: 'ingest.trace_push', display_name: 'x' } });
    const bound = { role: 'analyst', source_id: source.body.source_id };
    expect((await make({ name: 'pusher', ...bound })).body.scopes).toEqual(['ingest']);
    expect((await make({ name: 'relay', ...bound, scopes: ['ingest', 'policy:read'] })).status).toBe(201);
    expect((await make({ name: 'reader', ...bound, scopes: ['ingest', 'read'] })).status).toBe(422);
  });

  it('are revoked at once, and are no other tenant’s to see or revoke', async () => {
    const made = (await make({ name: 'gone', role: 'admin' })).body;
    const foreign = await at.key('globex');
    for (const [method, url] of [
      ['GET', `/v1/auth/keys/${made.key_id}`],
      ['DELETE', `/v1/auth/keys/${made.key_id}`],
      ['POST', `/v1/auth/keys/${made.key_id}/rotate`],
    ] as const) {
      expect(await at.ask(method, url, { key: foreign })).toMatchObject({ status: 404, body: { detail: 'key not found' } });
    }
    const ended = await at.ask('DELETE', `/v1/auth/keys/${made.key_id}`, { key: admin });
    expect([ended.status, ended.text]).toEqual([204, '']);
    expect((await at.ask('GET', '/v1/auth/me', { key: made.api_key })).status).toBe(401);
    expect((await at.ask('DELETE', `/v1/auth/keys/${made.key_id}`, { key: admin })).status).toBe(409);
  });

  it('never leave a tenant without an admin key, whatever comes at once', async () => {
    const first = await at.key('initech');
    const keys = [first, ...(await Promise.all(Array.from({ length: 9 }, () => at.key('initech'))))];
    const ids = keys.map((key) => `key_${key.split('_')[1]}`);
    const race = Array.from({ length: 50 }, (_, turn) => {
      const [id, key] = [ids[turn % 10] ?? '', keys[(turn * 7) % 10] ?? ''];
      return turn % 3 === 0
        ? at.ask('POST', `/v1/auth/keys/${id}/rotate`, { key, body: { overlap_hours: 0 } })
        : at.ask('DELETE', `/v1/auth/keys/${id}`, { key });
    });
    const answers = await Promise.all(race);
    expect(new Set(answers.map(({ status }) => status))).toSatisfy((seen: Set<number>) =>
      [...seen].every((status) => [201, 204, 401, 409].includes(status)),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.api_key);
    const alive = await Promise.all([...keys, ...made].map((key) => at.ask('GET', '/v1/auth/me', { key })));
    expect(alive.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });

  it('rotate once under fifty requests', async () => {
    const made = (await make({ name: 'raced' })).body;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => at.ask('POST', `/v1/auth/keys/${made.key_id}/rotate`, { key: admin, body: { overlap_hours: 1 } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });
});

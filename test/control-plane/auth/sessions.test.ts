import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const MINUTE = 60_000;
const LOCAL = { host: 'localhost:8422' };

describe.each(databases())('sessions on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme', 'admin', { expiresAt: '2099-01-01T00:00:00.000Z' });
  });

  async function open(headers: Record<string, string> = LOCAL) {
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: key }, headers });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    return { opened, cookie, csrf: String(opened.body.csrf_token) };
  }

  it('come for a key, as a cookie that no script sees', async () => {
    const { opened, cookie } = await open();
    expect(opened).toMatchObject({ status: 201, body: { tenant_id: 'acme', role: 'admin', subject: 'admin@acme' } });
    expect(opened.headers['set-cookie']).toMatch(/^service_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/);
    expect(opened.text).not.toContain(cookie.split('=')[1]);
    const me = await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie } });
    expect(me.body).toMatchObject({ auth_method: 'session', session: { opened_by: 'api_key', csrf_token: opened.body.csrf_token } });
    const far = await open({ host: 'castellan.example.com' });
    expect(far.opened.headers['set-cookie']).toMatch(/^__Host-service_session=[\w-]{43}; .*Secure/);
  });

  it('need their token, and their own origin, for what changes something', async () => {
    const { cookie, csrf } = await open();
    const body = { kind: 'ingest.trace_push', display_name: 'by hand' };
    const post = (headers: Record<string, string>) => at.ask('POST', '/v1/sources', { body, headers: { ...LOCAL, cookie, ...headers } });
    expect((await post({})).status).toBe(403);
    expect((await post({ 'x-service-csrf': 'x'.repeat(43) })).status).toBe(403);
    expect((await post({ 'x-service-csrf': csrf })).status).toBe(201);
    expect((await post({ 'x-service-csrf': csrf, origin: 'http://localhost:8422', 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    for (const foreign of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ])
      expect((await post({ 'x-service-csrf': csrf, ...foreign } as Record<string, string>)).status).toBe(403);
    const other = await open();
    expect((await post({ 'x-service-csrf': other.csrf })).status).toBe(403);
  });

  it('stand alone: a cookie beside a header is refused, a bad one is nobody', async () => {
    const { cookie } = await open();
    expect((await at.ask('GET', '/v1/auth/me', { key, headers: { ...LOCAL, cookie } })).status).toBe(400);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie, 'x-api-key': key } })).status).toBe(400);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie: 'service_session=nonsense' } })).status).toBe(401);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie: `${cookie}; ${cookie}` } })).status).toBe(401);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { host: 'castellan.example.com', cookie } })).status).toBe(401);
    expect((await at.ask('POST', '/v1/auth/session', { body: { api_key: 'svc_wrong' } })).status).toBe(401);
  });

  it('end by themselves after an idle hour and after eight, and at once when they are closed', async () => {
    const { cookie, csrf } = await open();
    const me = () => at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie } });
    for (let passed = 0; passed < 470; passed += 47) {
      expect((await me()).status).toBe(200);
      at.advance(47 * MINUTE);
    }
    expect((await me()).status).toBe(200);
    at.advance(11 * MINUTE);
    expect((await me()).status).toBe(401);
    const idle = await open();
    at.advance(61 * MINUTE);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie: idle.cookie } })).status).toBe(401);
    expect(csrf).not.toBe(idle.csrf);
    const closed = await open();
    const headers = { ...LOCAL, cookie: closed.cookie, 'x-service-csrf': closed.csrf };
    const ended = await at.ask('DELETE', '/v1/auth/session', { headers });
    expect(ended.status).toBe(204);
    expect(ended.headers['set-cookie']).toContain('Max-Age=0');
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie: closed.cookie } })).status).toBe(401);
    expect((await at.ask('DELETE', '/v1/auth/session', { key })).status).toBe(400);
  });

  it('end with the key they were opened with', async () => {
    const made = (await at.ask('POST', '/v1/auth/keys', { key, body: { name: 'for the browser', role: 'viewer' } })).body;
    const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: made.api_key }, headers: LOCAL });
    const headers = { ...LOCAL, cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await at.ask('GET', '/v1/auth/me', { headers })).body).toMatchObject({ role: 'viewer' });
    await at.ask('DELETE', `/v1/auth/keys/${made.key_id}`, { key });
    expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(401);
  });
});

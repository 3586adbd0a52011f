import { describe, expect, it } from 'vitest';
import { makeSignInLink } from '../../../src/control-plane/auth/sign-in-link.js';
import { ensureTenant } from '../../../src/control-plane/store/tenants.js';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const LOCAL = { host: '127.0.0.1:8422' };
const MINUTE = 60_000;

describe.each(databases())('a link that signs in, on $name', (database) => {
  const at = withPlane(database, { signInLinks: true });
  const user = { tenantId: 'acme', subject: 'maria@acme.example', role: 'admin' } as const;

  async function make(): Promise<string> {
    await at.plane.store.write('acme', (_, shared) => ensureTenant(shared, 'acme', new Date().toISOString()));
    return makeSignInLink(at.plane, user);
  }
  const follow = (path: string, headers: Record<string, string> = {}) => at.ask('GET', path, { headers: { ...LOCAL, ...headers } });

  it('becomes the session cookie, and leads on without an address to come back to', async () => {
    const { status, headers, text } = await follow(await make());
    expect({ status, text }).toEqual({ status: 303, text: '' });
    expect(headers).toMatchObject({ location: '/', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toMatch(/^service_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const me = await at.ask('GET', '/v1/auth/me', { headers: { ...LOCAL, cookie } });
    expect(me.body).toMatchObject({ tenant_id: 'acme', subject: user.subject, role: 'admin', session: { opened_by: 'link' } });
  });

  it('works once, also for two who follow it at the same moment', async () => {
    const path = await make();
    const statuses = (await Promise.all([follow(path), follow(path), follow(path)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 401, 401]);
    const again = await follow(path);
    expect(again).toMatchObject({ status: 401, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(again.text).toMatch(/has been used.*start it again: it shows a new link/);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.text).not.toContain(path.split('=')[1]);
  });

  it('is not used up by a look at its headers, a prefetch, or a request from elsewhere', async () => {
    const path = await make();
    expect((await at.ask('HEAD', path, { headers: LOCAL })).status).toBe(401);
    expect((await follow(path, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(400);
    expect((await follow(path, { host: 'rebound.example:8422' })).status).toBe(403);
    expect((await follow(path)).status).toBe(303);
  });

  it('is refused when it is old or foreign', async () => {
    expect((await follow('/v1/auth/link?ticket=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).status).toBe(401);
    expect((await follow('/v1/auth/link?ticket=')).status).toBe(401);
    const path = await make();
    at.advance(11 * MINUTE);
    expect((await follow(path)).status).toBe(401);
    at.advance(-11 * MINUTE);
  });

  it('leaves its making and its use in the audit log, and its ticket nowhere', async () => {
    const path = await make();
    await follow(path);
    const key = await at.key('acme');
    const events = await at.ask('GET', '/v1/audit?limit=200', { key });
    const actions = events.body.items.map(({ action, actor }: { action: string; actor: string }) => `${action} ${actor}`);
    expect(actions).toContain('sign_in_link.create operator:link');
    expect(actions).toContain(`session.create user:${user.subject}`);
    const rows = await at.plane.store.shared(({ db }) => db.selectFrom('login_states').selectAll().execute());
    expect(JSON.stringify([events.body, rows])).not.toContain(path.split('=')[1]);
  });
});

describe.each(databases())('a server that makes no links, on $name', (database) => {
  const at = withPlane(database);

  it('has none that works', async () => {
    await at.key('acme');
    const path = await makeSignInLink(at.plane, { tenantId: 'acme', subject: 'maria@acme.example', role: 'admin' });
    expect((await at.ask('GET', path, { headers: LOCAL })).status).toBe(404);
    const me = await at.ask('GET', '/v1/auth/me', { key: await at.key('acme') });
    expect(me.body.allowed_actions).not.toContain('signInByLink');
  });
});

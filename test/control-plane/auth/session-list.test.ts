import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('the list of sessions on $name', (database) => {
  const at = withPlane(database);
  const keys: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  const list = async (key: string | undefined, query = '') =>
    (await at.ask('GET', `/v1/auth/sessions${query}`, { key: key ?? '' })).body.items;

  beforeAll(async () => {
    for (const [name, role] of Object.entries({ ann: 'analyst', vera: 'viewer', adam: 'admin' } as const)) {
      keys[name] = await at.key('acme', role, { subject: name });
      const { headers } = await at.ask('POST', '/v1/auth/session', { body: { api_key: keys[name] } });
      cookies[name] = String(headers['set-cookie']).split(';')[0] ?? '';
    }
  });

  it('has the own sessions of everyone, and all of the tenant for administrators', async () => {
    expect((await list(keys.ann)).map(({ subject }: { subject: string }) => subject)).toEqual(['ann']);
    expect((await list(keys.adam)).map(({ subject }: { subject: string }) => subject).sort()).toEqual(['adam', 'ann', 'vera']);
    expect(await list(keys.adam, '?mine=true')).toMatchObject([{ subject: 'adam', opened_by: 'api_key', current: false }]);
    const own = await at.ask('GET', '/v1/auth/sessions', { headers: { cookie: cookies.vera ?? '' } });
    expect(own.body.items).toMatchObject([{ subject: 'vera', current: true, session_id: expect.stringMatching(/^ses_[0-9a-f]{26}$/) }]);
  });

  it('shows nothing that opens a session', async () => {
    const { text } = await at.ask('GET', '/v1/auth/sessions', { key: keys.adam ?? '' });
    for (const cookie of Object.values(cookies)) expect(text).not.toContain(cookie.split('=')[1]);
    expect(text).not.toContain('hash');
  });

  it('is paged, each session once', async () => {
    const first = (await at.ask('GET', '/v1/auth/sessions?limit=2', { key: keys.adam ?? '' })).body;
    const second = (await at.ask('GET', `/v1/auth/sessions?limit=2&cursor=${first.next_cursor}`, { key: keys.adam ?? '' })).body;
    expect(new Set([...first.items, ...second.items].map(({ session_id }) => session_id)).size).toBe(3);
    expect(second.next_cursor).toBeNull();
  });

  it('ends sessions: the own ones, and for administrators those of others', async () => {
    const [vera] = await list(keys.vera);
    expect((await at.ask('DELETE', `/v1/auth/sessions/${vera.session_id}`, { key: keys.ann ?? '' })).status).toBe(404);
    expect((await at.ask('DELETE', `/v1/auth/sessions/${vera.session_id}`, { key: keys.adam ?? '' })).status).toBe(204);
    expect((await at.ask('GET', '/v1/auth/me', { headers: { cookie: cookies.vera ?? '' } })).status).toBe(401);
    const [ann] = await list(keys.ann);
    expect((await at.ask('DELETE', `/v1/auth/sessions/${ann.session_id}`, { key: keys.ann ?? '' })).status).toBe(204);
    expect(await list(keys.ann)).toEqual([]);
  });

  it('stands beside a list of members, each with what is known of them', async () => {
    const { items } = (await at.ask('GET', '/v1/auth/members', { key: keys.adam ?? '' })).body;
    expect(items).toMatchObject([
      { subject: 'adam', role: 'admin', known_by: ['key', 'session'], active_keys: 1, active_sessions: 1 },
      { subject: 'ann', role: 'analyst', known_by: ['key'], active_sessions: 0 },
      { subject: 'vera', role: 'viewer', active: true },
    ]);
  });
});

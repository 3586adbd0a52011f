import { beforeAll, describe, expect, it } from 'vitest';
import type { Ask } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

describe.each(databases())('SCIM on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const scim = (method: string, path: string, body?: unknown, more: Ask = {}) =>
    at.ask(method, `/scim/v2${path}`, {
      key,
      headers: { 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body }),
      ...more,
    });
  const make = async (userName: string, more: object = {}) => (await scim('POST', '/Users', { schemas: [USER], userName, ...more })).body;
  const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations });
  const find = async (filter: string, kind = 'Users') => (await scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body;

  it('provisions a user, answers it in its own media type, and finds it', async () => {
    const emails = [{ value: 'ann@example.com', type: 'work', primary: true }];
    const made = await scim('POST', '/Users', {
      schemas: [USER],
      userName: 'Ann@Example.com',
      externalId: 'e-1',
      emails,
      password: 'hunter2!x9Q',
    });
    expect(made.status).toBe(201);
    expect(made.headers['content-type']).toContain('application/scim+json');
    expect(made.headers['location']).toBe(`/scim/v2/Users/${made.body.id}`);
    expect(made.body).toMatchObject({
      schemas: [USER],
      userName: 'Ann@Example.com',
      active: true,
      groups: [],
      meta: { resourceType: 'User', version: 'W/"1"' },
    });
    expect(made.text).not.toContain('hunter2');
    const loaded = await scim('GET', `/Users/${made.body.id}`);
    expect(loaded.body).toEqual(made.body);
    expect((await at.ask('GET', `/Users/${made.body.id}`, { key })).body.userName).toBe('Ann@Example.com');
    for (const filter of [
      'userName eq "ann@example.com"',
      'externalId eq "e-1"',
      'emails[type eq "work" and value sw "ann"]',
      `emails.value ew "EXAMPLE.com" and not (active eq false)`,
    ])
      expect((await find(filter)).Resources.map((one: { id: string }) => one.id)).toEqual([made.body.id]);
    expect((await find('userName eq "nobody"')).totalResults).toBe(0);
  });

  it('pages, and gives the attributes that were asked for', async () => {
    for (const number of [1, 2, 3, 4, 5]) await make(`page-${number}`);
    const page = (await scim('GET', `/Users?startIndex=2&count=2&filter=${encodeURIComponent('userName sw "page-"')}`)).body;
    expect(page).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 });
    expect(page.Resources.map((one: { userName: string }) => one.userName)).toEqual(['page-2', 'page-3']);
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    const [one] = (await scim('GET', '/Users?count=1&attributes=userName')).body.Resources;
    expect(Object.keys(one).sort()).toEqual(['id', 'schemas', 'userName']);
  });

  it('refuses in the words of RFC 7644', async () => {
    await make('taken');
    const twice = await scim('POST', '/Users', { userName: 'TAKEN' });
    expect(twice).toMatchObject({
      status: 409,
      body: { status: '409', scimType: 'uniqueness', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
    });
    expect(twice.headers['content-type']).toContain('application/scim+json');
    expect(await scim('POST', '/Users', { displayName: 'no name' })).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await scim('GET', `/Users?filter=${encodeURIComponent('userName is "x"')}`)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
    expect(await scim('POST', '/Users', '[]')).toMatchObject({ status: 400, body: { scimType: 'invalidSyntax' } });
    expect(await scim('GET', '/Users/usr_00000000000000000000000000')).toMatchObject({ status: 404, body: { status: '404' } });
    const { id } = await make('patched-wrongly');
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'emails[', value: 1 })).toMatchObject({ body: { scimType: 'invalidPath' } });
    expect(await patch(`/Users/${id}`, { op: 'remove' })).toMatchObject({ status: 400, body: { scimType: 'noTarget' } });
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'id', value: 'x' })).toMatchObject({ body: { scimType: 'mutability' } });
    const viewer = await at.key('acme', 'viewer');
    expect(await scim('GET', '/Users', undefined, { key: viewer })).toMatchObject({ status: 403, body: { status: '403' } });
    expect((await at.ask('GET', '/scim/v2/Users')).status).toBe(401);
  });

  it('changes users by PUT and by the PATCH of real providers', async () => {
    const { id } = await make('bob', { name: { givenName: 'Bob', familyName: 'Old' }, title: 'x' });
    const put = await scim('PUT', `/Users/${id}`, { userName: 'bob', name: { givenName: 'Bob' } });
    expect(put.body.title).toBeUndefined();
    expect(put.body.meta.version).toBe('W/"2"');
    const changed = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'name.familyName', value: 'New' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'bob@example.com' },
      { op: 'replace', value: { displayName: 'Bob N.', active: 'False' } },
      { op: 'add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'R&D' },
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      active: false,
      displayName: 'Bob N.',
      name: { givenName: 'Bob', familyName: 'New' },
      emails: [{ type: 'work', value: 'bob@example.com' }],
    });
    expect(changed.body['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User']).toEqual({ department: 'R&D' });
    expect((await patch(`/Users/${id}`, { op: 'remove', path: 'emails[type eq "work"]' })).body.emails).toEqual([]);
  });

  it('ends keys and sessions of a user who is deactivated or removed, at once', async () => {
    for (const leave of [
      (id: string) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      (id: string) => scim('DELETE', `/Users/${id}`),
    ]) {
      const { id } = await make('Carol');
      const made = (await at.ask('POST', '/v1/auth/keys', { key, body: { name: `carol ${id}`, role: 'analyst', subject: 'carol' } })).body;
      const opened = await at.ask('POST', '/v1/auth/session', { body: { api_key: made.api_key }, headers: { host: 'localhost' } });
      const headers = { host: 'localhost', cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' };
      expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(200);
      expect((await leave(id)).status).toBeLessThan(300);
      expect((await at.ask('GET', '/v1/auth/me', { key: made.api_key })).status).toBe(401);
      expect((await at.ask('GET', '/v1/auth/me', { headers })).status).toBe(401);
      await scim('DELETE', `/Users/${id}`);
      expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    }
  });

  it('gives roles by groups that an administrator has mapped, and takes them with the membership', async () => {
    const dora = await make('dora');
    const group = (await scim('POST', '/Groups', { displayName: 'admin', members: [{ value: dora.id }] })).body;
    expect(group).toMatchObject({ displayName: 'admin', members: [{ value: dora.id, display: 'dora' }] });
    const roleOf = async () =>
      (
        await at.plane.store.read('acme', ({ db }) =>
          db
            .selectFrom('scim_users')
            .select('role')
            .where('tenant_id', '=', 'acme')
            .where('user_id', '=', dora.id)
            .executeTakeFirstOrThrow(),
        )
      ).role;
    expect(await roleOf()).toBeNull();
    expect((await at.ask('PUT', '/v1/auth/group-roles', { key, body: { group_roles: { admin: 'analyst' } } })).status).toBe(200);
    expect(await roleOf()).toBe('analyst');
    const made = (await at.ask('POST', '/v1/auth/keys', { key, body: { name: 'dora', role: 'analyst', subject: 'dora' } })).body;
    expect((await scim('GET', `/Users/${dora.id}`)).body.groups).toMatchObject([{ value: group.id, display: 'admin' }]);
    expect((await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${dora.id}"]` })).body.members).toEqual([]);
    expect(await roleOf()).toBeNull();
    expect((await at.ask('GET', '/v1/auth/me', { key: made.api_key })).status).toBe(401);
    expect((await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: dora.id }] })).body.members).toHaveLength(1);
    expect((await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: 'usr_nobody00' }] })).body.scimType).toBe(
      'invalidValue',
    );
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
  });

  it('keeps tenants apart, and describes itself', async () => {
    const { id } = await make('only-acme');
    const foreign = await at.key('globex');
    for (const method of ['GET', 'DELETE']) expect((await scim(method, `/Users/${id}`, undefined, { key: foreign })).status).toBe(404);
    expect((await scim('GET', '/Users', undefined, { key: foreign })).body.totalResults).toBe(0);
    expect((await scim('POST', '/Users', { userName: 'only-acme' }, { key: foreign })).status).toBe(201);
    expect((await scim('GET', '/ServiceProviderConfig')).body.patch).toEqual({ supported: true });
    expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2);
    expect((await scim('GET', `/Schemas/${USER}`)).body.id).toBe(USER);
  });
});

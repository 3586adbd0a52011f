import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe.each(databases())('SCIM clients as they are, on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const scim = (method: string, path: string, body?: unknown) =>
    at.ask(method, `/scim/v2${path}`, { key, headers: { 'content-type': 'application/scim+json' }, ...(body !== undefined && { body }) });
  const make = async (userName: string, more: object = {}) => (await scim('POST', '/Users', { userName, ...more })).body;
  const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { Operations });

  it('may change a whole extension, one attribute of it, and a custom one', async () => {
    const { id } = await make('ext', { [ENTERPRISE]: { department: 'R&D', costCenter: '7' } });
    const merged = await patch(`/Users/${id}`, { op: 'replace', value: { [ENTERPRISE]: { department: 'Ops' } } });
    expect(merged.body[ENTERPRISE]).toEqual({ department: 'Ops', costCenter: '7' });
    expect(merged.body.schemas).toContain(ENTERPRISE);
    const whole = await patch(`/Users/${id}`, { op: 'add', path: ENTERPRISE, value: { division: 'North' } });
    expect(whole.body[ENTERPRISE]).toEqual({ department: 'Ops', costCenter: '7', division: 'North' });
    const one = await patch(`/Users/${id}`, { op: 'Replace', path: `${ENTERPRISE}:manager`, value: { value: '26118915' } });
    expect(one.body[ENTERPRISE].manager).toEqual({ value: '26118915' });
    const dotted = await patch(`/Users/${id}`, { op: 'replace', value: { [`${ENTERPRISE}:department`]: 'Sec', 'name.givenName': 'Eve' } });
    expect(dotted.body).toMatchObject({ name: { givenName: 'Eve' }, [ENTERPRISE]: { department: 'Sec' } });
    expect((await patch(`/Users/${id}`, { op: 'remove', path: ENTERPRISE })).body[ENTERPRISE]).toBeUndefined();
    expect(Object.keys((await scim('GET', `/Users/${id}`)).body).filter((name) => name.endsWith(':2.0'))).toEqual([]);
  });

  it('may send back the id and read-only facts of what they change, but not change them', async () => {
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Okta' });
    const renamed = await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: 'Okta 2' } });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Okta 2']);
    const moved = await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: 'grp_other' } });
    expect(moved).toMatchObject({ status: 400, body: { schemas: [ERROR], status: '400', scimType: 'mutability' } });
  });

  it('may take one member away in any of the ways there are, and never all by mistake', async () => {
    const users = [await make('m1'), await make('m2'), await make('m3'), await make('m4')].map(({ id }) => id);
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Team', members: users.map((value) => ({ value })) });
    const left = async (operation: object) =>
      (await patch(`/Groups/${group.id}`, operation)).body.members.map(({ value }: { value: string }) => value).sort();
    expect(await left({ op: 'remove', path: `members[value eq "${users[0]}"]` })).toEqual(users.slice(1).sort());
    expect(await left({ op: 'Remove', path: 'members', value: [{ value: users[1] }] })).toEqual(users.slice(2).sort());
    expect(await left({ op: 'remove', path: 'members', value: { value: users[2] } })).toEqual([users[3]]);
    expect(await left({ op: 'Add', path: 'members', value: { value: users[0] } })).toEqual([users[0], users[3]].sort());
    expect(await left({ op: 'add', value: { members: [{ value: users[0], $ref: null }] } })).toEqual([users[0], users[3]].sort());
    expect(await left({ op: 'remove', path: 'members' })).toEqual([]);
  });

  it('keep lists lists', async () => {
    const { id } = await make('lists');
    const added = await patch(`/Users/${id}`, { op: 'add', path: 'emails', value: { value: 'a@example.com', type: 'work' } });
    expect(added.body.emails).toEqual([{ value: 'a@example.com', type: 'work' }]);
    const replaced = await patch(`/Users/${id}`, { op: 'replace', path: 'emails', value: { value: 'b@example.com', type: 'work' } });
    expect(replaced.body.emails).toEqual([{ value: 'b@example.com', type: 'work' }]);
  });

  it('find groups by name in any case, with or without members', async () => {
    const { id } = await make('finder');
    await scim('POST', '/Groups', { displayName: 'Große Gruppe', members: [{ value: id }] });
    const found = (await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "GROßE gruppe"')}&excludedAttributes=members`))
      .body;
    expect([found.totalResults, found.Resources[0].displayName, found.Resources[0].members]).toEqual([1, 'Große Gruppe', undefined]);
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent(`members[value eq "${id}"]`)}`)).body.totalResults).toBe(1);
  });

  it('are told of a taken name once, also when two come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => scim('POST', '/Users', { userName: 'Twin@example.com' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ schemas: [ERROR], status: '409', scimType: 'uniqueness' });
  });

  it('page from 1, and are answered in the shape of SCIM whatever is wrong', async () => {
    const page = async (query: string) => (await scim('GET', `/Users?${query}`)).body;
    const all = (await page('count=200')).totalResults;
    expect(await page('startIndex=0&count=-5')).toMatchObject({ startIndex: 1, itemsPerPage: 0, totalResults: all, Resources: [] });
    expect(await page(`startIndex=${all + 1}`)).toMatchObject({ itemsPerPage: 0, totalResults: all });
    expect((await page('startIndex=2&count=1')).Resources).toHaveLength(1);
    for (const [method, path, body] of [
      ['GET', '/Users?filter=userName%20xx%20%22a%22'],
      ['GET', '/Users?count=many'],
      ['POST', '/Users', { userName: 7 }],
      ['POST', '/Users', '{"userName":'],
      ['PATCH', '/Users/usr_00000000000000000000000000', { Operations: [] }],
      ['GET', '/Users/usr_00000000000000000000000000'],
    ] as const) {
      const answer = await scim(method, path, body);
      expect(answer.headers['content-type']).toContain('application/scim+json');
      expect(answer.body).toMatchObject({ schemas: [ERROR], status: String(answer.status), detail: expect.any(String) });
    }
    const closed = await at.ask('GET', '/scim/v2/Users');
    expect([closed.status, closed.body.schemas, closed.headers['www-authenticate']]).toEqual([401, [ERROR], 'Bearer']);
  });
});

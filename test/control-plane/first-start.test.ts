import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceFirstStart } from '../../src/control-plane/start/first-start.js';
import { type OpenTestPlane, openTestPlane } from '../support/control-plane.js';
import { databases, ownPostgres, postgres } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe('several processes that start for the first time together', () => {
  const database = postgres();
  const planes: OpenTestPlane[] = [];
  beforeAll(async () => {
    const options = await database.open();
    const first = await openTestPlane(options);
    const dataFolder = join(first.folder, 'data');
    planes.push(...(await Promise.all([openTestPlane({ ...options, dataFolder }), openTestPlane({ ...options, dataFolder })])), first);
  });
  afterAll(async () => {
    for (const plane of planes) await plane.close();
    await database.close();
  });

  it('show one key between them, and none of them fails', async () => {
    const said = planes.map(() => '');
    await Promise.all(
      planes.map(({ plane }, index) => announceFirstStart(plane, 'http://127.0.0.1:1', { out: (text) => (said[index] += text) })),
    );
    const keys = said.flatMap((text) => /svc_\S+/.exec(text) ?? []);
    expect(keys).toHaveLength(1);
    expect(said.every((text) => text.includes('serves http://127.0.0.1:1'))).toBe(true);
    expect((await planes[0]?.ask('GET', '/v1/auth/me', { key: keys[0] ?? '' }))?.status).toBe(200);
  });
});

describe.each(databases())('a first start where a mapping names the tenants, on $name', (database) => {
  const at = withPlane(database, async () => {
    const mapping = { tenantClaim: 'org', tenants: { 'Acme Inc.': 'acme', Home: 'default' }, roleClaim: 'groups', roles: {} };
    return {
      oidc: { issuer: 'https://idp.example.com', audience: 'castellan', ...mapping },
    };
  });

  it('shows the key all the same, and no other start does', async () => {
    const said = ['', ''];
    for (const turn of [0, 1]) await announceFirstStart(at.plane, 'http://127.0.0.1:1', { out: (text) => (said[turn] += text) });
    const [key] = /svc_\S+/.exec(said[0] ?? '') ?? [];
    expect((await at.ask('GET', '/v1/auth/me', { key: key ?? '' })).body).toMatchObject({ tenant_id: 'default', role: 'admin' });
    expect(said[1]).not.toContain('First start');
  });
});

describe('a PostgreSQL that somebody else looks after', () => {
  const server = ownPostgres();
  let admin: pg.Client;
  const address = (database: string, user = 'app') => {
    const url = new URL(server.superUrl());
    Object.assign(url, { username: user, password: 'app-password-1', pathname: `/${database}` });
    return url.href;
  };
  beforeAll(async () => {
    await server.open();
    admin = new pg.Client({ connectionString: server.superUrl() });
    await admin.connect();
    await admin.query(`create role app login password 'app-password-1'`);
  });
  afterAll(async () => {
    await admin.end();
    await server.close();
  });

  it('says what an administrator has to do, and starts once it was done', async () => {
    await admin.query('create database plain owner app');
    const refusal = await openTestPlane({ databaseUrl: address('plain') }).catch((error) => error);
    expect(refusal).toMatchObject({
      where: expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+\/plain$/),
      hint: expect.stringMatching(/create role castellan_app.*grant castellan_app/),
    });
    await admin.query('create role castellan_app nologin nosuperuser nobypassrls');
    await admin.query('grant castellan_app to app');
    await (await openTestPlane({ databaseUrl: address('plain') })).close();
    await (await openTestPlane({ databaseUrl: address('plain') })).close();
  });

  it('does not let start-up options of the address stand in place of the role', async () => {
    const at = await openTestPlane({ databaseUrl: `${address('plain')}?options=-c%20statement_timeout%3D5000` });
    const { rows } = await at.plane.store.shared(({ db }) =>
      db.executeQuery<{ who: string; timeout: string }>({
        sql: `select current_user as who, current_setting('statement_timeout') as timeout`,
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'test' },
      }),
    );
    expect(rows).toEqual([{ who: 'castellan_app', timeout: '5s' }]);
    await at.close();
  });

  it.each([
    ['a schema it may not use', `create database closed`, 'closed', /it says: permission denied for schema public/],
    [
      'an encoding that cannot hold every text',
      `create database ascii owner app encoding 'SQL_ASCII' template template0 locale 'C'`,
      'ascii',
      /encoding is SQL_ASCII/,
    ],
  ])('refuses %s', async (_name, make, database, message) => {
    await admin.query(make);
    await expect(openTestPlane({ databaseUrl: address(database) })).rejects.toThrow(message);
  });

  it('says that a certificate cannot be read', async () => {
    const databaseUrl = `${address('plain')}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
    await expect(openTestPlane({ databaseUrl })).rejects.toThrow(/a file that its address names cannot be read/);
  });

  it('refuses a role that could see every tenant', async () => {
    await admin.query('alter role castellan_app bypassrls');
    await expect(openTestPlane({ databaseUrl: address('plain') })).rejects.toThrow(/pass row-level security by/);
    await admin.query('alter role castellan_app nobypassrls');
  });

  it('names neither user nor password when they are wrong', async () => {
    const error = await openTestPlane({ databaseUrl: address('plain', 'nobody-known') }).catch((reason) => reason);
    expect(error.message).toMatch(/refuses the user or the password/);
    expect(JSON.stringify([error.message, error.where, error.hint])).not.toMatch(/nobody-known|app-password/);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { cloudRoutes } from '../../src/api/cloud.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const account = '123456789012';
const aws = {
  provider: 'aws',
  display_name: 'production',
  account,
  configuration: { role_arn: `arn:aws:iam::${account}:role/castellan-read` },
};

describe.each(databases())('cloud connections on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  const create = (more: object = {}, key = admin) => at.ask('POST', '/v1/cloud/connections', { key, body: { ...aws, ...more } });
  beforeAll(async () => {
    admin = await at.key('acme');
  });

  it('are registered unverified, changed, and never said to be verified without having been', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(cloudRoutes.createCloudConnection.response.parse(made.body)).toMatchObject({ status: 'registered', health: 'unverified' });
    expect((await create()).status).toBe(409);
    const url = String(made.headers['location']);
    const verified = await at.ask('POST', `${url}/verify`, { key: admin });
    expect([verified.status, verified.body.detail]).toEqual([409, 'this server is offline: nothing outside is asked']);
    const changed = await at.ask('PUT', url, { key: admin, body: { display_name: 'prod', status: 'disabled' } });
    expect(changed.body).toMatchObject({ display_name: 'prod', status: 'disabled', health: 'unverified' });
    expect((await at.ask('POST', `${url}/verify`, { key: admin })).status).toBe(409);
    const listed = await at.ask('GET', '/v1/cloud/connections?provider=aws', { key: admin });
    expect(listed.body.items).toEqual([(await at.ask('GET', url, { key: admin })).body]);
  });

  it.each([
    ['azure', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', { directory_id: '3f2504e0-4f89-11d3-9a0c-0305e82c3302' }],
    ['gcp', 'acme-prod', { service_account: 'reader@acme-prod.iam.gserviceaccount.com' }],
    ['snowflake', 'acme-eu1', { role: 'CASTELLAN_READ' }],
  ])('take %s too', async (provider, name, configuration) => {
    expect((await create({ provider, account: name, configuration })).status).toBe(201);
  });

  it.each([
    [
      'keys',
      { configuration: { ...aws.configuration, access_key_id: `AKIA${'ABCDEFGHIJKLMNOP'}` } },
      /^configuration.access_key_id: looks like a secret/,
    ],
    ['unknown fields', { configuration: { ...aws.configuration, access_key: 'x' } }, /only the fields of aws/],
    ['an account that is none', { account: 'prod' }, /^account: not one of aws/],
    ["another account's role", { configuration: { role_arn: 'arn:aws:iam::210987654321:role/x' } }, /not a role of this account/],
    ['no role', { configuration: {} }, /^configuration.role_arn/],
    ['a secret for a name', { display_name: `key AKIA${'ABCDEFGHIJKLMNOP'}` }, /looks like a secret/],
    ['an unknown cloud', { provider: 'other' }, /^provider/],
  ])('refuse %s', async (_, more, detail) => {
    const answer = await create(more);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect(answer.text).not.toContain('AKIA');
  });

  it('are deleted only when no source uses them', async () => {
    const made = await create({ account: '111111111111', configuration: { role_arn: 'arn:aws:iam::111111111111:role/x' } });
    const { connection_id } = made.body;
    const scope = JSON.stringify({ connection_id });
    const body = { kind: 'ingest.trace_push', display_name: 'cloud' };
    const { source_id } = (await at.ask('POST', '/v1/sources', { key: admin, body })).body;
    const set = (values: object) =>
      at.plane.store.write('acme', ({ db }) =>
        db.updateTable('sources').set(values).where('tenant_id', '=', 'acme').where('source_id', '=', source_id).execute(),
      );
    await set({ kind: 'connector.cloud_read_only', scope });
    expect((await at.ask('DELETE', `/v1/cloud/connections/${connection_id}`, { key: admin })).status).toBe(409);
    await set({ status: 'retired' });
    expect((await at.ask('DELETE', `/v1/cloud/connections/${connection_id}`, { key: admin })).status).toBe(204);
    expect((await at.ask('GET', `/v1/cloud/connections/${connection_id}`, { key: admin })).status).toBe(404);
  });

  it('are as many as the quota says', async () => {
    const quota = (cloud_connections: number | null) => at.ask('PUT', '/v1/auth/quota', { key: admin, body: { cloud_connections } });
    await quota(1);
    expect((await create({ account: '333333333333', configuration: { role_arn: 'arn:aws:iam::333333333333:role/x' } })).status).toBe(429);
    await quota(null);
  });

  it("are nobody else's, and an admin's to change", async () => {
    const made = await create({ account: '222222222222', configuration: { role_arn: 'arn:aws:iam::222222222222:role/x' } });
    const url = `/v1/cloud/connections/${made.body.connection_id}`;
    const other = await at.key('globex');
    const analyst = await at.key('acme', 'analyst');
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/verify'],
    ]) {
      const ask = { key: other, ...(method === 'PUT' && { body: {} }) };
      expect((await at.ask(method ?? '', `${url}${path}`, ask)).status).toBe(404);
      if (method !== 'GET') expect((await at.ask(method ?? '', `${url}${path}`, { ...ask, key: analyst })).status).toBe(403);
    }
    expect((await create({}, analyst)).status).toBe(403);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialRoutes } from '../../src/api/credentials.js';
import { awsAuthorization } from '../../src/control-plane/identity/aws-signature.js';
import { databases } from '../support/databases.js';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { leaked, secretShapes } from '../support/secret-shapes.js';
import { withPlane } from '../support/with-plane.js';

const role = { provider: 'aws', mode: 'role_arn', external_ref: 'arn:aws:iam::123456789012:role/castellan-read' };

describe.each(databases())('credential references on $name', (database) => {
  let cloud: Loopback;
  let admin = '';
  let told: Told = {};
  const environment: Record<string, string | undefined> = {};
  const create = (more: object = {}, key = admin) => at.ask('POST', '/v1/credentials', { key, body: { ...role, ...more } });
  const test = async (more: object) => {
    const made = await create(more);
    const answer = await at.ask('POST', `/v1/credentials/${made.body.credential_ref_id}/test`, { key: admin });
    const { health } = (await at.ask('GET', `/v1/credentials/${made.body.credential_ref_id}`, { key: admin })).body;
    return { ...credentialRoutes.testCredential.response.parse(answer.body), health };
  };
  const at = withPlane(database, async () => {
    cloud = await loopback(() => told);
    return { offline: false, environment };
  });
  beforeAll(async () => {
    admin = await at.key('acme');
  });
  afterAll(() => cloud.close());

  it('are made, loaded, listed and changed', async () => {
    const made = await create({ display_name: 'reader', scope: { account: '123456789012' } });
    expect(made.status).toBe(201);
    const url = String(made.headers['location']);
    const loaded = await at.ask('GET', url, { key: admin });
    expect(credentialRoutes.getCredential.response.parse(loaded.body)).toMatchObject({ ...made.body, attached_sources: [] });
    const changed = await at.ask('PUT', url, { key: admin, body: { status: 'disabled', description: 'old', display_name: null } });
    expect(changed.body).toMatchObject({ status: 'disabled', description: 'old', display_name: null, scope: { account: '123456789012' } });
    const listed = await at.ask('GET', '/v1/credentials?status=disabled', { key: admin });
    expect(listed.body.items).toEqual([{ ...changed.body, attached_sources: [] }]);
    expect((await at.ask('PUT', url, { key: admin, body: { provider: 'gcp' } })).status).toBe(422);
    expect((await at.ask('GET', '/v1/credentials?status=lost', { key: admin })).status).toBe(400);
  });

  it('cannot be deleted while a source is attached, and are retired then', async () => {
    const made = await create();
    const url = `/v1/credentials/${made.body.credential_ref_id}`;
    const attach = {
      kind: 'ingest.trace_push',
      display_name: 's',
      credential_mode: 'reference',
      credential_ref: made.body.credential_ref_id,
    };
    const source = await at.ask('POST', '/v1/sources', { key: admin, body: attach });
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(409);
    expect((await at.ask('GET', url, { key: admin })).body).toMatchObject({ status: 'active', attached_sources: [source.body.source_id] });
    await at.plane.store.write('acme', ({ db }) =>
      db
        .updateTable('sources')
        .set({ credential_ref: null })
        .where('tenant_id', '=', 'acme')
        .where('source_id', '=', source.body.source_id)
        .execute(),
    );
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(204);
    expect((await at.ask('GET', url, { key: admin })).body.status).toBe('retired');
    expect((await at.ask('PUT', url, { key: admin, body: { status: 'active' } })).status).toBe(409);
    expect((await at.ask('DELETE', url, { key: admin })).status).toBe(404);
  });

  it('refuse a secret in place of its name, without repeating it', async () => {
    const secrets = [...secretShapes.map(({ text }) => text), 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzKEY', 'https://u:p4ssw0rdx@h/'];
    for (const secret of secrets) {
      for (const more of [{ provider: 'jira', mode: 'env', external_ref: secret }, { display_name: `token ${secret}` }]) {
        const answer = await create(more);
        expect([secret, answer.status]).toEqual([secret, 422]);
        expect(leaked(answer.text)).toEqual([]);
      }
    }
  });

  it.each([
    ['other', 'file', '/var/lib/castellan/secrets/prod1/JiraToken2X'],
    ['aws', 'secret_manager', 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:Prod/Db1-AbCdEf'],
    ['azure', 'secret_manager', 'https://acme.vault.azure.net/secrets/jira/0123456789abcdef0123456789abcdef'],
    ['gcp', 'workload_identity', 'projects/123/locations/global/workloadIdentityPools/p/providers/x'],
    ['vault', 'secret_manager', 'vault:secret/data/castellan#token'],
    ['other', 'secret_manager', 'op://vault/item/password'],
    ['jira', 'env', 'SERVICE_ACCOUNT_V2_TOKEN_FOR_PROD'],
  ])('of %s may be in %s: %s', async (provider, mode, external_ref) => {
    expect((await create({ provider, mode, external_ref })).status).toBe(201);
  });

  it('are tested by shape alone where there is nobody to ask, and that is said', async () => {
    const found = await test({ provider: 'jira', mode: 'env', external_ref: 'JIRA_TOKEN' });
    expect(found).toMatchObject({ status: 'shape_only', health: 'unknown' });
    expect(found.checks[2]).toMatchObject({ name: 'default_identity', ok: null, message: expect.stringContaining('shape only') });
    expect(await test({ provider: 'jira', mode: 'role_arn', external_ref: 'x' })).toMatchObject({ status: 'failed', health: 'degraded' });
    expect(await test({ provider: 'vault', mode: 'file', external_ref: '../x' })).toMatchObject({ status: 'failed', health: 'degraded' });
    const old = { provider: 'jira', mode: 'env', external_ref: 'OLD', expires_at: '2020-01-01T00:00:00.000Z' };
    expect(await test(old)).toMatchObject({ status: 'failed', health: 'expired' });
  });

  it('ask AWS with the identity of the service, signed, and never for the role that is referenced', async () => {
    Object.assign(environment, {
      AWS_ENDPOINT_URL_STS: cloud.url,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'not-so-secret',
    });
    told = { body: '<GetCallerIdentityResponse/>' };
    expect(await test({})).toMatchObject({ status: 'passed', health: 'healthy' });
    const asked = cloud.asked.at(-1);
    expect(asked?.body).toBe('Action=GetCallerIdentity&Version=2011-06-15');
    const { authorization, host = '', ...headers } = asked?.headers ?? {};
    const signed = { host, 'content-type': headers['content-type'] ?? '', 'x-amz-date': String(headers['x-amz-date']) };
    const request = { method: 'POST', path: '/', query: '', headers: signed, body: asked?.body ?? '' };
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-so-secret' };
    expect(authorization).toBe(awsAuthorization(request, keys, { region: 'us-east-1', service: 'sts' }));
    told = { status: 403 };
    expect(await test({})).toMatchObject({ status: 'failed', health: 'degraded' });
    expect(cloud.asked.every(({ body }) => !body.includes('castellan-read'))).toBe(true);
    environment['AWS_ENDPOINT_URL_STS'] = 'http://127.0.0.1:1';
    expect(await test({})).toMatchObject({ status: 'failed', health: 'unreachable' });
  });

  it('ask Azure and Google Cloud likewise', async () => {
    Object.assign(environment, { AZURE_POD_IDENTITY_AUTHORITY_HOST: cloud.url, GCE_METADATA_HOST: cloud.url.slice('http://'.length) });
    told = { headers: { 'metadata-flavor': 'Google' }, body: { access_token: 'shown-to-nobody', expires_in: 60 } };
    const azure = { provider: 'azure', mode: 'workload_identity', external_ref: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' };
    expect(await test(azure)).toMatchObject({ status: 'passed', health: 'healthy' });
    expect(cloud.asked.at(-1)?.headers).toMatchObject({ metadata: 'true' });
    const gcp = { provider: 'gcp', mode: 'workload_identity', external_ref: 'reader@acme.iam.gserviceaccount.com' };
    expect(await test(gcp)).toMatchObject({ status: 'passed', health: 'healthy' });
    told = { body: { access_token: 'from-somebody-else' } };
    expect(await test(gcp)).toMatchObject({ status: 'failed', health: 'degraded' });
  });

  it("are nobody else's, and an admin's to change", async () => {
    const made = await create();
    const url = `/v1/credentials/${made.body.credential_ref_id}`;
    const other = await at.key('globex');
    const viewer = await at.key('acme', 'viewer');
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ]) {
      const ask = { key: other, ...(method === 'PUT' && { body: {} }) };
      expect(await at.ask(method ?? '', `${url}${path}`, ask)).toMatchObject({
        status: 404,
        body: { detail: 'credential reference not found' },
      });
      if (method !== 'GET') expect((await at.ask(method ?? '', `${url}${path}`, { ...ask, key: viewer })).status).toBe(403);
    }
    expect((await create({}, viewer)).status).toBe(403);
  });
});

describe('AWS Signature Version 4', () => {
  it('is that of the published example of a plain GET', () => {
    const headers = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' };
    const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    const request = { method: 'GET', path: '/', query: '', headers, body: '' };
    expect(awsAuthorization(request, keys, { region: 'us-east-1', service: 'service' })).toMatch(
      /Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31$/,
    );
  });
});

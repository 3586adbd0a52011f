import { createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlite } from '../support/databases.js';
import { type Asked, type Loopback, loopback, type Told } from '../support/loopback.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const REFERENCES = {
  aws: { mode: 'role_arn', external_ref: 'arn:aws:iam::123456789012:role/castellan-read' },
  azure: { mode: 'workload_identity', external_ref: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' },
  gcp: { mode: 'workload_identity', external_ref: 'reader@acme.iam.gserviceaccount.com' },
} as const;

describe('the default identity of this service', () => {
  const folder = temporaryFolder();
  const environment: Record<string, string | undefined> = {};
  let key = '';
  let cloud: Loopback;
  let tell: (asked: Asked) => Told = () => ({});
  const at = withPlane(sqlite(), async () => {
    cloud = await loopback((asked) => tell(asked));
    return { environment, offline: false };
  });
  beforeAll(async () => {
    key = await at.key('acme');
  });
  beforeEach(() => {
    for (const name of Object.keys(environment)) delete environment[name];
    cloud.asked.length = 0;
  });
  afterAll(async () => {
    await cloud.close();
    folder.dispose();
  });

  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  async function test(provider: keyof typeof REFERENCES) {
    const made = await at.ask('POST', '/v1/credentials', { key, body: { provider, display_name: provider, ...REFERENCES[provider] } });
    expect(made.status, made.text).toBe(201);
    const answer = await at.ask('POST', `/v1/credentials/${made.body.credential_ref_id}/test`, { key });
    const identity = answer.body.checks.find(({ name }: { name: string }) => name === 'default_identity');
    return { ...identity, text: answer.text };
  }
  const form = (asked: Asked | undefined) => Object.fromEntries(new URLSearchParams(asked?.body ?? ''));

  it('is had from AWS for a web identity token, and then asked about with the keys that came for it', async () => {
    Object.assign(environment, {
      AWS_ENDPOINT_URL_STS: cloud.url,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/castellan-own',
      AWS_WEB_IDENTITY_TOKEN_FILE: file('web-identity', 'a.mounted.token\n'),
    });
    tell = ({ body }) =>
      body.includes('AssumeRoleWithWebIdentity')
        ? {
            headers: { 'content-type': 'text/xml' },
            body: `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>for a while</SecretAccessKey><SessionToken>session of it</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
          }
        : { body: '<GetCallerIdentityResponse/>' };
    const healthy = await test('aws');
    expect(healthy).toMatchObject({ ok: true });
    const [assumed, asked] = cloud.asked;
    expect(form(assumed)).toMatchObject({ Action: 'AssumeRoleWithWebIdentity', WebIdentityToken: 'a.mounted.token' });
    expect(form(assumed)['RoleArn']).toBe('arn:aws:iam::123456789012:role/castellan-own');
    expect(assumed?.headers.authorization).toBeUndefined();
    expect(asked?.headers).toMatchObject({
      'x-amz-security-token': 'session of it',
      authorization: expect.stringContaining('ASIAEXAMPLE'),
    });
    for (const secret of ['for a while', 'session of it', 'a.mounted.token', 'ASIAEXAMPLE']) expect(healthy.text).not.toContain(secret);
    tell = () => ({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    environment['AWS_EC2_METADATA_SERVICE_ENDPOINT'] = cloud.url;
    expect(await test('aws')).toMatchObject({ ok: false });
  });

  it('is had from a container, with its token', async () => {
    Object.assign(environment, {
      AWS_ENDPOINT_URL_STS: cloud.url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${cloud.url}/keys`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('container', 'token of the container'),
    });
    tell = ({ url }) =>
      url === '/keys' ? { body: { AccessKeyId: 'ASIACONTAINER', SecretAccessKey: 's', Token: 't' } } : { body: '<ok/>' };
    expect(await test('aws')).toMatchObject({ ok: true });
    expect(cloud.asked[0]).toMatchObject({ url: '/keys', headers: { authorization: 'token of the container' } });
  });

  it('is had from Azure for a service principal, by its secret or a mounted assertion', async () => {
    Object.assign(environment, {
      AZURE_AUTHORITY_HOST: cloud.url,
      AZURE_TENANT_ID: 'tenant-1',
      AZURE_CLIENT_ID: 'client-1',
      AZURE_CLIENT_SECRET: 'a secret of the application',
    });
    tell = () => ({ body: { access_token: 'shown to nobody', expires_in: 60 } });
    const healthy = await test('azure');
    expect(healthy).toMatchObject({ ok: true });
    expect(cloud.asked[0]?.url).toBe('/tenant-1/oauth2/v2.0/token');
    const sent = { grant_type: 'client_credentials', client_id: 'client-1', scope: 'https://management.azure.com/.default' };
    expect(form(cloud.asked[0])).toEqual({ ...sent, client_secret: 'a secret of the application' });
    for (const secret of ['a secret of the application', 'shown to nobody']) expect(healthy.text).not.toContain(secret);
    environment['AZURE_FEDERATED_TOKEN_FILE'] = file('federated', 'an.assertion.mounted');
    expect(await test('azure')).toMatchObject({ ok: true });
    expect(form(cloud.asked.at(-1))).toEqual({
      ...sent,
      client_assertion: 'an.assertion.mounted',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    tell = () => ({ status: 401, body: { error: 'invalid_client' } });
    expect(await test('azure')).toMatchObject({ ok: false, message: 'Azure refused the default identity' });
  });

  it('is had from Google Cloud for the key file of a service account', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const account = {
      type: 'service_account',
      client_email: 'castellan@acme.iam.gserviceaccount.com',
      private_key_id: 'k1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${cloud.url}/token`,
    };
    environment['GOOGLE_APPLICATION_CREDENTIALS'] = file('account.json', JSON.stringify(account));
    tell = () => ({ body: { access_token: 'shown to nobody' } });
    const healthy = await test('gcp');
    expect(healthy).toMatchObject({ ok: true });
    expect(healthy.text).not.toContain('shown to nobody');
    const { grant_type, assertion = '' } = form(cloud.asked[0]);
    expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', body = '', signature = ''] = assertion.split('.');
    expect(createVerify('RSA-SHA256').update(`${head}.${body}`).verify(publicKey, signature, 'base64url')).toBe(true);
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    expect(claims).toMatchObject({ iss: account.client_email, aud: account.token_uri });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(3600);
    tell = () => ({ status: 400, body: { error: 'invalid_grant' } });
    expect(await test('gcp')).toMatchObject({ ok: false, message: 'Google Cloud refused the default identity' });
    for (const broken of [
      '{',
      '{"type":"external_account"}',
      JSON.stringify({ ...account, private_key: 'none' }),
      JSON.stringify({ ...account, token_uri: 7 }),
    ]) {
      environment['GOOGLE_APPLICATION_CREDENTIALS'] = file('broken.json', broken);
      const found = await test('gcp');
      expect(found).toMatchObject({ ok: false, message: expect.stringMatching(/credentials file/) });
    }
    environment['GOOGLE_APPLICATION_CREDENTIALS'] = join(folder.path, 'absent.json');
    expect(await test('gcp')).toMatchObject({ ok: false });
  });
});

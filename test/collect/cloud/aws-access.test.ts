import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import { CloudRefused, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import { type CloudAccess, roleForms } from '../../../src/collect/cloud/contract/provider.js';
import { createFetch } from '../../../src/system/fetch.js';
import { awsAccess } from '../../support/aws/access.js';
import { ACCOUNT, type AwsServer, startAws } from '../../support/aws/aws-server.js';
import { REGION, settle } from '../../support/aws/estate.js';
import { type Loopback, loopback, type Told } from '../../support/loopback.js';

const ROLE = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const named = { role_arn: ROLE, external_id: 'ext-1', regions: [REGION] };
const KEYS = { AccessKeyId: 'AKIDTEST', SecretAccessKey: 'test-secret' };

describe('access to AWS', () => {
  let aws: AwsServer;
  let near: Loopback | undefined;
  let home = '';
  beforeEach(async () => {
    aws = await startAws();
    settle(aws, ROLE, awsProvider.permissions);
    home = mkdtempSync(join(tmpdir(), 'aws-home-'));
    mkdirSync(join(home, '.aws/sso/cache'), { recursive: true });
  });
  afterEach(async () => {
    await aws.close();
    await near?.close();
    near = undefined;
  });

  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const open = (access: CloudAccess, configuration: object = named, account = ACCOUNT) =>
    awsProvider.open({ provider: 'aws', account, configuration: { ...configuration } }, access);
  const prove = async (environment: Record<string, string>, more: Partial<CloudAccess> = {}) =>
    (await open(awsAccess(aws.url, { keyless: true, environment, ...more }))).prove();
  async function metadata(tell: (path: string, headers: Record<string, unknown>, method: string) => Told | undefined): Promise<string> {
    near = await loopback(({ url, headers, method }) => tell(url, headers, method) ?? { status: 404 });
    return near.url;
  }

  describe('takes the identity of', () => {
    it('a web identity token', async () => {
      const token = file('token', 'sts.amazonaws.com:good\n');
      expect(await prove({ AWS_WEB_IDENTITY_TOKEN_FILE: token, AWS_ROLE_ARN: `arn:aws:iam::${ACCOUNT}:role/pod` })).toMatchObject({
        read_only: 'proven',
      });
    });

    it.each([
      ['api://other:good', 'another audience'],
      ['half', 'cut off'],
      ['outdated', 'expired'],
    ])('no web identity token that is %s', async (text, words) => {
      const environment = { AWS_WEB_IDENTITY_TOKEN_FILE: file('token', text), AWS_ROLE_ARN: `arn:aws:iam::${ACCOUNT}:role/pod` };
      const error: unknown = await prove(environment).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(CloudRefused);
      expect(String(error)).toContain(words);
      expect(String(error)).not.toContain(text);
    });

    it('a container, whose token is sent only where it is meant to go', async () => {
      const url = await metadata((_, { authorization }) => (authorization === 'container-token' ? { body: KEYS } : { status: 401 }));
      const environment = {
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/keys`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('auth', 'container-token'),
      };
      expect(await prove(environment, { directFetch: createFetch({}) })).toMatchObject({ read_only: 'proven' });
      await expect(prove({ ...environment, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://metadata.example/keys' })).rejects.toThrow(
        /neither of this machine/,
      );
      await expect(
        prove({ ...environment, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('auth', 'x') }, { directFetch: createFetch({}) }),
      ).rejects.toBeInstanceOf(CloudUnreachable);
    });

    it('an instance, by the second version of its metadata', async () => {
      const url = await metadata((path, headers, method) => {
        if (path === '/latest/api/token') return method === 'PUT' ? { body: 'session-1' } : { status: 405 };
        if (headers['x-aws-ec2-metadata-token'] !== 'session-1') return { status: 401 };
        return path.endsWith('/security-credentials/') ? { body: 'instance-role' } : { body: KEYS };
      });
      const environment = { AWS_EC2_METADATA_SERVICE_ENDPOINT: url };
      expect(await prove(environment, { directFetch: createFetch({}) })).toMatchObject({ read_only: 'proven' });
      await expect(prove({ ...environment, AWS_EC2_METADATA_DISABLED: 'true' }, { directFetch: createFetch({}) })).rejects.toThrow(
        /no credentials/,
      );
    });

    it('a profile, for a person; for a service only that of a mounted file', async () => {
      const text =
        '[default]\naws_access_key_id = AKIDNONE\naws_secret_access_key = no\n\n[work]\naws_access_key_id=AKIDTEST\naws_secret_access_key = test-secret\n';
      const path = file('.aws/credentials', text);
      expect(await prove({ HOME: home, AWS_PROFILE: 'work' }, { identity: 'developer' })).toMatchObject({ read_only: 'proven' });
      await expect(prove({ HOME: home, AWS_PROFILE: 'work' })).rejects.toThrow(/no credentials/);
      expect(await prove({ AWS_SHARED_CREDENTIALS_FILE: path, AWS_PROFILE: 'work' })).toMatchObject({ read_only: 'proven' });
    });

    it('a profile that assumes a role with the keys of another one', async () => {
      const between = `arn:aws:iam::${ACCOUNT}:role/between`;
      aws.roles.set(between, { allows: () => true });
      file('.aws/credentials', '[base]\naws_access_key_id=AKIDTEST\naws_secret_access_key=test-secret\n');
      file(
        '.aws/config',
        `[profile work]\nrole_arn = ${between}\nsource_profile = base\n[profile a]\nrole_arn=${between}\nsource_profile=a\n`,
      );
      expect(await prove({ HOME: home, AWS_PROFILE: 'work' }, { identity: 'developer' })).toMatchObject({ read_only: 'proven' });
      await expect(prove({ HOME: home, AWS_PROFILE: 'a' }, { identity: 'developer' })).rejects.toThrow(/in a circle/);
    });

    it('a sign-in of a person, until it has expired', async () => {
      const url = await metadata((path, headers) =>
        headers['x-amz-sso_bearer_token'] === 'sso-token' && path.startsWith('/federation/credentials')
          ? {
              body: {
                roleCredentials: {
                  accessKeyId: 'AKIDTEST',
                  secretAccessKey: 'sso-secret',
                  sessionToken: 'sso-session',
                  expiration: Date.now() + 3_600_000,
                },
              },
            }
          : { status: 401, headers: { 'x-amzn-errortype': 'UnauthorizedException' }, body: {} },
      );
      aws.keys.set('AKIDTEST', { secret: 'sso-secret', token: 'sso-session' });
      file(
        '.aws/config',
        '[profile work]\nsso_session = corp\nsso_account_id = 123456789012\nsso_role_name = Audit\n[sso-session corp]\nsso_region = eu-test-1\nsso_start_url = https://corp.example/start\n',
      );
      const cache = `.aws/sso/cache/${createHash('sha1').update('corp').digest('hex')}.json`;
      const environment = { HOME: home, AWS_PROFILE: 'work', AWS_ENDPOINT_URL_SSO: url };
      file(cache, JSON.stringify({ accessToken: 'sso-token', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }));
      expect(await prove(environment, { identity: 'developer' })).toMatchObject({ read_only: 'proven' });
      file(cache, JSON.stringify({ accessToken: 'sso-token', expiresAt: '2020-01-01T00:00:00Z' }));
      await expect(prove(environment, { identity: 'developer' })).rejects.toMatchObject({ hint: 'aws sso login --profile work' });
    });

    it('nobody, where there is nobody', async () => {
      await expect(prove({})).rejects.toBeInstanceOf(CloudUnreachable);
      await expect(prove({}, { identity: 'developer' })).rejects.toThrow(/no credentials/);
      await expect(prove({ AWS_EC2_METADATA_DISABLED: 'true' })).rejects.toBeInstanceOf(CloudRefused);
    });
  });

  describe('reads', () => {
    it('all regions that are enabled, and says which part failed', async () => {
      const regions = ['eu-test-1', 'us-test-1'].map((regionName) => ({ regionName }));
      aws.answers.set('ec2:DescribeRegions', () => ({ body: { regionInfo: regions } }));
      aws.trouble = (_, region) => (region === 'us-test-1' ? { error: 'AccessDenied' } : undefined);
      const parts = await (await open(awsAccess(aws.url), { role_arn: ROLE, external_id: 'ext-1' })).parts();
      expect(parts.map(({ id }) => id).slice(0, 3)).toEqual([
        `${ACCOUNT}/global/iam`,
        `${ACCOUNT}/eu-test-1/bedrock-agents`,
        `${ACCOUNT}/eu-test-1/bedrock`,
      ]);
      const failed: string[] = [];
      for (const part of parts.filter(({ id }) => /\/(secrets|ecr|iam)$/.test(id))) {
        try {
          for await (const page of part.read()) expect(page.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(CloudRefused);
          failed.push(part.id);
        }
      }
      expect(failed).toEqual([`${ACCOUNT}/us-test-1/ecr`, `${ACCOUNT}/us-test-1/secrets`]);
    });

    it('all accounts of an organization with one role, and leaves out the suspended', async () => {
      const other = 'arn:aws:iam::210987654321:role/audit';
      aws.roles.set(other, { externalId: 'ext-1', allows: (action) => awsProvider.permissions.includes(action) });
      const parts = await (await open(awsAccess(aws.url), { ...named, organization_role: 'audit' })).parts();
      expect([...new Set(parts.map(({ id }) => id.split('/')[0]))]).toEqual([ACCOUNT, '210987654321']);
      for await (const page of parts.find(({ id }) => id === `210987654321/${REGION}/secrets`)?.read() ?? [])
        expect(page).toMatchObject([{ account: '210987654321', name: 'db' }]);
      expect(aws.asked.filter(({ account }) => account === '210987654321').map(({ action }) => action)).toEqual([
        'secretsmanager:ListSecrets',
      ]);
    });

    it('with sessions that may do what one reader needs, though the role may do all', async () => {
      aws.roles.set(ROLE, { externalId: 'ext-1', allows: () => true });
      const parts = await (await open(awsAccess(aws.url))).parts();
      for await (const _ of parts.find(({ id }) => id.endsWith('/secrets'))?.read() ?? []);
      const policies = aws.asked.filter(({ action }) => action === 'sts:AssumeRole').map(({ parameters }) => parameters.get('Policy'));
      expect(policies.at(-1)).toBe(
        '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["secretsmanager:ListSecrets"],"Resource":"*"}]}',
      );
    });

    it('the account of the session, where none is named', async () => {
      const session = await open(awsAccess(aws.url), { regions: [REGION] }, '');
      expect((await session.parts())[0]?.id).toBe(`${ACCOUNT}/global/iam`);
    });
  });

  describe('prints the role', () => {
    const connection = { provider: 'aws', account: ACCOUNT, configuration: named } as const;
    it.each(roleForms)('as %s, with its trust and each permission', (form) => {
      const text = awsProvider.roleText(form, connection) ?? '';
      for (const permission of awsProvider.permissions) expect(text).toContain(`"${permission}"`);
      expect(text).toContain('castellan-read');
      expect(text).toContain('ext-1');
      expect(text).not.toMatch(/AKID|secret_access/i);
    });

    it('as a template that parses', () => {
      const template: unknown = JSON.parse(awsProvider.roleText('cloudformation', connection) ?? '');
      expect(template).toMatchObject({
        Resources: {
          CastellanRole: {
            Properties: {
              AssumeRolePolicyDocument: {
                Statement: [
                  { Principal: { AWS: { Ref: 'CastellanPrincipalArn' } }, Condition: { StringEquals: { 'sts:ExternalId': 'ext-1' } } },
                ],
              },
            },
          },
        },
      });
    });
  });
});

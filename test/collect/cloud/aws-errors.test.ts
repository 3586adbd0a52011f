import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import type { CloudAccess } from '../../../src/collect/cloud/contract/provider.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { describe as lineOf } from '../../../src/support/errors.js';
import { awsAccess } from '../../support/aws/access.js';
import { type AwsAnswer, LOUD } from '../../support/aws/answers.js';
import { ACCOUNT, type AwsServer, startAws } from '../../support/aws/aws-server.js';
import { policy, REGION, settle } from '../../support/aws/estate.js';

const ROLE = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const connection = {
  provider: 'aws',
  account: ACCOUNT,
  configuration: { role_arn: ROLE, external_id: 'ext-1', regions: [REGION] },
} as const;

describe('AWS in trouble', () => {
  let aws: AwsServer;
  beforeEach(async () => {
    aws = await startAws();
    settle(aws, ROLE, awsProvider.permissions);
  });
  afterEach(() => aws.close());

  const prove = async (access: CloudAccess = awsAccess(aws.url), more: object = {}) =>
    (await awsProvider.open({ ...connection, ...more }, access)).prove();
  async function read(part: string, into: CloudResource[] = []): Promise<CloudResource[]> {
    const session = await awsProvider.open(connection, awsAccess(aws.url));
    for (const one of await session.parts()) if (one.id.endsWith(`/${part}`)) for await (const page of one.read()) into.push(...page);
    return into;
  }
  /** The error, which is one line and repeats nothing that AWS said. */
  async function failure(work: Promise<unknown>): Promise<Error> {
    const error = await work.then(
      () => new Error('it succeeded'),
      (cause: unknown) => cause,
    );
    if (!(error instanceof Error)) throw new Error('no error was thrown');
    const line = lineOf(error);
    for (const word of LOUD.split(/[ :]/).filter((one) => one.length > 12)) expect(line).not.toContain(word);
    expect(line.split('\n').length).toBeLessThanOrEqual(2);
    return error;
  }

  it.each([
    ['ExpiredToken', 'expired'],
    ['InvalidClientTokenId', 'cut off'],
    ['SignatureDoesNotMatch', 'secret key'],
    ['RequestTimeTooSkewed', 'clock'],
    ['AccessDenied', 'permission'],
  ])('says in a line what %s means', async (error, words) => {
    aws.trouble = (action) => (action === 'sts:AssumeRole' ? { error } : undefined);
    const found = await failure(prove());
    expect(found).toBeInstanceOf(CloudRefused);
    expect(found.message).toContain(words);
    expect(found.message).toContain(error);
  });

  it('works with a clock that is an hour slow', async () => {
    aws.ahead = 3_600_000;
    expect(await prove()).toMatchObject({ read_only: 'proven' });
    expect(aws.refused).toContain('sts:AssumeRole RequestTimeTooSkewed');
  });

  it.each([
    ['with a wrong secret key', { AWS_SECRET_ACCESS_KEY: 'other' }],
    ['with a token that is cut off', { AWS_SESSION_TOKEN: 'half' }],
    ['with keys that nobody knows', { AWS_ACCESS_KEY_ID: 'AKIDNONE' }],
  ])('is refused %s', async (_, environment) => {
    expect(await failure(prove(awsAccess(aws.url, { environment })))).toBeInstanceOf(CloudRefused);
  });

  it('is refused without an external id, and for another account', async () => {
    const configuration = { role_arn: ROLE };
    expect(await failure(prove(undefined, { configuration }))).toBeInstanceOf(CloudRefused);
    expect(await failure(prove(undefined, { account: '210987654321' }))).toMatchObject({
      message: expect.stringContaining('not of 210987654321'),
    });
  });

  const broken: [string, AwsAnswer][] = [
    ['a page of HTML', { body: '<!doctype html><html><body>sign in</body></html>', contentType: 'text/html' }],
    ['HTML that calls itself XML', { body: '<html><body>sign in</body></html>' }],
    ['nothing', { body: '' }],
    ['half a document', { body: '<GetAccountAuthorizationDetailsResponse><GetAccountAuthorizationDetailsResult><RoleDetailList><member>' }],
    ['half of JSON', { body: '{"Functions": [{"FunctionName": "a"', contentType: 'application/json' }],
    ['a redirect', { status: 302, body: '<a/>' }],
  ];
  it.each(broken)('takes %s for no answer, never for an empty account', async (_, answer) => {
    for (const part of ['iam', 'lambda', 's3', 'ecs', 'load-balancers']) {
      aws.trouble = (action) => (action.startsWith('sts:') ? undefined : answer);
      if (part === 'iam' && answer.contentType === 'application/json') continue;
      expect([part, await failure(read(part))]).toEqual([part, expect.any(CloudUnreachable)]);
    }
  });

  it('gives up on services that throttle for ever, each in its own words', async () => {
    const codes: Record<string, [string, number]> = {
      lambda: ['TooManyRequestsException', 429],
      iam: ['Throttling', 400],
      ecs: ['ThrottlingException', 400],
      s3: ['SlowDown', 503],
    };
    aws.trouble = (action) => {
      const [error, status] = codes[action.split(':')[0] ?? ''] ?? [];
      return error === undefined ? undefined : { error, status: status ?? 400 };
    };
    for (const found of await Promise.all(Object.keys(codes).map((part) => failure(read(part))))) {
      expect(found).toBeInstanceOf(CloudThrottled);
      expect(found.message).toContain('slow down');
    }
  });

  it('goes on after a throttled call', async () => {
    let calls = 0;
    aws.trouble = (action) =>
      action === 'lambda:ListFunctions' && calls++ === 0 ? { error: 'TooManyRequestsException', status: 429 } : undefined;
    expect((await read('lambda')).length).toBeGreaterThan(0);
  });

  it('keeps what came before the page that failed', async () => {
    let calls = 0;
    aws.trouble = (action) => (action === 'lambda:ListFunctions' && calls++ > 0 ? { error: 'AccessDeniedException' } : undefined);
    const found: CloudResource[] = [];
    expect(await failure(read('lambda', found))).toBeInstanceOf(CloudRefused);
    expect(found.map(({ name }) => name)).toContain('lookup');
  });

  it('does not follow a list that goes in a circle', async () => {
    aws.answers.set('lambda:ListFunctions', () => ({ body: { Functions: [], NextMarker: 'again' } }));
    expect(await failure(read('lambda'))).toMatchObject({ message: 'its list does not end' });
  });

  it('names the buckets whose policies keep it out, and reads the rest', async () => {
    aws.trouble = (action) => (action === 's3:GetBucketPolicyStatus' ? { error: 'AccessDenied' } : undefined);
    const found: CloudResource[] = [];
    expect(await failure(read('s3', found))).toMatchObject({ message: expect.stringContaining('s3:GetBucketPolicyStatus of models') });
    expect(found).toMatchObject([{ name: 'models', public: 'unknown' }]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped by the user'));
    await expect(prove(awsAccess(aws.url, { signal: stop.signal }))).rejects.toThrow('stopped by the user');
  });

  describe('proves nothing that it did not see', () => {
    it('violated by one bucket that may be written', async () => {
      aws.answers.set('iam:GetRolePolicy', () => ({
        body: { PolicyDocument: policy(['s3:PutObject'], { Resource: 'arn:aws:s3:::one/*' }) },
      }));
      const proof = await prove();
      expect(proof).toMatchObject({ read_only: 'violated', reason: 'it may write: s3:PutObject' });
    });

    it('violated by a verb that nobody simulates', async () => {
      aws.answers.set('iam:GetRolePolicy', () => ({ body: { PolicyDocument: policy(['glue:UpdateTable', 'glue:Get*']) } }));
      expect(await prove()).toMatchObject({ read_only: 'violated', reason: 'it may write: glue:UpdateTable' });
    });

    it('violated where EC2 would have done it', async () => {
      aws.roles.set(ROLE, { externalId: 'ext-1', allows: () => true });
      aws.answers.set('ec2:CreateVpc', () => ({ error: 'DryRunOperation', status: 412 }));
      expect((await prove()).tried).toContainEqual({ permission: 'ec2:CreateVpc', answer: 'granted' });
    });

    it('proven where an organization takes away what a policy allows', async () => {
      aws.answers.set('iam:GetRolePolicy', () => ({ body: { PolicyDocument: policy(['s3:PutObject']) } }));
      expect(await prove()).toMatchObject({ read_only: 'proven' });
    });

    it('unproven where the policies may not be read', async () => {
      aws.roles.set(ROLE, { externalId: 'ext-1', allows: (action) => action === 'iam:SimulatePrincipalPolicy' });
      expect(await prove()).toMatchObject({ read_only: 'unproven', reason: expect.stringContaining('cannot be read') });
    });

    it('unproven where a verb may mean anything', async () => {
      aws.answers.set('iam:GetRolePolicy', () => ({ body: { PolicyDocument: policy(['logs:StartQuery']) } }));
      expect(await prove()).toMatchObject({ read_only: 'unproven', reason: expect.stringContaining('logs:StartQuery') });
    });

    it('no proof at all where AWS does not answer', async () => {
      aws.trouble = (action) => (action.startsWith('iam:') ? { body: '' } : undefined);
      expect(await failure(prove())).toBeInstanceOf(CloudUnreachable);
    });
  });
});

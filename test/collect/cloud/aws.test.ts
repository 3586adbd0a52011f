import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { awsAccess } from '../../support/aws/access.js';
import { ACCOUNT, type AwsServer, startAws } from '../../support/aws/aws-server.js';

const ROLE = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const REGION = 'eu-test-1';
const connection = {
  provider: 'aws',
  account: ACCOUNT,
  configuration: { role_arn: ROLE, external_id: 'ext-1', regions: [REGION] },
} as const;

describe('AWS', () => {
  let aws: AwsServer;
  beforeEach(async () => {
    aws = await startAws();
    aws.roles.set(ROLE, { externalId: 'ext-1', allows: (action) => awsProvider.permissions.includes(action) });
  });
  afterEach(() => aws.close());

  const open = () => awsProvider.open(connection, awsAccess(aws.url));
  async function readAll(part: string): Promise<CloudResource[]> {
    const parts = await (await open()).parts();
    const found = parts.find(({ id }) => id.endsWith(`/${part}`));
    const resources: CloudResource[] = [];
    for await (const page of found?.read() ?? []) resources.push(...page);
    return resources;
  }

  it('proves by policies and dry runs that a role reads only', async () => {
    aws.answers.set('iam:SimulatePrincipalPolicy', ({ parameters }) => ({
      body: {
        EvaluationResults: [...parameters].flatMap(([name, EvalActionName]) =>
          name.startsWith('ActionNames') ? [{ EvalActionName, EvalDecision: 'implicitDeny' }] : [],
        ),
        IsTruncated: false,
      },
    }));
    aws.answers.set('iam:ListRolePolicies', () => ({ body: { PolicyNames: ['read'], IsTruncated: false } }));
    aws.answers.set('iam:GetRolePolicy', () => ({
      body: { RoleName: 'castellan-read', PolicyName: 'read', PolicyDocument: policy(awsProvider.permissions) },
    }));
    const proof = await (await open()).prove();
    expect(proof).toMatchObject({ identity: `arn:aws:sts::${ACCOUNT}:assumed-role/castellan-read/castellan`, read_only: 'proven' });
    expect(proof.tried).toContainEqual({ permission: 's3:PutObject', answer: 'denied' });
    expect(proof.tried).toContainEqual({ permission: 'ec2:CreateVpc', answer: 'denied' });
    expect(proof.reason).toBeUndefined();
  });

  it('reads functions and their addresses', async () => {
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:ask`;
    aws.answers.set('lambda:ListFunctions', ({ parameters }) =>
      parameters.has('Marker')
        ? { body: { Functions: [] } }
        : {
            body: {
              Functions: [
                {
                  FunctionName: 'ask',
                  FunctionArn: arn,
                  Role: `arn:aws:iam::${ACCOUNT}:role/ask`,
                  Environment: { Variables: { API_KEY: 'sk-live-1', TABLE_SECRET: 'arn:aws:secretsmanager:eu-test-1:1:secret:x' } },
                },
              ],
              NextMarker: 'two',
            },
          },
    );
    aws.answers.set('lambda:ListFunctionUrlConfigs', () => ({
      body: {
        FunctionUrlConfigs: [{ FunctionUrl: 'https://ask.example/', FunctionArn: arn, AuthType: 'NONE', CreationTime: '', Cors: {} }],
      },
    }));
    aws.answers.set('lambda:GetPolicy', () => ({
      body: {
        Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'lambda:InvokeFunctionUrl', Resource: arn }] }),
      },
    }));
    const [fn, url] = await readAll('lambda');
    expect(fn).toMatchObject({
      ref: `cloud:aws:${arn}`,
      public: 'yes',
      authenticated: 'no',
      env_names: ['API_KEY', 'TABLE_SECRET'],
      literal_env_names: ['API_KEY'],
      runs_as: [`cloud:aws:arn:aws:iam::${ACCOUNT}:role/ask`],
    });
    expect(url).toMatchObject({ kind: 'entrance', authenticated: 'no', uses: [fn?.ref] });
    expect(JSON.stringify([fn, url])).not.toContain('sk-live-1');
  });

  it('reads roles with what they reach', async () => {
    const role = {
      Arn: `arn:aws:iam::${ACCOUNT}:role/ask`,
      RoleName: 'ask',
      Path: '/',
      AssumeRolePolicyDocument: policy(['sts:AssumeRole'], { Principal: { Service: 'lambda.amazonaws.com' } }),
      RolePolicyList: [{ PolicyName: 'data', PolicyDocument: policy(['s3:GetObject'], { Resource: 'arn:aws:s3:::prod-*/*' }) }],
      AttachedManagedPolicies: [{ PolicyName: 'all', PolicyArn: 'arn:aws:iam::aws:policy/SecretsManagerReadWrite' }],
    };
    aws.answers.set('iam:GetAccountAuthorizationDetails', ({ parameters }) =>
      parameters.has('Marker')
        ? {
            body: {
              Policies: [
                {
                  Arn: 'arn:aws:iam::aws:policy/SecretsManagerReadWrite',
                  PolicyVersionList: [{ IsDefaultVersion: true, Document: policy(['secretsmanager:*']) }],
                },
              ],
              IsTruncated: false,
            },
          }
        : { body: { RoleDetailList: [role], IsTruncated: true, Marker: 'two' } },
    );
    const [found] = await readAll('iam');
    expect(found).toMatchObject({
      name: 'ask',
      reaches: [
        { to: 'cloud:aws:arn:aws:s3:::prod-*', access: 'read' },
        { to: 'cloud:aws:arn:aws:secretsmanager:*', access: 'admin' },
      ],
      facts: { administrator: false, assumed_by_outsiders: false },
    });
  });
});

function policy(Action: readonly string[], more: object = { Resource: '*' }): string {
  return encodeURIComponent(JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, ...more }] }));
}

import { APIGatewayClient, CreateRestApiCommand } from '@aws-sdk/client-api-gateway';
import { CloudTrailClient, CreateTrailCommand } from '@aws-sdk/client-cloudtrail';
import { CreateRepositoryCommand, ECRClient } from '@aws-sdk/client-ecr';
import { CreateClusterCommand, ECSClient } from '@aws-sdk/client-ecs';
import { AttachRolePolicyCommand, CreatePolicyCommand, CreateRoleCommand, IAMClient, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { CreateFunctionCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, PutObjectCommand, PutPublicAccessBlockCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateModelCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { awsAccess } from '../../support/aws/access.js';
import { ACCOUNT } from '../../support/aws/aws-server.js';
import { policy } from '../../support/aws/estate.js';
import { type Moto, startMoto } from '../../support/aws/moto.js';
import { zipOf } from '../../support/zip-writer.js';

const REGION = 'us-east-1';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const ABSENT = "moto_server is not on the path: pip install 'moto[server]'";
const trust = (Principal: object) => decodeURIComponent(policy(['sts:AssumeRole'], { Principal }));

describe('AWS as moto imitates it', () => {
  let moto: Moto | undefined;
  const found: CloudResource[] = [];
  const failed: string[] = [];

  beforeAll(async () => {
    moto = await startMoto();
    if (moto) await settle(moto.url);
  }, 60_000);
  afterAll(() => moto?.close());

  const open = (url: string, role = ROLE) =>
    awsProvider.open({ provider: 'aws', account: ACCOUNT, configuration: { role_arn: role, regions: [REGION] } }, awsAccess(url));

  it('reads what was made there', async ({ skip }) => {
    if (!moto) return skip(ABSENT);
    for (const part of await (await open(moto.url)).parts()) {
      try {
        for await (const page of part.read()) found.push(...page);
      } catch (error) {
        failed.push(`${part.id}: ${error instanceof Error ? error.message : error}`);
      }
    }
    // moto has neither the guardrails nor the lists of functions' addresses.
    expect(failed).toEqual([expect.stringContaining('/bedrock: it answered 500'), expect.stringContaining('/lambda: it answered 404')]);
    const named = (type: string) => found.filter((one) => one.type === type);
    expect(named('AWS::S3::Bucket').map(({ name, public: open, facts }) => [name, open, facts.holds_models])).toEqual([
      ['models', 'no', true],
    ]);
    expect(named('AWS::SecretsManager::Secret')).toMatchObject([{ name: 'db' }]);
    expect(named('AWS::SageMaker::Model')).toMatchObject([{ name: 'scorer', images: ['registry.example/score:1'] }]);
    expect(named('AWS::ApiGateway::RestApi')).toMatchObject([{ name: 'orders', public: 'yes' }]);
    expect(named('AWS::CloudTrail::Trail')).toMatchObject([{ facts: { logged: false } }]);
    expect(named('AWS::IAM::Role').find(({ name }) => name === 'lookup')).toMatchObject({
      reaches: [{ to: 'cloud:aws:arn:aws:s3:::models', access: 'read' }],
      facts: { administrator: false },
    });
    expect(JSON.stringify(found)).not.toContain('kept-back');
  }, 60_000);

  it('proves by its policies whether a role writes', async ({ skip }) => {
    if (!moto) return skip(ABSENT);
    const reader = await (await open(moto.url)).prove();
    expect(reader.identity).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/castellan-read/castellan`);
    expect(reader.tried).toContainEqual({ permission: 's3:PutObject', answer: 'denied' });
    const writer = await (await open(moto.url, `arn:aws:iam::${ACCOUNT}:role/writer`)).prove();
    expect(writer).toMatchObject({
      read_only: 'violated',
      tried: expect.arrayContaining([{ permission: 's3:PutObject', answer: 'granted' }]),
    });
  }, 60_000);
});

/** Without agents of Bedrock, whose times moto writes as numbers, which AWS's own client refuses. */
async function settle(endpoint: string): Promise<void> {
  const config = { endpoint, region: REGION, credentials: { accessKeyId: 'AKIDTEST', secretAccessKey: 'test-secret' } };
  const iam = new IAMClient(config);
  const role = async (RoleName: string, Principal: object) =>
    iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: trust(Principal) }));
  await role('castellan-read', { AWS: `arn:aws:iam::${ACCOUNT}:root` });
  await role('writer', { AWS: `arn:aws:iam::${ACCOUNT}:root` });
  await role('lookup', { Service: 'lambda.amazonaws.com' });
  const inline = (RoleName: string, PolicyName: string, text: string) =>
    iam.send(new PutRolePolicyCommand({ RoleName, PolicyName, PolicyDocument: decodeURIComponent(text) }));
  await inline('castellan-read', 'read', policy(awsProvider.permissions));
  await inline('writer', 'write', policy(['s3:PutObject'], { Resource: 'arn:aws:s3:::models/*' }));
  const PolicyDocument = decodeURIComponent(policy(['s3:GetObject'], { Resource: 'arn:aws:s3:::models/*' }));
  const { Policy } = await iam.send(new CreatePolicyCommand({ PolicyName: 'models', PolicyDocument }));
  await iam.send(new AttachRolePolicyCommand({ RoleName: 'lookup', PolicyArn: Policy?.Arn }));
  const Role = `arn:aws:iam::${ACCOUNT}:role/lookup`;
  const lambda = new LambdaClient(config);
  const ZipFile = zipOf([{ name: 'index.js', bytes: Buffer.from('exports.handler = () => 1') }]);
  const Environment = { Variables: { API_KEY: 'kept-back' } };
  await lambda.send(
    new CreateFunctionCommand({
      FunctionName: 'lookup',
      Role,
      Runtime: 'nodejs20.x',
      Handler: 'index.handler',
      Code: { ZipFile },
      Environment,
    }),
  );
  const s3 = new S3Client({ ...config, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: 'models' }));
  await s3.send(new PutObjectCommand({ Bucket: 'models', Key: 'llm/weights.safetensors', Body: 'x' }));
  const PublicAccessBlockConfiguration = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: true,
  };
  await s3.send(new PutPublicAccessBlockCommand({ Bucket: 'models', PublicAccessBlockConfiguration }));
  await new SecretsManagerClient(config).send(new CreateSecretCommand({ Name: 'db', SecretString: 'kept-back' }));
  const PrimaryContainer = { Image: 'registry.example/score:1', Environment: { HF_TOKEN: 'kept-back' } };
  await new SageMakerClient(config).send(new CreateModelCommand({ ModelName: 'scorer', ExecutionRoleArn: Role, PrimaryContainer }));
  await new APIGatewayClient(config).send(new CreateRestApiCommand({ name: 'orders' }));
  await new CloudTrailClient(config).send(new CreateTrailCommand({ Name: 'trail', S3BucketName: 'models' }));
  await new ECRClient(config).send(new CreateRepositoryCommand({ repositoryName: 'chat' }));
  await new ECSClient(config).send(new CreateClusterCommand({ clusterName: 'main' }));
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_SESSION_POLICY, sessionPolicy } from '../../../src/collect/cloud/aws/access/assumed-role.js';
import { awsProvider } from '../../../src/collect/cloud/aws/aws-provider.js';
import { dryRunActions } from '../../../src/collect/cloud/aws/policies/writes.js';
import { awsReaders } from '../../../src/collect/cloud/aws/readers/registry.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { awsAccess } from '../../support/aws/access.js';
import { ACCOUNT, type AwsServer, startAws } from '../../support/aws/aws-server.js';
import { KEPT_BACK, policy, REGION, settle } from '../../support/aws/estate.js';

const ROLE = `arn:aws:iam::${ACCOUNT}:role/castellan-read`;
const named = { role_arn: ROLE, external_id: 'ext-1', regions: [REGION] };
const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const ref = (service: string, rest: string) => `cloud:aws:${arn(service, rest)}`;

describe('AWS', () => {
  let aws: AwsServer;
  beforeEach(async () => {
    aws = await startAws();
    settle(aws, ROLE, awsProvider.permissions);
  });
  afterEach(() => aws.close());

  const open = (configuration: object = named, account = ACCOUNT) =>
    awsProvider.open({ provider: 'aws', account, configuration: { ...configuration } }, awsAccess(aws.url));
  /** Of one part, or of all. */
  async function readAll(part = '', configuration: object = named): Promise<CloudResource[]> {
    const resources: CloudResource[] = [];
    for (const { id, read } of await (await open(configuration)).parts())
      if (id.includes(part)) for await (const page of read()) resources.push(...page);
    return resources;
  }

  it('asks for the permissions of the printed role, for all of them and for no others', async () => {
    await (await open()).prove();
    await readAll('', { role_arn: ROLE, external_id: 'ext-1', organization_role: 'audit' }).catch(() => undefined);
    await readAll();
    expect(
      aws.refused.filter((one) => !one.startsWith('sts:AssumeRole ') && !dryRunActions.some((action) => one.startsWith(action))),
    ).toEqual([]);
    const asked = new Set(aws.asked.map(({ action }) => action).filter((action) => !action.startsWith('sts:')));
    for (const action of dryRunActions) asked.delete(action);
    expect([...asked].sort()).toEqual(awsProvider.permissions);
  });

  it('has sessions that AWS accepts, whatever a reader needs', () => {
    for (const { actions } of awsReaders) expect(sessionPolicy(actions, 'aws-us-gov').length).toBeLessThanOrEqual(MAX_SESSION_POLICY);
  });

  it('shows nothing of values, instructions and descriptions', async () => {
    expect(JSON.stringify(await readAll())).not.toContain(KEPT_BACK);
  });

  it('reads the same twice, each thing once', async () => {
    const found = await readAll();
    expect(await readAll()).toEqual(found);
    const refs = found.map((one) => one.ref);
    expect(refs.filter((one, at) => refs.indexOf(one) !== at)).toEqual([]);
  });

  it('leads from the internet to an agent, its tools, roles and data', async () => {
    const found = await readAll();
    const at = (one: string) => found.find((resource) => resource.ref === one);
    expect(at(ref('bedrock', 'agent/AGENT1'))).toMatchObject({
      kind: 'agent',
      runs_as: [`cloud:aws:arn:aws:iam::${ACCOUNT}:role/support-agent`],
      uses: [
        `cloud:aws:arn:aws:bedrock:${REGION}::foundation-model/anthropic.claude-x`,
        ref('bedrock', 'agent-alias/AGENT2/ALIAS2'),
        ref('bedrock', 'guardrail/GUARD1'),
        ref('bedrock', 'knowledge-base/KB1'),
        ref('lambda', 'function:lookup'),
      ].sort(),
      facts: { guardrail: true, tools: ['refund'], model: 'anthropic.claude-x' },
    });
    expect(at(ref('bedrock', 'agent-alias/AGENT1/ALIAS1'))).toMatchObject({ kind: 'entrance', uses: [ref('bedrock', 'agent/AGENT1')] });
    expect(at(ref('bedrock', 'knowledge-base/KB1'))).toMatchObject({
      uses: [ref('aoss', 'collection/1'), 'cloud:aws:arn:aws:s3:::models'],
      facts: { outside_location: 'arn:aws:s3:::models' },
    });
    expect(at(ref('lambda', 'function:lookup'))).toMatchObject({
      public: 'yes',
      authenticated: 'no',
      env_names: ['API_KEY', 'DB_SECRET'],
      literal_env_names: ['API_KEY'],
    });
    expect(at(ref('lambda', 'function:boxed'))).toMatchObject({ public: 'no', images: ['registry.example/boxed:2'] });
    expect(at(`cloud:aws:arn:aws:iam::${ACCOUNT}:role/lookup`)).toMatchObject({
      reaches: [{ to: 'cloud:aws:arn:aws:s3:::models', access: 'read' }],
    });
    expect(at('cloud:aws:arn:aws:s3:::models')).toMatchObject({
      public: 'yes',
      facts: {
        holds_models: true,
        encrypted: false,
        logged: false,
        versioned: true,
        written_by_outsiders: true,
        shared_with: ['999999999999'],
        tls_only: false,
      },
    });
    expect(at(ref('elasticloadbalancing', 'loadbalancer/app/web/1'))).toMatchObject({
      public: 'yes',
      authenticated: 'no',
      facts: { tls_only: false },
    });
    expect(at(ref('elasticloadbalancing', 'targetgroup/chat/1'))?.uses).toEqual([ref('ecs', 'service/main/chat')]);
    expect(at(ref('elasticloadbalancing', 'targetgroup/fn/2'))?.uses).toEqual([ref('lambda', 'function:lookup')]);
    expect(at(ref('ecs', 'service/main/chat'))).toMatchObject({
      public: 'yes',
      images: ['registry.example/chat:7'],
      env_names: ['DB_PASSWORD', 'OPENAI_API_KEY'],
      literal_env_names: ['OPENAI_API_KEY'],
      uses: [ref('secretsmanager', 'secret:db-AbCdEf')],
      facts: { privileged: true },
    });
    expect(at(ref('eks', 'cluster/prod'))).toMatchObject({ public: 'yes', facts: { network_restricted: false } });
    expect(at(ref('sagemaker', 'endpoint/score'))?.uses).toEqual([ref('sagemaker', 'model/scorer')]);
    expect(at(ref('sagemaker', 'model/scorer'))).toMatchObject({
      literal_env_names: ['HF_TOKEN'],
      uses: ['cloud:aws:arn:aws:s3:::models'],
    });
    expect(at(`cloud:aws:arn:aws:apigateway:${REGION}::/restapis/r1`)).toMatchObject({
      authenticated: 'no',
      uses: [ref('lambda', 'function:lookup')],
    });
    expect(at(`cloud:aws:arn:aws:apigateway:${REGION}::/apis/h1`)).toMatchObject({ authenticated: 'yes' });
    expect(at(ref('cloudtrail', 'trail'))).toMatchObject({ kind: 'control', facts: { logged: false } });
    expect(at(ref('bedrock', 'model-invocation-logging'))).toMatchObject({ kind: 'control', facts: { logged: true } });
    const image = found.find(({ kind }) => kind === 'image');
    expect(image).toMatchObject({
      images: [`registry.example/chat:7@sha256:${'a'.repeat(64)}`, `registry.example/chat:live@sha256:${'a'.repeat(64)}`],
      facts: { mutable_tags: true },
    });
  });

  it('evaluates managed policies that come pages after their roles', async () => {
    const managed = 'arn:aws:iam::aws:policy/SecretsManagerReadWrite';
    const role = {
      Arn: `arn:aws:iam::${ACCOUNT}:role/ask`,
      RoleName: 'ask',
      Path: '/',
      AssumeRolePolicyDocument: policy(['sts:AssumeRole'], { Principal: { AWS: 'arn:aws:iam::999999999999:root' } }),
      AttachedManagedPolicies: [{ PolicyName: 'all', PolicyArn: managed }],
    };
    aws.answers.set('iam:GetAccountAuthorizationDetails', ({ parameters }) => ({
      body: parameters.has('Marker')
        ? {
            Policies: [{ Arn: managed, PolicyVersionList: [{ IsDefaultVersion: true, Document: policy(['secretsmanager:*']) }] }],
            IsTruncated: false,
          }
        : { RoleDetailList: [role], IsTruncated: true, Marker: 'two' },
    }));
    expect(await readAll('/iam')).toMatchObject([
      {
        reaches: [{ to: 'cloud:aws:arn:aws:secretsmanager:*', access: 'admin' }],
        facts: { administrator: false, assumed_by_outsiders: true, external_id_required: false, shared_with: ['999999999999'] },
      },
    ]);
  });
});

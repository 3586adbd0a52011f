import type { AwsAnswer } from './answers.js';
import { ACCOUNT, type AwsAsked, type AwsServer } from './aws-server.js';

/** The region of the estate. */
export const REGION = 'eu-test-1';
/** What values of environment variables, prompts and descriptions hold; none of it may come out. */
export const KEPT_BACK = 'sk-live-kept-back-0123456789';

const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const role = (name: string) => `arn:aws:iam::${ACCOUNT}:role/${name}`;
const xml = (name: string, inner: string): AwsAnswer => ({ body: `<?xml version="1.0"?><${name}>${inner}</${name}>` });

export function policy(Action: readonly string[], more: object = { Resource: '*' }): string {
  return encodeURIComponent(JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, ...more }] }));
}

const AGENT = {
  agentId: 'AGENT1',
  agentName: 'support',
  agentArn: arn('bedrock', 'agent/AGENT1'),
  agentVersion: 'DRAFT',
  agentResourceRoleArn: role('support-agent'),
  agentCollaboration: 'SUPERVISOR',
  foundationModel: 'anthropic.claude-x',
  instruction: KEPT_BACK,
  guardrailConfiguration: { guardrailIdentifier: 'GUARD1', guardrailVersion: '1' },
};
const TARGET = arn('elasticloadbalancing', 'targetgroup/chat/1');
const FUNCTION_TARGET = arn('elasticloadbalancing', 'targetgroup/fn/2');

/** One of everything: an agent with tools and knowledge, services, images, a bucket that is open, and the ways in. */
const ANSWERS: Readonly<Record<string, AwsAnswer | ((asked: AwsAsked) => AwsAnswer)>> = {
  'iam:GetAccountAuthorizationDetails': {
    body: {
      RoleDetailList: [
        {
          Arn: role('lookup'),
          RoleName: 'lookup',
          Path: '/',
          AssumeRolePolicyDocument: policy(['sts:AssumeRole'], { Principal: { Service: 'lambda.amazonaws.com' } }),
          RolePolicyList: [{ PolicyName: 'data', PolicyDocument: policy(['s3:GetObject'], { Resource: 'arn:aws:s3:::models/*' }) }],
        },
      ],
      IsTruncated: false,
    },
  },
  'bedrock:ListAgents': { body: { agentSummaries: [{ agentId: 'AGENT1' }] } },
  'bedrock:GetAgent': { body: { agent: AGENT } },
  'bedrock:ListAgentAliases': {
    body: { agentAliasSummaries: [{ agentAliasId: 'ALIAS1', agentAliasName: 'live', routingConfiguration: [{ agentVersion: '2' }] }] },
  },
  'bedrock:ListAgentActionGroups': { body: { actionGroupSummaries: [{ actionGroupId: 'GROUP1' }] } },
  'bedrock:GetAgentActionGroup': {
    body: {
      agentActionGroup: {
        actionGroupName: 'orders',
        actionGroupState: 'ENABLED',
        actionGroupExecutor: { lambda: arn('lambda', 'function:lookup:live') },
        functionSchema: { functions: [{ name: 'refund', description: KEPT_BACK }] },
      },
    },
  },
  'bedrock:ListAgentKnowledgeBases': { body: { agentKnowledgeBaseSummaries: [{ knowledgeBaseId: 'KB1' }] } },
  'bedrock:ListAgentCollaborators': {
    body: { agentCollaboratorSummaries: [{ agentDescriptor: { aliasArn: arn('bedrock', 'agent-alias/AGENT2/ALIAS2') } }] },
  },
  'bedrock:GetModelInvocationLoggingConfiguration': { body: { loggingConfig: { s3Config: { bucketName: 'prompts' } } } },
  'bedrock:ListGuardrails': {
    body: { guardrails: [{ id: 'GUARD1', arn: arn('bedrock', 'guardrail/GUARD1'), name: 'no-pii', status: 'READY', version: '1' }] },
  },
  'bedrock:ListCustomModels': { body: { modelSummaries: [{ modelArn: arn('bedrock', 'custom-model/a/b'), modelName: 'tuned' }] } },
  'bedrock:ListImportedModels': { body: { modelSummaries: [{ modelArn: arn('bedrock', 'imported-model/c'), modelName: 'brought' }] } },
  'bedrock:ListKnowledgeBases': { body: { knowledgeBaseSummaries: [{ knowledgeBaseId: 'KB1' }] } },
  'bedrock:GetKnowledgeBase': {
    body: {
      knowledgeBase: {
        name: 'manuals',
        knowledgeBaseArn: arn('bedrock', 'knowledge-base/KB1'),
        roleArn: role('kb'),
        storageConfiguration: {
          type: 'OPENSEARCH_SERVERLESS',
          opensearchServerlessConfiguration: { collectionArn: arn('aoss', 'collection/1') },
        },
      },
    },
  },
  'bedrock:ListDataSources': { body: { dataSourceSummaries: [{ dataSourceId: 'DS1' }] } },
  'bedrock:GetDataSource': {
    body: {
      dataSource: {
        dataSourceConfiguration: {
          type: 'S3',
          s3Configuration: { bucketArn: 'arn:aws:s3:::models', bucketOwnerAccountId: '210987654321' },
        },
      },
    },
  },
  'sagemaker:ListEndpoints': { body: { Endpoints: [{ EndpointName: 'Score' }] } },
  'sagemaker:DescribeEndpoint': {
    body: { EndpointName: 'Score', EndpointArn: arn('sagemaker', 'endpoint/score'), EndpointConfigName: 'c' },
  },
  'sagemaker:DescribeEndpointConfig': {
    body: { ProductionVariants: [{ VariantName: 'a', ModelName: 'Scorer' }], DataCaptureConfig: { EnableCapture: true } },
  },
  'sagemaker:ListModels': { body: { Models: [{ ModelName: 'Scorer' }] } },
  'sagemaker:DescribeModel': {
    body: {
      ModelName: 'Scorer',
      ModelArn: arn('sagemaker', 'model/scorer'),
      ExecutionRoleArn: role('scorer'),
      PrimaryContainer: {
        Image: 'registry.example/score:1',
        ModelDataUrl: 's3://models/score/model.tar.gz',
        Environment: { HF_TOKEN: KEPT_BACK },
      },
    },
  },
  'sagemaker:ListNotebookInstances': { body: { NotebookInstances: [{ NotebookInstanceName: 'lab' }] } },
  'sagemaker:DescribeNotebookInstance': {
    body: {
      NotebookInstanceName: 'lab',
      NotebookInstanceArn: arn('sagemaker', 'notebook-instance/lab'),
      RoleArn: role('lab'),
      DirectInternetAccess: 'Enabled',
      RootAccess: 'Enabled',
    },
  },
  'lambda:ListFunctions': ({ parameters }) => ({
    body: parameters.has('Marker')
      ? { Functions: [{ FunctionName: 'boxed', FunctionArn: arn('lambda', 'function:boxed'), PackageType: 'Image' }] }
      : {
          Functions: [
            {
              FunctionName: 'lookup',
              FunctionArn: arn('lambda', 'function:lookup'),
              Role: role('lookup'),
              Environment: { Variables: { API_KEY: KEPT_BACK, DB_SECRET: arn('secretsmanager', 'secret:db-AbCdEf') } },
            },
          ],
          NextMarker: 'two',
        },
  }),
  'lambda:ListFunctionUrlConfigs': ({ path }) => ({
    body: {
      FunctionUrlConfigs: path.includes('lookup')
        ? [{ FunctionUrl: 'https://lookup.example/', FunctionArn: arn('lambda', 'function:lookup'), AuthType: 'NONE' }]
        : [],
    },
  }),
  'lambda:GetPolicy': ({ path }) =>
    path.includes('lookup')
      ? { body: { Policy: decodeURIComponent(policy(['lambda:InvokeFunctionUrl'], { Principal: '*', Resource: '*' })) } }
      : { error: 'ResourceNotFoundException' },
  'lambda:GetFunction': { body: { Code: { ImageUri: 'registry.example/boxed:2', Location: KEPT_BACK } } },
  'ecs:ListClusters': { body: { clusterArns: [arn('ecs', 'cluster/main')] } },
  'ecs:ListServices': { body: { serviceArns: [arn('ecs', 'service/main/chat')] } },
  'ecs:DescribeServices': {
    body: {
      services: [
        {
          serviceArn: arn('ecs', 'service/main/chat'),
          serviceName: 'chat',
          taskDefinition: arn('ecs', 'task-definition/chat:3'),
          loadBalancers: [{ targetGroupArn: TARGET }],
          networkConfiguration: { awsvpcConfiguration: { subnets: ['s'], securityGroups: ['sg-1'], assignPublicIp: 'ENABLED' } },
        },
      ],
    },
  },
  'ecs:DescribeTaskDefinition': {
    body: {
      taskDefinition: {
        taskRoleArn: role('chat'),
        containerDefinitions: [
          {
            image: 'registry.example/chat:7',
            privileged: true,
            environment: [{ name: 'OPENAI_API_KEY', value: KEPT_BACK }],
            secrets: [{ name: 'DB_PASSWORD', valueFrom: arn('secretsmanager', 'secret:db-AbCdEf:password::') }],
          },
        ],
      },
    },
  },
  'ec2:DescribeSecurityGroups': {
    body: { securityGroupInfo: [{ groupId: 'sg-1', ipPermissions: [{ ipRanges: [{ cidrIp: '0.0.0.0/0' }] }] }] },
  },
  'ec2:DescribeRegions': { body: { regionInfo: [{ regionName: REGION }] } },
  'eks:ListClusters': { body: { clusters: ['prod'] } },
  'eks:DescribeCluster': {
    body: {
      cluster: {
        name: 'prod',
        arn: arn('eks', 'cluster/prod'),
        roleArn: role('eks'),
        resourcesVpcConfig: { endpointPublicAccess: true, publicAccessCidrs: ['0.0.0.0/0'] },
      },
    },
  },
  'eks:ListNodegroups': { body: { nodegroups: ['n'] } },
  'eks:DescribeNodegroup': { body: { nodegroup: { nodeRole: role('node') } } },
  'eks:ListPodIdentityAssociations': { body: { associations: [{ associationId: 'a-1' }] } },
  'eks:DescribePodIdentityAssociation': { body: { association: { roleArn: role('pod') } } },
  'ecr:DescribeRepositories': {
    body: {
      repositories: [
        {
          repositoryArn: arn('ecr', 'repository/chat'),
          repositoryName: 'chat',
          repositoryUri: 'registry.example/chat',
          imageTagMutability: 'MUTABLE',
        },
      ],
    },
  },
  'ecr:DescribeImages': { body: { imageDetails: [{ imageDigest: `sha256:${'a'.repeat(64)}`, imageTags: ['7', 'live'] }] } },
  's3:ListAllMyBuckets': xml('ListAllMyBucketsResult', '<Buckets><Bucket><Name>models</Name></Bucket></Buckets>'),
  's3:GetBucketPublicAccessBlock': { error: 'NoSuchPublicAccessBlockConfiguration', status: 404 },
  's3:GetBucketPolicyStatus': xml('PolicyStatus', '<IsPublic>TRUE</IsPublic>'),
  's3:GetBucketPolicy': {
    body: decodeURIComponent(
      policy(['s3:GetObject', 's3:PutObject'], { Principal: { AWS: 'arn:aws:iam::999999999999:root' }, Resource: '*' }),
    ),
    contentType: 'application/json',
  },
  's3:GetBucketAcl': xml('AccessControlPolicy', '<AccessControlList></AccessControlList>'),
  's3:GetEncryptionConfiguration': { error: 'ServerSideEncryptionConfigurationNotFoundError', status: 404 },
  's3:GetBucketLogging': xml('BucketLoggingStatus', ''),
  's3:GetBucketVersioning': xml('VersioningConfiguration', '<Status>Enabled</Status>'),
  's3:ListBucket': xml('ListBucketResult', '<IsTruncated>false</IsTruncated><Contents><Key>llm/weights.safetensors</Key></Contents>'),
  'secretsmanager:ListSecrets': {
    body: { SecretList: [{ ARN: arn('secretsmanager', 'secret:db-AbCdEf'), Name: 'db', Description: KEPT_BACK }] },
  },
  'elasticloadbalancing:DescribeLoadBalancers': {
    body: {
      LoadBalancers: [
        {
          LoadBalancerArn: arn('elasticloadbalancing', 'loadbalancer/app/web/1'),
          LoadBalancerName: 'web',
          Scheme: 'internet-facing',
          SecurityGroups: ['sg-1'],
        },
      ],
    },
  },
  'elasticloadbalancing:DescribeTargetGroups': {
    body: {
      TargetGroups: [
        { TargetGroupArn: TARGET, TargetGroupName: 'chat', TargetType: 'ip' },
        { TargetGroupArn: FUNCTION_TARGET, TargetGroupName: 'fn', TargetType: 'lambda' },
      ],
    },
  },
  'elasticloadbalancing:DescribeListeners': {
    body: { Listeners: [{ Port: 80, Protocol: 'HTTP', DefaultActions: [{ Type: 'forward', TargetGroupArn: TARGET }] }] },
  },
  'elasticloadbalancing:DescribeTargetHealth': {
    body: { TargetHealthDescriptions: [{ Target: { Id: arn('lambda', 'function:lookup') } }] },
  },
  'apigateway:GET': ({ path }) => {
    if (path.startsWith('/restapis?')) return { body: { item: [{ id: 'r1', name: 'orders' }] } };
    const integration = {
      type: 'AWS_PROXY',
      uri: `arn:aws:apigateway:${REGION}:lambda:path/2015-03-31/functions/${arn('lambda', 'function:lookup')}/invocations`,
    };
    if (path.startsWith('/restapis/'))
      return { body: { item: [{ id: 'x', resourceMethods: { GET: { authorizationType: 'NONE', methodIntegration: integration } } }] } };
    if (path.endsWith('/routes')) return { body: { items: [{ routeKey: 'GET /', authorizationType: 'JWT' }] } };
    if (path.endsWith('/integrations')) return { body: { items: [{ integrationUri: arn('lambda', 'function:lookup') }] } };
    return { body: { items: [{ apiId: 'h1', name: 'chat', protocolType: 'HTTP', routeSelectionExpression: '' }] } };
  },
  'cloudtrail:DescribeTrails': { body: { trailList: [{ Name: 't', TrailARN: arn('cloudtrail', 'trail/t'), S3BucketName: 'trails' }] } },
  'cloudtrail:GetTrailStatus': { body: { IsLogging: false } },
  'organizations:ListAccounts': ({ body }) => ({
    body:
      body['NextToken'] === undefined
        ? { Accounts: [{ Id: ACCOUNT, Status: 'ACTIVE' }], NextToken: 'two' }
        : {
            Accounts: [
              { Id: '210987654321', Status: 'ACTIVE' },
              { Id: '333333333333', Status: 'SUSPENDED' },
            ],
          },
  }),
  'iam:ListRolePolicies': { body: { PolicyNames: ['read'], IsTruncated: false } },
  'iam:ListAttachedRolePolicies': { body: { AttachedPolicies: [{ PolicyArn: 'arn:aws:iam::aws:policy/ViewOnly' }], IsTruncated: false } },
  'iam:GetPolicy': { body: { Policy: { DefaultVersionId: 'v3' } } },
  'iam:GetPolicyVersion': { body: { PolicyVersion: { Document: policy(['ec2:Describe*', 's3:List*']) } } },
  'iam:SimulatePrincipalPolicy': ({ parameters }) => ({
    body: {
      EvaluationResults: [...parameters].flatMap(([name, EvalActionName]) =>
        name.startsWith('ActionNames') ? [{ EvalActionName, EvalDecision: 'implicitDeny' }] : [],
      ),
      IsTruncated: false,
    },
  }),
};

/** Gives the server the estate, and the role that `permissions` make. */
export function settle(aws: AwsServer, roleArn: string, permissions: readonly string[]): void {
  const { roles, answers } = aws;
  roles.set(roleArn, { externalId: 'ext-1', allows: (action) => permissions.includes(action) });
  for (const [action, told] of Object.entries(ANSWERS)) answers.set(action, typeof told === 'function' ? told : () => told);
  answers.set('iam:GetRolePolicy', () => ({ body: { RoleName: 'x', PolicyName: 'read', PolicyDocument: policy(permissions) } }));
}

import type { IncomingMessage } from 'node:http';
import type { Protocol } from './answers.js';

export interface Operation {
  action: string;
  protocol: Protocol;
  parameters: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

/** Paths of REST services, with the permission that AWS asks for (Service Authorization Reference). */
const PATHS: readonly [service: string, method: string, path: RegExp, action: string][] = [
  ['lambda', 'GET', /^\/2015-03-31\/functions\/?$/, 'lambda:ListFunctions'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/]+\/policy$/, 'lambda:GetPolicy'],
  ['lambda', 'GET', /^\/2021-10-31\/functions\/[^/]+\/urls$/, 'lambda:ListFunctionUrlConfigs'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/]+$/, 'lambda:GetFunction'],
  ['bedrock', 'GET', /^\/logging\/modelinvocations$/, 'bedrock:GetModelInvocationLoggingConfiguration'],
  ['bedrock', 'GET', /^\/guardrails$/, 'bedrock:ListGuardrails'],
  ['bedrock', 'GET', /^\/custom-models$/, 'bedrock:ListCustomModels'],
  ['bedrock', 'GET', /^\/imported-models$/, 'bedrock:ListImportedModels'],
  ['bedrock', 'POST', /^\/agents\/$/, 'bedrock:ListAgents'],
  ['bedrock', 'GET', /^\/agents\/[^/]+\/$/, 'bedrock:GetAgent'],
  ['bedrock', 'POST', /^\/agents\/[^/]+\/agentaliases\/$/, 'bedrock:ListAgentAliases'],
  ['bedrock', 'POST', /^\/agents\/[^/]+\/agentversions\/[^/]+\/actiongroups\/$/, 'bedrock:ListAgentActionGroups'],
  ['bedrock', 'GET', /^\/agents\/[^/]+\/agentversions\/[^/]+\/actiongroups\/[^/]+\/$/, 'bedrock:GetAgentActionGroup'],
  ['bedrock', 'POST', /^\/agents\/[^/]+\/agentversions\/[^/]+\/knowledgebases\/$/, 'bedrock:ListAgentKnowledgeBases'],
  ['bedrock', 'POST', /^\/agents\/[^/]+\/agentversions\/[^/]+\/agentcollaborators\/$/, 'bedrock:ListAgentCollaborators'],
  ['bedrock', 'POST', /^\/knowledgebases\/$/, 'bedrock:ListKnowledgeBases'],
  ['bedrock', 'GET', /^\/knowledgebases\/[^/]+$/, 'bedrock:GetKnowledgeBase'],
  ['bedrock', 'POST', /^\/knowledgebases\/[^/]+\/datasources\/$/, 'bedrock:ListDataSources'],
  ['bedrock', 'GET', /^\/knowledgebases\/[^/]+\/datasources\/[^/]+$/, 'bedrock:GetDataSource'],
  ['eks', 'GET', /^\/clusters$/, 'eks:ListClusters'],
  ['eks', 'GET', /^\/clusters\/[^/]+$/, 'eks:DescribeCluster'],
  ['eks', 'GET', /^\/clusters\/[^/]+\/node-groups$/, 'eks:ListNodegroups'],
  ['eks', 'GET', /^\/clusters\/[^/]+\/node-groups\/[^/]+$/, 'eks:DescribeNodegroup'],
  ['eks', 'GET', /^\/clusters\/[^/]+\/pod-identity-associations$/, 'eks:ListPodIdentityAssociations'],
  ['eks', 'GET', /^\/clusters\/[^/]+\/pod-identity-associations\/[^/]+$/, 'eks:DescribePodIdentityAssociation'],
  ['apigateway', 'GET', /^\//, 'apigateway:GET'],
  ['s3', 'GET', /^\/\?.*bucket-region=/, 's3:ListAllMyBuckets'],
  ['s3', 'GET', /[?&]publicAccessBlock/, 's3:GetBucketPublicAccessBlock'],
  ['s3', 'GET', /[?&]policy(&|=|$)/, 's3:GetBucketPolicy'],
  ['s3', 'GET', /[?&]policyStatus/, 's3:GetBucketPolicyStatus'],
  ['s3', 'GET', /[?&]acl/, 's3:GetBucketAcl'],
  ['s3', 'GET', /[?&]encryption/, 's3:GetEncryptionConfiguration'],
  ['s3', 'GET', /[?&]logging/, 's3:GetBucketLogging'],
  ['s3', 'GET', /[?&]versioning/, 's3:GetBucketVersioning'],
  ['s3', 'GET', /[?&]list-type=2/, 's3:ListBucket'],
];

const QUERY = new Set(['sts', 'iam', 'elasticloadbalancing']);

/** What a request asks for, as the protocol of its service says it. */
export function actionOf(request: IncomingMessage, bytes: Buffer, signedFor: string): Operation {
  const url = new URL(request.url ?? '/', 'http://aws');
  const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const parameters = form ? new URLSearchParams(bytes.toString()) : url.searchParams;
  const service = signedFor === '' ? 'sts' : signedFor;
  if (form)
    return { action: `${service}:${parameters.get('Action')}`, protocol: QUERY.has(service) ? 'query' : 'ec2', parameters, body: {} };
  const body = bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Record<string, unknown>);
  const target = request.headers['x-amz-target'];
  if (target !== undefined) return { action: `${service}:${String(target).split('.').at(-1)}`, protocol: 'json', parameters, body };
  const known = PATHS.find(
    ([name, method, path]) =>
      name === service && method === request.method && path.test(service === 's3' ? (request.url ?? '/') : url.pathname),
  );
  return {
    action: known?.[3] ?? `${service}:${request.method} ${url.pathname}`,
    protocol: service === 's3' ? 's3' : 'rest',
    parameters,
    body,
  };
}

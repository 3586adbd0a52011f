import type { CloudAccessLevel, CloudResource } from '../../../../model/cloud.js';
import { awsRef } from '../access/place.js';
import { concerns, isDenied, type PolicyStatement } from './policy.js';

/** Actions that touch what a resource holds, by service: those that only list or describe reach nothing. */
const DATA_ACTIONS: Readonly<Record<string, { read: readonly string[]; write: readonly string[] }>> = {
  s3: { read: ['GetObject', 'GetObjectVersion'], write: ['PutObject', 'DeleteObject', 'PutBucketPolicy', 'DeleteBucket'] },
  secretsmanager: { read: ['GetSecretValue', 'BatchGetSecretValue'], write: ['PutSecretValue', 'UpdateSecret', 'DeleteSecret'] },
  bedrock: {
    read: ['InvokeModel', 'InvokeModelWithResponseStream', 'InvokeAgent', 'Retrieve', 'RetrieveAndGenerate', 'ApplyGuardrail'],
    write: ['UpdateAgent', 'UpdateAgentActionGroup', 'UpdateGuardrail', 'DeleteGuardrail', 'UpdateKnowledgeBase', 'StartIngestionJob'],
  },
  lambda: { read: ['InvokeFunction', 'InvokeFunctionUrl'], write: ['UpdateFunctionCode', 'UpdateFunctionConfiguration', 'AddPermission'] },
  sagemaker: { read: ['InvokeEndpoint', 'InvokeEndpointAsync'], write: ['UpdateEndpoint', 'CreatePresignedNotebookInstanceUrl'] },
  ecr: { read: ['BatchGetImage', 'GetDownloadUrlForLayer'], write: ['PutImage', 'BatchDeleteImage'] },
  sts: { read: [], write: ['AssumeRole'] },
};

/** Actions with which a role can give itself any other permission. */
const ESCALATIONS = [
  'iam:AttachRolePolicy',
  'iam:AttachUserPolicy',
  'iam:CreateAccessKey',
  'iam:CreateLoginProfile',
  'iam:CreatePolicyVersion',
  'iam:PutRolePolicy',
  'iam:PutUserPolicy',
  'iam:SetDefaultPolicyVersion',
  'iam:UpdateAssumeRolePolicy',
];

/** An action that nobody names: what allows it allows all of the service, or of the account. */
const UNNAMED = 'Zz';

/** What statements together allow, as far as they say; conditions are taken as fulfilled. */
export interface RoleReach {
  reaches: CloudResource['reaches'];
  isAdmin: boolean;
  /** It can give itself any other permission. */
  escalates: boolean;
}

/** `boundary`: what else must allow an action, where the role has a boundary that could be read. */
export function roleReachOf(statements: readonly PolicyStatement[], partition: string, boundary?: readonly PolicyStatement[]): RoleReach {
  const may = (action: string) =>
    !isDenied(statements, action) &&
    (boundary === undefined || (boundary.some((one) => one.isAllow && concerns(one, action)) && !isDenied(boundary, action)));
  const allows = statements.filter(({ isAllow }) => isAllow);
  const everywhere = allows.filter(({ resources }) => resources.includes('*'));
  const isAdmin = may(`${UNNAMED}:${UNNAMED}`) && everywhere.some((one) => concerns(one, `${UNNAMED}:${UNNAMED}`));
  const escalates = everywhere.some((one) => ESCALATIONS.some((action) => may(action) && concerns(one, action)));
  const found = new Map<string, CloudAccessLevel>();
  const add = (to: string, access: CloudAccessLevel) => {
    const known = found.get(to);
    if (known === undefined || RANK[access] > RANK[known]) found.set(to, access);
  };
  if (isAdmin || escalates) add('*', 'admin');
  for (const statement of isAdmin ? [] : allows) {
    for (const [service, level] of levelsOf(statement, may)) {
      for (const to of statement.resources.map((resource) => targetOf(service, resource, partition))) if (to !== undefined) add(to, level);
    }
  }
  return {
    reaches: [...found].map(([to, access]) => ({ to, access })).sort((a, b) => (a.to < b.to ? -1 : 1)),
    isAdmin,
    escalates,
  };
}

const RANK: Readonly<Record<CloudAccessLevel, number>> = { read: 0, write: 1, admin: 2 };

function levelsOf(statement: PolicyStatement, may: (action: string) => boolean): [string, CloudAccessLevel][] {
  return Object.entries(DATA_ACTIONS).flatMap(([service, { read, write }]): [string, CloudAccessLevel][] => {
    const allowed = (name: string) => concerns(statement, `${service}:${name}`) && may(`${service}:${name}`);
    if ([UNNAMED, ...read, ...write].every(allowed)) return [[service, 'admin']];
    if (write.some(allowed)) return [[service, 'write']];
    return read.some(allowed) ? [[service, 'read']] : [];
  });
}

/** The refs that a resource of a statement stands for, if it may be one of the service. */
function targetOf(service: string, resource: string, partition: string): string | undefined {
  if (resource === '*') return awsRef(service === 'sts' ? `arn:${partition}:iam::*:role/*` : `arn:${partition}:${service}:*`);
  const [, , named = '*'] = resource.split(':');
  if (named !== (service === 'sts' ? 'iam' : service) && !named.includes('*')) return undefined;
  // Objects belong to their bucket.
  const whole = named === 's3' ? (resource.split('/')[0] ?? resource) : resource;
  // A policy variable stands for a text that only a request has.
  return awsRef(whole.replace(/\$\{[^}]*\}|\?+/g, '*').replace(/\*{2,}/g, '*'));
}

import type { TriedPermission } from '../../../../model/cloud.js';
import { concerns, isDenied, type PolicyStatement } from './policy.js';

/** Asked with EC2's DryRun, which changes nothing. */
export const dryRunActions = ['ec2:AllocateAddress', 'ec2:CreateKeyPair', 'ec2:CreateSecurityGroup', 'ec2:CreateVpc'] as const;

/** Asked of IAM's simulator: from each service that matters, what would hurt most. */
export const simulatedActions: readonly string[] = [
  ...dryRunActions,
  'bedrock:DeleteGuardrail',
  'bedrock:UpdateAgent',
  'cloudformation:CreateStack',
  'cloudtrail:StopLogging',
  'dynamodb:DeleteTable',
  'ec2:AuthorizeSecurityGroupIngress',
  'ec2:RunInstances',
  'ec2:TerminateInstances',
  'ecr:PutImage',
  'ecs:RunTask',
  'eks:CreateCluster',
  'iam:AttachRolePolicy',
  'iam:CreateAccessKey',
  'iam:CreateUser',
  'iam:PassRole',
  'iam:PutRolePolicy',
  'iam:UpdateAssumeRolePolicy',
  'kms:ScheduleKeyDeletion',
  'lambda:AddPermission',
  'lambda:UpdateFunctionCode',
  'logs:DeleteLogGroup',
  'organizations:LeaveOrganization',
  'rds:DeleteDBInstance',
  's3:DeleteObject',
  's3:PutBucketPolicy',
  's3:PutObject',
  'sagemaker:CreateNotebookInstance',
  'sagemaker:DeleteEndpoint',
  'secretsmanager:DeleteSecret',
  'secretsmanager:PutSecretValue',
  'sts:AssumeRole',
];

const READING =
  /^(Get|List|Describe|BatchGet|BatchDescribe|BatchCheck|Head|Lookup|Search|Query|Scan|Select|Simulate|View|Check|Verify|Validate|Read|Download|Filter|Estimate|Preview|Discover|Decrypt)/i;
const WRITING =
  /^(Create|Put|Update|Delete|Modify|Attach|Detach|Add|Remove|Set|Run|Terminate|Reboot|Pass|Assume|Publish|Send|Write|Upload|Import|Restore|Register|Deregister|Enable|Disable|Associate|Disassociate|Authorize|Revoke|Tag|Untag|Reset|Copy|Deploy|Replace|Allocate|Release|Purge|Rotate|Invite|Leave|Move|Merge|Grant|Schedule|Invoke|BatchWrite|BatchDelete|BatchPut)/i;

type Answers = Map<string, TriedPermission['answer']>;

/**
 * What is known of each writing permission. A policy that allows one on single resources grants it, though the simulator, asked about all
 * resources, denies it; one that a boundary or an organization takes away everywhere is denied, though a policy allows it.
 */
export function writesOf(statements: readonly PolicyStatement[] | undefined, simulated: Answers | undefined): Answers {
  const found: Answers = new Map();
  for (const action of simulatedActions) {
    const asked = simulated?.get(action);
    const allowing = statements && isDenied(statements, action) ? [] : statements?.filter((one) => one.isAllow && concerns(one, action));
    const onSome = allowing?.some(({ resources }) => !resources.includes('*')) ?? false;
    if (asked === 'granted' || onSome) found.set(action, 'granted');
    else if (asked === 'denied') found.set(action, 'denied');
    else found.set(action, allowing === undefined ? 'unknown' : allowing.length > 0 ? 'granted' : 'denied');
  }
  for (const pattern of patternsOf(statements ?? [])) addPattern(found, pattern);
  return found;
}

/** Patterns of actions that are allowed and not forbidden again. */
function patternsOf(statements: readonly PolicyStatement[]): string[] {
  const allowed = statements.filter(({ isAllow }) => isAllow).flatMap(({ actions, isInverted }) => (isInverted ? [] : actions));
  return [...new Set(allowed)].filter((pattern) => !isDenied(statements, pattern.replaceAll('*', '')));
}

/** Actions that nobody asked the simulator about: their verb says what they do. */
function addPattern(found: Answers, pattern: string): void {
  const verb = pattern.split(':')[1] ?? '';
  const isAsked = simulatedActions.some((action) => concerns({ ...EMPTY, actions: [pattern] }, action));
  if (isAsked || READING.test(verb)) return;
  // A star before any verb allows all verbs of the service.
  found.set(pattern, WRITING.test(verb) || /^[*?]/.test(verb) ? 'granted' : 'unknown');
}

const EMPTY: PolicyStatement = {
  isAllow: true,
  actions: [],
  isInverted: false,
  resources: [],
  isConditional: false,
  condition: '',
  principals: [],
};

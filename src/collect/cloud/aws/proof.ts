import { AllocateAddressCommand, CreateKeyPairCommand, CreateSecurityGroupCommand, CreateVpcCommand, EC2Client } from '@aws-sdk/client-ec2';
import {
  GetPolicyCommand,
  GetPolicyVersionCommand,
  GetRolePolicyCommand,
  IAMClient,
  ListAttachedRolePoliciesCommand,
  ListRolePoliciesCommand,
  SimulatePrincipalPolicyCommand,
} from '@aws-sdk/client-iam';
import type { CloudProof, TriedPermission } from '../../../model/cloud.js';
import { CastellanError } from '../../../support/errors.js';
import { CloudRefused, CloudUnreachable } from '../contract/cloud-errors.js';
import { AwsAnswered } from './access/ask.js';
import type { AwsPlace } from './access/place.js';
import { type PolicyStatement, statementsOf } from './policies/policy.js';
import { dryRunActions, simulatedActions, writesOf } from './policies/writes.js';

/** Permissions of the proof that the role must have. */
export const proofActions = [
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'iam:GetRolePolicy',
  'iam:ListAttachedRolePolicies',
  'iam:ListRolePolicies',
  'iam:SimulatePrincipalPolicy',
] as const;
type ProofAction = (typeof proofActions)[number] | (typeof dryRunActions)[number];

/** What the session of a proof may do: a permission that the session itself lacked would look as if the role lacked it. */
export const proofSessionActions: readonly string[] = [...proofActions, ...dryRunActions];

type Place = AwsPlace<ProofAction>;
type Answer = TriedPermission['answer'];

/** Tries writing permissions without changing anything. `arn`: the role or user whose policies count. */
export async function proveAws(place: Place, identity: string, arn: string): Promise<CloudProof> {
  const iam = new IAMClient(place.config('IAM'));
  // A simulator in trouble leaves the policies, which say the same in other words.
  const simulated = await unlessRefused(simulate(place, iam, arn), CloudUnreachable);
  const statements = arn.includes(':role/') ? await unlessRefused(policiesOf(place, iam, arn.split('/').at(-1) ?? '')) : undefined;
  const dryRuns = await dryRun(place);
  const found = writesOf(statements, simulated);
  for (const [action, answer] of dryRuns) if (answer !== 'unknown') found.set(action, answer);
  const tried = [...found].map(([permission, answer]) => ({ permission, answer })).sort((a, b) => (a.permission < b.permission ? -1 : 1));
  if (tried.some(({ answer }) => answer === 'granted')) {
    const granted = tried.flatMap(({ permission, answer }) => (answer === 'granted' ? [permission] : []));
    return {
      identity,
      read_only: 'violated',
      tried,
      reason: `it may write: ${granted.slice(0, 5).join(', ')}${granted.length > 5 ? ', …' : ''}`,
    };
  }
  const reason = doubt(tried, statements, arn);
  return { identity, read_only: reason === undefined ? 'proven' : 'unproven', tried, ...(reason !== undefined && { reason }) };
}

function doubt(tried: readonly TriedPermission[], statements: readonly PolicyStatement[] | undefined, arn: string): string | undefined {
  if (statements === undefined) return `the policies of ${arn} cannot be read, so a permission on single resources would not be seen`;
  const unknown = tried.filter(({ answer }) => answer === 'unknown').map(({ permission }) => permission);
  return unknown.length === 0 ? undefined : `nothing says whether these permissions write: ${unknown.slice(0, 5).join(', ')}`;
}

/** Undefined where AWS does not let us ask; a cloud that does not answer is no answer about permissions. */
async function unlessRefused<T>(asked: Promise<T>, ...others: (typeof CloudUnreachable)[]): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ([CloudRefused, AwsAnswered, ...others].some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

/** Codes of AWS and of those who imitate it, for a call that they do not have. */
const ABSENT = [
  'NoSuchEntity',
  'NoSuchEntityException',
  'NotImplemented',
  'InternalFailure',
  'InvalidAction',
  'UnknownOperationException',
  'InvalidInput',
];

async function simulate(place: Place, iam: IAMClient, PolicySourceArn: string): Promise<Map<string, Answer>> {
  const ask = (Marker: string | undefined) =>
    iam.send(new SimulatePrincipalPolicyCommand({ PolicySourceArn, ActionNames: [...simulatedActions], Marker }));
  const found = new Map<string, Answer>();
  const next = (page: Awaited<ReturnType<typeof ask>>) => (page.IsTruncated ? page.Marker : undefined);
  for await (const { EvaluationResults = [] } of place.pages('iam:SimulatePrincipalPolicy', ask, next, ABSENT))
    for (const { EvalActionName = '', EvalDecision } of EvaluationResults)
      found.set(EvalActionName, EvalDecision === 'allowed' ? 'granted' : 'denied');
  return found;
}

/** All statements of the role; rejects with AwsAnswered where one of its policies cannot be understood. */
async function policiesOf(place: Place, iam: IAMClient, RoleName: string): Promise<PolicyStatement[]> {
  const texts: (string | undefined)[] = [];
  const inline = (Marker: string | undefined) => iam.send(new ListRolePoliciesCommand({ RoleName, Marker }));
  for await (const { PolicyNames = [] } of place.pages(
    'iam:ListRolePolicies',
    inline,
    (page) => (page.IsTruncated ? page.Marker : undefined),
    ABSENT,
  ))
    for (const PolicyName of PolicyNames)
      texts.push(
        (await place.ask('iam:GetRolePolicy', () => iam.send(new GetRolePolicyCommand({ RoleName, PolicyName })), ABSENT)).PolicyDocument,
      );
  const attached = (Marker: string | undefined) => iam.send(new ListAttachedRolePoliciesCommand({ RoleName, Marker }));
  for await (const page of place.pages(
    'iam:ListAttachedRolePolicies',
    attached,
    ({ IsTruncated, Marker }) => (IsTruncated ? Marker : undefined),
    ABSENT,
  ))
    for (const { PolicyArn } of page.AttachedPolicies ?? []) texts.push(await managed(place, iam, PolicyArn ?? ''));
  return texts.flatMap((text) => {
    const statements = statementsOf(text);
    if (!statements) throw new AwsAnswered('MalformedPolicyDocument');
    return statements;
  });
}

async function managed(place: Place, iam: IAMClient, PolicyArn: string): Promise<string | undefined> {
  const { Policy } = await place.ask('iam:GetPolicy', () => iam.send(new GetPolicyCommand({ PolicyArn })), ABSENT);
  const VersionId = Policy?.DefaultVersionId ?? '';
  const { PolicyVersion } = await place.ask(
    'iam:GetPolicyVersion',
    () => iam.send(new GetPolicyVersionCommand({ PolicyArn, VersionId })),
    ABSENT,
  );
  return PolicyVersion?.Document;
}

/** EC2 answers whether it would have done it (EC2 API reference, DryRun). */
async function dryRun(place: Place): Promise<[string, Answer][]> {
  const ec2 = new EC2Client(place.config('EC2'));
  const DryRun = true;
  const calls: Record<(typeof dryRunActions)[number], () => Promise<unknown>> = {
    'ec2:AllocateAddress': () => ec2.send(new AllocateAddressCommand({ DryRun })),
    'ec2:CreateKeyPair': () => ec2.send(new CreateKeyPairCommand({ DryRun, KeyName: 'castellan-dry-run' })),
    'ec2:CreateSecurityGroup': () =>
      ec2.send(new CreateSecurityGroupCommand({ DryRun, GroupName: 'castellan-dry-run', Description: 'dry run' })),
    'ec2:CreateVpc': () => ec2.send(new CreateVpcCommand({ DryRun, CidrBlock: '10.255.0.0/28' })),
  };
  const answers: [string, Answer][] = [];
  for (const action of dryRunActions) answers.push([action, await wouldBeDone(place, action, calls[action])]);
  return answers;
}

async function wouldBeDone(place: Place, action: (typeof dryRunActions)[number], call: () => Promise<unknown>): Promise<Answer> {
  try {
    await place.ask(action, call, ['DryRunOperation', 'UnauthorizedOperation']);
    return 'granted';
  } catch (error) {
    if (error instanceof AwsAnswered) return error.code === 'DryRunOperation' ? 'granted' : 'denied';
    if (error instanceof CastellanError) return 'unknown';
    throw error;
  }
}

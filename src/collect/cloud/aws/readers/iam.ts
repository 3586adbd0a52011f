import { GetAccountAuthorizationDetailsCommand, IAMClient, type ManagedPolicyDetail, type RoleDetail } from '@aws-sdk/client-iam';
import type { CloudResource } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';
import { type PolicyStatement, statementsOf } from '../policies/policy.js';
import { roleReachOf } from '../policies/reach.js';
import { trustOf } from '../policies/trust.js';
import { awsReader } from './reader.js';

const actions = ['iam:GetAccountAuthorizationDetails'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Roles that services, other accounts or identity providers may assume; those of people of the account and of AWS itself are left out. */
export const iamReader = awsReader({
  name: 'iam',
  isGlobal: true,
  actions,
  async *read(place: Place) {
    const iam = new IAMClient(place.config('IAM'));
    const ask = (Marker: string | undefined) =>
      iam.send(new GetAccountAuthorizationDetailsCommand({ Marker, Filter: ['Role', 'LocalManagedPolicy', 'AWSManagedPolicy'] }));
    const roles: RoleDetail[] = [];
    const policies = new Map<string, PolicyStatement[] | undefined>();
    const pages = place.pages('iam:GetAccountAuthorizationDetails', ask, (page) => (page.IsTruncated ? page.Marker : undefined));
    for await (const page of pages) {
      roles.push(...(page.RoleDetailList ?? []));
      // A policy may come after the roles that have it.
      for (const policy of page.Policies ?? []) policies.set(policy.Arn ?? '', statementsOf(currentOf(policy)));
    }
    yield roles.flatMap((role) => roleOf(place, role, policies));
  },
});

function currentOf({ PolicyVersionList = [] }: ManagedPolicyDetail): string | undefined {
  return PolicyVersionList.find(({ IsDefaultVersion }) => IsDefaultVersion)?.Document;
}

function roleOf(place: Place, role: RoleDetail, policies: ReadonlyMap<string, PolicyStatement[] | undefined>): CloudResource[] {
  const { Arn = '', RoleName = '', Path = '/' } = role;
  const trust = trustOf(statementsOf(role.AssumeRolePolicyDocument) ?? [], place.account);
  const isOfPeople = trust.services.length + trust.accounts.length + trust.providers.length === 0 && !trust.anyone;
  if (isOfPeople || Path.startsWith('/aws-service-role/') || Path.startsWith('/aws-reserved/')) return [];
  const attached = (role.AttachedManagedPolicies ?? []).map(({ PolicyArn = '' }) => ({
    name: PolicyArn,
    statements: policies.get(PolicyArn),
  }));
  const inline = (role.RolePolicyList ?? []).map(({ PolicyName = '', PolicyDocument }) => ({
    name: PolicyName,
    statements: statementsOf(PolicyDocument),
  }));
  const all = [...attached, ...inline];
  const boundary = role.PermissionsBoundary?.PermissionsBoundaryArn;
  const reach = roleReachOf(
    all.flatMap(({ statements }) => statements ?? []),
    place.partition,
    boundary === undefined ? undefined : policies.get(boundary),
  );
  return [
    place.resource({
      kind: 'role',
      type: 'AWS::IAM::Role',
      native_id: Arn,
      name: RoleName,
      public: trust.anyone ? 'yes' : 'no',
      authenticated: 'yes',
      reaches: reach.reaches,
      facts: {
        // Who may change a role's policies gives himself the rest.
        administrator: reach.isAdmin || reach.escalates || (all.every(({ statements }) => statements) ? false : null),
        assumed_by_outsiders: trust.outsiders,
        ...(trust.outsiders && { external_id_required: trust.asksExternalId }),
        shared_with: trust.accounts,
      },
    }),
  ];
}

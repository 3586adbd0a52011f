import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member, textOf } from '../contract/values.js';
import type { AiContainer } from './ai/ai-container.js';
import { aiWorkloadOf } from './ai/ai-workload.js';
import { cloudContainer } from './ai/cloud-containers.js';
import { tasks } from './aws-containers.js';
import { iamPolicies } from './iam-policies.js';
import { keysIn, keysOf, type NamedResources, namedBy } from './references.js';

/** Roles of AWS, in Terraform and in CloudFormation. */
export const ROLE_TYPES: readonly string[] = ['aws_iam_role', 'AWS::IAM::Role'];
/** Services in whose name agents and models act. */
const AGENT_SERVICE = /^(?:bedrock|bedrock-agentcore|sagemaker)\.amazonaws\.com$/;
/** Addresses of the roles of a root that agents act in. */
export function isAgentRole(role: IacResource, estate: IacEstate): boolean {
  return isTrustedByAgents(role, estate) || isRoleOfAgentTask(role, estate);
}

function isTrustedByAgents(role: IacResource, estate: IacEstate): boolean {
  return estate
    .withKey(
      'policies by holder',
      role.ref,
      () => estate.view(iamPolicies),
      ({ resource }) => [resource.ref],
    )
    .filter(({ resource, subject }) => resource === role && subject.purpose === 'trust')
    .some(({ subject }) =>
      subject.document?.statements.some(({ principals }) =>
        principals?.items.some(({ type, value }) => type === 'Service' && AGENT_SERVICE.test(textOf(value) ?? '')),
      ),
    );
}

function isRoleOfAgentTask(role: IacResource, estate: IacEstate): boolean {
  const running = estate.withAnyKey(
    'tasks by role',
    keysOf(role),
    () => estate.view(tasks),
    ({ resource: { root }, subject: { roles } }) => roles.flatMap((value) => keysIn(root, value, [])),
  );
  return running.some(({ resource, subject }) => subject.containers.some(({ body }) => isOfAgents(cloudContainer(resource, body))));
}

/** Runs an agent, or serves tools to them. */
function isOfAgents(container: AiContainer): boolean {
  const { role } = aiWorkloadOf(container) ?? {};
  return role === 'agent' || role === 'mcp-server';
}

/** The roles that a policy or an attachment gives rights to: the one that holds it, or those that it names. */
export function rolesOf(holder: IacResource, estate: IacEstate): IacResource[] {
  if (ROLE_TYPES.includes(holder.type)) return [holder];
  const named = [
    member(holder.body, 'role'),
    member(holder.body, 'role_name'),
    member(holder.body, 'roles'),
    member(holder.body, 'Roles'),
    member(holder.body, 'RoleName'),
  ];
  const { root } = holder;
  const direct = rolesNamed(named, root, estate);
  if (holder.type !== 'aws_iam_policy' && holder.type !== 'AWS::IAM::ManagedPolicy') return direct;
  const attachments = estate.withKey(
    'attachments by policy',
    `${root}\n${holder.address}`,
    () => estate.ofType('aws_iam_role_policy_attachment'),
    (attachment) => (member(attachment.body, 'policy_arn')?.refersTo ?? []).map((address) => `${attachment.root}\n${address}`),
  );
  const attached = attachments.flatMap((attachment) => rolesOf(attachment, estate));
  const managed = estate.withAnyKey('roles by policy', keysOf(holder), () => allRoles(estate), policiesOf);
  return [...direct, ...attached, ...managed];
}

function allRoles(estate: IacEstate): IacResource[] {
  return ROLE_TYPES.flatMap((type) => estate.ofType(type));
}

/** The roles of a root that some values, or items of lists, name, by reference or by their own name. */
export function rolesNamed(named: readonly (IacValue | undefined)[], root: string, estate: IacEstate): IacResource[] {
  const values = named.flatMap((value) => (value?.kind === 'list' ? value.items : (value ?? [])));
  const roles: NamedResources = {
    id: 'roles',
    all: () => allRoles(estate),
    nameOf: ({ body }) => textOf(member(body, 'name') ?? member(body, 'RoleName')),
  };
  return [...new Set(values.flatMap((value) => namedBy(value, root, roles, estate)))];
}

/** The policies that a role lists, as their keys. */
function policiesOf({ root, body }: IacResource): string[] {
  const lists = ['ManagedPolicyArns', 'managed_policy_arns'].map((key) => member(body, key));
  return lists.flatMap((list) => (list?.kind === 'list' ? list.items.flatMap((item) => keysIn(root, item, [])) : []));
}

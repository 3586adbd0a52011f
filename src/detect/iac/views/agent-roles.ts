import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member, textOf } from '../contract/values.js';
import { tasks } from './aws-containers.js';
import { iamPolicies } from './iam-policies.js';
import { refersToResource } from './references.js';

/** Roles of AWS, in Terraform and in CloudFormation. */
export const ROLE_TYPES: readonly string[] = ['aws_iam_role', 'AWS::IAM::Role'];
/** Services in whose name agents and models act. */
const AGENT_SERVICE = /^(?:bedrock|bedrock-agentcore|sagemaker)\.amazonaws\.com$/;
/** Names and images of containers that run agents or serve tools to them. */
const AGENT_CONTAINER =
  /(?:^|[/_.-])(?:mcp|langgraph|langchain|langflow|crewai|autogen|openhands|n8n|flowise|dify)(?:[/_.:-]|$)|(?:^|[/_.-])(?:ai|llm|claude|chat|coding)[-_]?agents?(?:[/_.:-]|$)/i;

/** Addresses of the roles of a root that agents act in. */
export function isAgentRole(role: IacResource, estate: IacEstate): boolean {
  return isTrustedByAgents(role, estate) || isRoleOfAgentTask(role, estate);
}

function isTrustedByAgents(role: IacResource, estate: IacEstate): boolean {
  return estate
    .view(iamPolicies)
    .filter(({ resource, subject }) => resource === role && subject.purpose === 'trust')
    .some(({ subject }) =>
      subject.document?.statements.some(({ principals }) =>
        principals?.items.some(({ type, value }) => type === 'Service' && AGENT_SERVICE.test(textOf(value) ?? '')),
      ),
    );
}

function isRoleOfAgentTask(role: IacResource, estate: IacEstate): boolean {
  return estate.view(tasks).some(({ resource, subject }) => {
    const isOf = resource.root === role.root && subject.roles.some((value) => refersToResource(value, role));
    return (
      isOf &&
      subject.containers.some(({ body }) =>
        ['name', 'image', 'Name', 'Image'].some((key) => AGENT_CONTAINER.test(textOf(member(body, key)) ?? '')),
      )
    );
  });
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
  const roles = ROLE_TYPES.flatMap((type) => estate.ofType(type)).filter(({ root }) => root === holder.root);
  const direct = roles.filter((role) => named.some((value) => value !== undefined && names(value, role)));
  if (holder.type !== 'aws_iam_policy' && holder.type !== 'AWS::IAM::ManagedPolicy') return direct;
  const attachments = estate
    .ofType('aws_iam_role_policy_attachment')
    .filter(({ root, body }) => root === holder.root && (member(body, 'policy_arn')?.refersTo ?? []).includes(holder.address));
  const attached = attachments.flatMap((attachment) => rolesOf(attachment, estate));
  const managed = roles.filter(
    ({ body }) => mentions(member(body, 'ManagedPolicyArns'), holder) || mentions(member(body, 'managed_policy_arns'), holder),
  );
  return [...direct, ...attached, ...managed];
}

function names(value: IacValue, role: IacResource): boolean {
  if (value.kind === 'list') return value.items.some((item) => names(item, role));
  const own = textOf(member(role.body, 'name') ?? member(role.body, 'RoleName'));
  return refersToResource(value, role) || (own !== undefined && textOf(value) === own);
}

function mentions(value: IacValue | undefined, holder: IacResource): boolean {
  return value?.kind === 'list' ? value.items.some((item) => refersToResource(item, holder)) : false;
}

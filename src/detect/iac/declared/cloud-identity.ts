import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entriesOf, member, textOf } from '../contract/values.js';
import { ROLE_TYPES } from '../views/agent-roles.js';
import type { IamStatement } from '../views/iam-document.js';
import { iamPolicies } from '../views/iam-policies.js';
import { mayBeSame } from '../views/kubernetes/access.js';
import { addressesIn, resourcesIn } from './ways.js';

/** A service account of Kubernetes by its names. Without a namespace whoever applies the manifest decides. */
export interface AccountName {
  name: string;
  namespace: string | undefined;
}

/** Annotations by which an account says which identity of a cloud it acts as. */
const ROLE_ARN = 'eks.amazonaws.com/role-arn';
const GOOGLE_ACCOUNT = 'iam.gke.io/gcp-service-account';

const GOOGLE_TYPE = 'google_service_account';
const AZURE_CREDENTIAL = 'azurerm_federated_identity_credential';
const AZURE_TYPE = 'azurerm_user_assigned_identity';
const POD_IDENTITIES: Readonly<Record<string, { account: string; namespace: string; role: string }>> = {
  aws_eks_pod_identity_association: { account: 'service_account', namespace: 'namespace', role: 'role_arn' },
  'AWS::EKS::PodIdentityAssociation': { account: 'ServiceAccount', namespace: 'Namespace', role: 'RoleArn' },
};

/** Refs of the identities of clouds that the pods of a service account act as, sorted: what it names, and what trusts it. */
export function cloudIdentitiesOf(name: AccountName, account: IacResource | undefined, estate: IacEstate): string[] {
  const found = [...namedBy(account, estate), ...trusting(name, estate), ...podIdentities(name, estate)];
  return [...new Set(found.map(({ ref }) => ref))].sort();
}

function namedBy(account: IacResource | undefined, estate: IacEstate): IacResource[] {
  const annotations = new Map(entriesOf(account && member(account.body, 'metadata', 'annotations')).entries);
  const [role, google] = [annotations.get(ROLE_ARN), annotations.get(GOOGLE_ACCOUNT)];
  return [
    ...(account && role ? byReference(role, account, estate, ROLE_TYPES) : []),
    ...byName(lastPiece(role)?.split('/').at(-1), rolesOf(estate), ['name', 'RoleName']),
    ...(account && google ? byReference(google, account, estate, [GOOGLE_TYPE]) : []),
    ...byName(/^([^@]+)@/.exec(textOf(google) ?? '')?.[1], estate.ofType(GOOGLE_TYPE), ['account_id']),
  ];
}

/** Roles and credentials that take the token of the account. */
function trusting(name: AccountName, estate: IacEstate): IacResource[] {
  const roles = estate
    .view(iamPolicies)
    .filter(({ subject }) => subject.purpose === 'trust' && subject.document?.statements.some((one) => isForAccount(one, name)))
    .map(({ resource }) => resource)
    .flatMap((resource) => (ROLE_TYPES.includes(resource.type) ? [resource] : rolesNaming(resource, estate)));
  const identities = estate
    .ofType(AZURE_CREDENTIAL)
    .filter(({ body }) => isSubject(member(body, 'subject'), name))
    .flatMap((credential) => resourcesIn(member(credential.body, 'parent_id'), credential, estate))
    .filter(({ type }) => type === AZURE_TYPE);
  return [...roles, ...identities];
}

/** Roles whose trust is written in data of Terraform. */
function rolesNaming({ root, address }: IacResource, estate: IacEstate): IacResource[] {
  return rolesOf(estate).filter((role) => role.root === root && addressesIn(member(role.body, 'assume_role_policy')).includes(address));
}

function isForAccount({ conditions }: IamStatement, name: AccountName): boolean {
  return conditions.some(({ key, values }) => key.endsWith(':sub') && values.items.some((value) => isSubject(value, name)));
}

/** `system:serviceaccount:<namespace>:<name>`; a wildcard is as wide as it says. */
function isSubject(value: IacValue | undefined, { name, namespace }: AccountName): boolean {
  const [, where = '', who = ''] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(textOf(value) ?? '') ?? [];
  return fits(who, name) && (namespace === undefined || fits(where, namespace));
}

function fits(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const [first = '', last = ''] = [pattern.split('*', 1)[0], pattern.split('*').at(-1)];
  return text.startsWith(first) && text.endsWith(last);
}

function podIdentities({ name, namespace }: AccountName, estate: IacEstate): IacResource[] {
  return Object.entries(POD_IDENTITIES).flatMap(([type, keys]) =>
    estate
      .ofType(type)
      .filter(({ body }) => textOf(member(body, keys.account)) === name && mayBeSame(textOf(member(body, keys.namespace)), namespace))
      .flatMap((one) => byReference(member(one.body, keys.role), one, estate, ROLE_TYPES)),
  );
}

function byReference(value: IacValue | undefined, from: IacResource, estate: IacEstate, types: readonly string[]): IacResource[] {
  return resourcesIn(value, from, estate).filter(({ type }) => types.includes(type));
}

function byName(name: string | undefined, candidates: readonly IacResource[], keys: readonly string[]): IacResource[] {
  if (name === undefined || name === '') return [];
  return candidates.filter(({ body }) => keys.some((key) => textOf(member(body, key)) === name));
}

function rolesOf(estate: IacEstate): IacResource[] {
  return ROLE_TYPES.flatMap((type) => estate.ofType(type));
}

/** A text, or the known end of one: the name of a role stands last in its ARN. */
function lastPiece(value: IacValue | undefined): string | undefined {
  if (value?.kind === 'unknown') return value.pieces?.at(-1) ?? undefined;
  return textOf(value);
}

import type { CloudAccessLevel, CloudResource } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member, textOf } from '../contract/values.js';
import { rolesOf } from '../views/agent-roles.js';
import type { IamStatement } from '../views/iam-document.js';
import { iamPolicies } from '../views/iam-policies.js';
import { allowsEveryAction, onLoneWildcard } from '../views/iam-questions.js';
import { ADMINISTRATOR, attachedPolicies } from '../views/managed-policies.js';
import { type NamedResources, namedBy } from '../views/references.js';
import { awsStores } from './aws-tables.js';

type Reach = CloudResource['reaches'][number];

const EVERYTHING: Reach = { to: '*', access: 'admin' };
const READING = /^(?:Get|List|Describe|Head|Query|Scan|BatchGet|Select|Retrieve|PartiQLSelect)/i;
const LEVELS: readonly CloudAccessLevel[] = ['read', 'write', 'admin'];

/** What may be reached: the strongest right for each store. */
export interface AwsRights {
  /** By all that a role holds. */
  roles: ReadonlyMap<IacResource, Reach[]>;
  /** By one policy or attachment that is no part of a role, and the roles that hold it. */
  policies: ReadonlyMap<IacResource, { reaches: Reach[]; holders: readonly IacResource[] }>;
}

/** What the policies of the tree let each role reach. */
export function rightsOfRoles(estate: IacEstate): AwsRights {
  const roles = new Map<IacResource, Map<string, Reach>>();
  const policies = new Map<IacResource, Map<string, Reach>>();
  const holdersOf = new Map<IacResource, readonly IacResource[]>();
  const give = (policy: IacResource, reaches: readonly Reach[]) => {
    const holders = reaches.length === 0 ? [] : rolesOf(policy, estate);
    for (const role of holders) strengthen(roles, role, reaches);
    if (holders.length === 0 || holders.includes(policy)) return;
    strengthen(policies, policy, reaches);
    holdersOf.set(policy, holders);
  };
  for (const { resource, subject } of estate.view(iamPolicies)) {
    if (subject.purpose !== 'identity') continue;
    give(resource, subject.document?.statements.flatMap((statement) => reachesOf(statement, resource, estate)) ?? []);
  }
  for (const { resource, subject } of estate.view(attachedPolicies))
    if (ADMINISTRATOR.test(textOf(subject.arn) ?? '')) give(resource, [EVERYTHING]);
  const listed = (own: ReadonlyMap<string, Reach>) => [...own.values()].sort((a, b) => (a.to < b.to ? -1 : 1));
  return {
    roles: new Map([...roles].map(([role, own]) => [role, listed(own)])),
    policies: new Map([...policies].map(([policy, own]) => [policy, { reaches: listed(own), holders: holdersOf.get(policy) ?? [] }])),
  };
}

function strengthen(found: Map<IacResource, Map<string, Reach>>, of: IacResource, reaches: readonly Reach[]): void {
  const own = found.get(of) ?? new Map<string, Reach>();
  found.set(of, own);
  for (const reach of reaches) if (isStronger(reach, own.get(reach.to))) own.set(reach.to, reach);
}

function isStronger({ access }: Reach, known: Reach | undefined): boolean {
  return known === undefined || LEVELS.indexOf(access) > LEVELS.indexOf(known.access);
}

function reachesOf(statement: IamStatement, holder: IacResource, estate: IacEstate): Reach[] {
  if (statement.allows.is !== 'yes') return [];
  const isEverywhere = onLoneWildcard(statement).is === 'yes';
  if (isEverywhere && allowsEveryAction(statement).is === 'yes') return [EVERYTHING];
  return Object.entries(awsStores).flatMap(([type, { services, name }]) => {
    const access = accessTo(services, statement);
    if (!access) return [];
    const stores = isEverywhere
      ? estate.ofType(type).filter(({ root }) => root === holder.root)
      : storesNamed(statement.resources?.items ?? [], { root: holder.root, type, name }, estate);
    return stores.map(({ ref }) => ({ to: ref, access }));
  });
}

function accessTo(services: readonly string[], { actions }: IamStatement): CloudAccessLevel | undefined {
  let strongest: CloudAccessLevel | undefined;
  for (const item of actions?.items ?? []) {
    const [prefix = '', action = '*'] = (textOf(item) ?? '-').split(':');
    if (prefix !== '*' && !services.includes(prefix.toLowerCase())) continue;
    const level = action === '*' ? 'admin' : READING.test(action) ? 'read' : 'write';
    if (strongest === undefined || LEVELS.indexOf(level) > LEVELS.indexOf(strongest)) strongest = level;
  }
  return strongest;
}

/** The stores of a type that some values name: by reference, or by an ARN that holds the name. */
function storesNamed(
  items: readonly IacValue[],
  { root, type, name }: { root: string; type: string; name: string },
  estate: IacEstate,
): IacResource[] {
  const stores: NamedResources = {
    id: `stores ${type}`,
    all: () => estate.ofType(type),
    nameOf: ({ body }) => textOf(member(body, name)),
  };
  return [...new Set(items.flatMap((item) => namedBy(item, root, stores, estate, (textOf(item) ?? '').split(/[:/]/))))];
}

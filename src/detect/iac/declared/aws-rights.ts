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

/** What the policies of the tree let each role reach: the strongest right for each store. */
export function reachesOfRoles(estate: IacEstate): Map<IacResource, Reach[]> {
  const found = new Map<IacResource, Map<string, Reach>>();
  const give = (holder: IacResource, reaches: readonly Reach[]) => {
    for (const role of reaches.length === 0 ? [] : rolesOf(holder, estate)) {
      const own = found.get(role) ?? new Map<string, Reach>();
      found.set(role, own);
      for (const reach of reaches) if (isStronger(reach, own.get(reach.to))) own.set(reach.to, reach);
    }
  };
  for (const { resource, subject } of estate.view(iamPolicies)) {
    if (subject.purpose !== 'identity') continue;
    give(resource, subject.document?.statements.flatMap((statement) => reachesOf(statement, resource, estate)) ?? []);
  }
  for (const { resource, subject } of estate.view(attachedPolicies))
    if (ADMINISTRATOR.test(textOf(subject.arn) ?? '')) give(resource, [EVERYTHING]);
  return new Map([...found].map(([role, own]) => [role, [...own.values()].sort((a, b) => (a.to < b.to ? -1 : 1))]));
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

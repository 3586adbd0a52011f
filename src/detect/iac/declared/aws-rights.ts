import type { CloudAccessLevel, CloudResource } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member, textOf } from '../contract/values.js';
import { rolesOf } from '../views/agent-roles.js';
import type { IamStatement } from '../views/iam-document.js';
import { iamPolicies } from '../views/iam-policies.js';
import { allowsEveryAction, onLoneWildcard } from '../views/iam-questions.js';
import { ADMINISTRATOR, attachedPolicies } from '../views/managed-policies.js';
import { refersToResource } from '../views/references.js';
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
    const stores = estate.ofType(type).filter(({ root }) => root === holder.root);
    return stores
      .filter((store) => isEverywhere || statement.resources?.items.some((item) => names(item, store, name)))
      .map(({ ref }) => ({ to: ref, access }));
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

/** By reference, or by an ARN that holds its name. */
function names(item: IacValue, store: IacResource, attribute: string): boolean {
  const name = textOf(member(store.body, attribute));
  return refersToResource(item, store) || (name !== undefined && (textOf(item) ?? '').split(/[:/]/).includes(name));
}

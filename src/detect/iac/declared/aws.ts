import type { CloudAnswer, CloudResource } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { textOf } from '../contract/values.js';
import { ROLE_TYPES, rolesNamed } from '../views/agent-roles.js';
import { cloudContainers } from '../views/ai/cloud-containers.js';
import { tasks } from '../views/aws-containers.js';
import { awsOpenings, openBuckets } from './aws-openings.js';
import { rightsOfRoles } from './aws-rights.js';
import { awsFunctionUrls, awsProfiles, awsRunning, awsStores } from './aws-tables.js';
import { whatRuns } from './containers.js';
import { declaredThing, sorted } from './thing.js';
import { at, resourcesIn } from './ways.js';

/**
 * What Terraform and CloudFormation declare of AWS: what runs, its roles, addresses of functions, what lets everybody in, and the data that
 * roles reach.
 */
export function awsThings(estate: IacEstate): CloudResource[] {
  return [...runningThings(estate), ...rolesAndStores(estate), ...functionUrls(estate), ...awsOpenings(estate)];
}

function runningThings(estate: IacEstate): CloudResource[] {
  return Object.entries(awsRunning).flatMap(([type, { kind, role, variables }]) =>
    estate.ofType(type).map((resource) => {
      const acting = rolesNamedBy(at(resource, role), resource, estate);
      const bodies = [...tasks.of(resource, estate)].flatMap(({ containers }) => containers.map(({ body }) => body));
      const containers = cloudContainers(resource, bodies, variables === undefined ? undefined : at(resource, variables));
      return declaredThing(resource, {
        ...whatRuns(containers, kind),
        name: resource.name,
        public: 'unknown',
        runs_as: sorted(acting.map(({ ref }) => ref)),
        uses: sorted(containers.flatMap(({ variables: own }) => own.flatMap(({ value }) => referredOf(value, resource, estate, REACHED)))),
      });
    }),
  );
}

/** The roles that a value names, itself or by a profile. */
function rolesNamedBy(value: IacValue | undefined, resource: IacResource, estate: IacEstate): IacResource[] {
  const handedOn = resourcesIn(value, resource, estate).map((named) => {
    const way = Object.hasOwn(awsProfiles, named.type) ? awsProfiles[named.type] : undefined;
    return way === undefined ? undefined : at(named, way);
  });
  return rolesNamed([value, ...handedOn], resource.root, estate);
}

function rolesAndStores(estate: IacEstate): CloudResource[] {
  const open = openBuckets(estate);
  const stores = Object.entries(awsStores).flatMap(([type, { facts = {} }]) =>
    estate
      .ofType(type)
      .map((resource) =>
        declaredThing(resource, { kind: 'data', name: resource.name, public: open.has(resource.ref) ? 'yes' : 'unknown', facts }),
      ),
  );
  const rights = rightsOfRoles(estate);
  const held = [...rights.policies];
  const policiesOf = new Map<IacResource, string[]>();
  for (const [{ ref }, { holders }] of held) for (const role of holders) policiesOf.set(role, [...(policiesOf.get(role) ?? []), ref]);
  const roles = ROLE_TYPES.flatMap((type) => estate.ofType(type)).map((resource) =>
    declaredThing(resource, {
      ...ofRights(resource, rights.roles.get(resource) ?? []),
      runs_as: sorted(policiesOf.get(resource) ?? []),
    }),
  );
  return [...stores, ...roles, ...held.map(([policy, { reaches }]) => declaredThing(policy, ofRights(policy, reaches)))];
}

function ofRights({ name }: IacResource, reaches: CloudResource['reaches']): Pick<CloudResource, 'kind' | 'name' | 'reaches' | 'facts'> {
  const isAdministrator = reaches.some(({ to, access }) => to === '*' && access === 'admin');
  return { kind: 'role', name, reaches, facts: isAdministrator ? { administrator: true } : {} };
}

function functionUrls(estate: IacEstate): CloudResource[] {
  return Object.entries(awsFunctionUrls).flatMap(([type, { target, authorization }]) =>
    estate.ofType(type).map((resource) =>
      declaredThing(resource, {
        kind: 'entrance',
        name: resource.name,
        public: 'yes',
        authenticated: signIn(textOf(at(resource, authorization))),
        uses: referredOf(at(resource, target), resource, estate, RUNNING),
      }),
    ),
  );
}

function signIn(authorization: string | undefined): CloudAnswer {
  if (authorization === undefined) return 'unknown';
  return authorization === 'NONE' ? 'no' : 'yes';
}

const RUNNING: ReadonlySet<string> = new Set(Object.keys(awsRunning));
/** What a variable may name: the address of a database, of a bucket, of another function. */
const REACHED: ReadonlySet<string> = new Set([...Object.keys(awsStores), ...RUNNING]);

/** Refs of those among the resources that a value was read from which have one of the types. */
function referredOf(value: IacValue | undefined, { root }: IacResource, estate: IacEstate, types: ReadonlySet<string>): string[] {
  const found = (value?.refersTo ?? []).flatMap((address) => estate.at(root, address) ?? []);
  return sorted(found.filter(({ type }) => types.has(type)).map(({ ref }) => ref));
}

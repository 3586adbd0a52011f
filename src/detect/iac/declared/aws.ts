import type { CloudAnswer, CloudResource } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { ROLE_TYPES } from '../views/agent-roles.js';
import { tasks } from '../views/aws-containers.js';
import { refersToResource } from '../views/references.js';
import { reachesOfRoles } from './aws-rights.js';
import { awsFunctionUrls, awsRunning, awsStores } from './aws-tables.js';
import { declaredThing, sorted } from './thing.js';
import { at } from './ways.js';

/** What Terraform and CloudFormation declare of AWS: what runs, its roles, addresses of functions, and the data that roles reach. */
export function awsThings(estate: IacEstate): CloudResource[] {
  return [...runningThings(estate), ...rolesAndStores(estate), ...functionUrls(estate)];
}

function runningThings(estate: IacEstate): CloudResource[] {
  const roles = ROLE_TYPES.flatMap((type) => estate.ofType(type));
  return Object.entries(awsRunning).flatMap(([type, { kind, role, variables }]) =>
    estate.ofType(type).map((resource) => {
      const acting = at(resource, role);
      const { images, named } = ofTask(resource, estate);
      const own = [...(variables === undefined ? [] : entriesOf(at(resource, variables)).entries), ...named];
      return declaredThing(resource, {
        kind,
        name: resource.name,
        public: 'unknown',
        runs_as: sorted(roles.filter((one) => one.root === resource.root && acting && refersToResource(acting, one)).map(({ ref }) => ref)),
        images,
        uses: sorted(own.flatMap(([, value]) => referredOf(value, resource, estate, REACHED))),
        env_names: sorted(own.map(([name]) => name)),
        literal_env_names: sorted(own.filter(([, value]) => (textOf(value) ?? '') !== '').map(([name]) => name)),
      });
    }),
  );
}

/** Images and variables of the containers of a task. */
function ofTask(resource: IacResource, estate: IacEstate): { images: string[]; named: (readonly [string, IacValue | undefined])[] } {
  const bodies = [...tasks.of(resource, estate)].flatMap(({ containers }) => containers.map(({ body }) => body));
  const listed = (...keys: string[]) => bodies.flatMap((body) => keys.flatMap((key) => itemsOf(member(body, key)).items));
  return {
    images: sorted(listed('image', 'Image').flatMap((image) => textOf(image) ?? [])),
    named: listed('environment', 'Environment', 'secrets', 'Secrets').flatMap((item) => {
      const name = textOf(member(item, 'name') ?? member(item, 'Name'));
      return name === undefined ? [] : [[name, member(item, 'value') ?? member(item, 'Value')] as const];
    }),
  };
}

function rolesAndStores(estate: IacEstate): CloudResource[] {
  const stores = Object.entries(awsStores).flatMap(([type, { facts = {} }]) =>
    estate.ofType(type).map((resource) => declaredThing(resource, { kind: 'data', name: resource.name, public: 'unknown', facts })),
  );
  const reaches = reachesOfRoles(estate);
  const roles = ROLE_TYPES.flatMap((type) => estate.ofType(type)).map((resource) => {
    const reached = reaches.get(resource) ?? [];
    const isAdministrator = reached.some(({ to, access }) => to === '*' && access === 'admin');
    return declaredThing(resource, {
      kind: 'role',
      name: resource.name,
      reaches: reached,
      facts: isAdministrator ? { administrator: true } : {},
    });
  });
  return [...stores, ...roles];
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

import type { CloudAccessLevel, CloudFacts, CloudResource, CloudResourceKind } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { itemsOf, member, textOf } from '../contract/values.js';
import { cloudContainers } from '../views/ai/cloud-containers.js';
import { type Grant, grantsOf, isPublicMember } from '../views/gcp-grants.js';
import { type NamedResources, namedBy } from '../views/references.js';
import { whatRuns } from './containers.js';
import { strongestFirst } from './reaches.js';
import { declaredThing, sorted } from './thing.js';
import { addressesIn, at, resourcesIn } from './ways.js';

interface Running {
  readonly kind: CloudResourceKind;
  /** The attribute with the service account that it acts as. */
  readonly account: string;
  readonly variables?: string;
  readonly containers?: string;
}

const RUNNING: Readonly<Record<string, Running>> = {
  google_cloud_run_v2_service: { kind: 'service', account: 'template.service_account', containers: 'template.containers' },
  google_cloud_run_v2_job: { kind: 'service', account: 'template.template.service_account', containers: 'template.template.containers' },
  google_cloud_run_service: { kind: 'service', account: 'template.spec.service_account_name', containers: 'template.spec.containers' },
  google_cloudfunctions_function: { kind: 'service', account: 'service_account_email', variables: 'environment_variables' },
  google_cloudfunctions2_function: {
    kind: 'service',
    account: 'service_config.service_account_email',
    variables: 'service_config.environment_variables',
  },
  google_compute_instance: { kind: 'service', account: 'service_account.email' },
  google_notebooks_instance: { kind: 'service', account: 'service_account' },
  google_workbench_instance: { kind: 'service', account: 'gce_setup.service_accounts.email' },
  google_vertex_ai_endpoint: { kind: 'model', account: 'service_account' },
  google_vertex_ai_reasoning_engine: { kind: 'agent', account: 'spec.service_account' },
  google_dialogflow_cx_agent: { kind: 'agent', account: 'service_account' },
  google_discovery_engine_chat_engine: { kind: 'agent', account: 'service_account' },
};

/** What keeps data, with the first part of the roles that reach it. */
const STORES: Readonly<Record<string, { service: string; facts?: CloudFacts }>> = {
  google_storage_bucket: { service: 'storage' },
  google_secret_manager_secret: { service: 'secretmanager', facts: { holds_secrets: true } },
  google_bigquery_dataset: { service: 'bigquery' },
  google_bigquery_table: { service: 'bigquery' },
  google_sql_database_instance: { service: 'cloudsql' },
  google_firestore_database: { service: 'datastore' },
  google_spanner_database: { service: 'spanner' },
  google_redis_instance: { service: 'redis' },
  google_vertex_ai_index: { service: 'aiplatform', facts: { holds_knowledge: true } },
  google_discovery_engine_data_store: { service: 'discoveryengine', facts: { holds_knowledge: true } },
};

/** Grants on one thing, by the attribute that names it; grants on a project or what holds it name nothing. */
const GRANTED: Readonly<Record<string, string>> = {
  google_storage_bucket: 'bucket',
  google_secret_manager_secret: 'secret_id',
  google_bigquery_dataset: 'dataset_id',
  google_bigquery_table: 'table_id',
  google_cloud_run_service: 'service',
  google_cloud_run_v2_service: 'name',
  google_cloudfunctions_function: 'cloud_function',
  google_cloudfunctions2_function: 'cloud_function',
};
const HOLDERS = ['google_project', 'google_folder', 'google_organization'];
const grants = grantsOf('declared-google-grants', [...HOLDERS, ...Object.keys(GRANTED)]);

type Reach = CloudResource['reaches'][number];

/** What Terraform declares of Google Cloud: what runs, its service accounts, and the data that they reach. */
export function googleThings(estate: IacEstate): CloudResource[] {
  const given = estate.view(grants).map(({ subject }) => subject);
  const open = openedBy(given, estate);
  const accounts = estate.ofType('google_service_account');
  return [
    ...Object.entries(RUNNING).flatMap(([type, running]) =>
      estate.ofType(type).map((resource) => runningThing(resource, running, { estate, isOpen: open.has(resource) })),
    ),
    ...Object.entries(STORES).flatMap(([type, { facts = {} }]) =>
      estate
        .ofType(type)
        .map((resource) =>
          declaredThing(resource, { kind: 'data', name: resource.name, public: open.has(resource) ? 'yes' : 'unknown', facts }),
        ),
    ),
    ...accounts.map((account) => {
      const reaches = strongestFirst(grantsTo(account, given, estate).flatMap((grant) => reachesOf(grant, estate)));
      const facts = reaches.some(({ to, access }) => to === '*' && access === 'admin') ? { administrator: true } : {};
      return declaredThing(account, { kind: 'role', name: account.name, reaches, facts });
    }),
  ];
}

interface Around {
  estate: IacEstate;
  isOpen: boolean;
}

function runningThing(resource: IacResource, { kind, account, variables, containers }: Running, { estate, isOpen }: Around): CloudResource {
  const pods = containers === undefined ? [] : itemsOf(at(resource, containers)).items;
  const ran = cloudContainers(resource, pods, variables === undefined ? undefined : at(resource, variables));
  const accounts = resourcesIn(at(resource, account), resource, estate).filter(({ type }) => type === 'google_service_account');
  return declaredThing(resource, {
    ...whatRuns(ran, kind),
    name: resource.name,
    public: isOpen ? 'yes' : 'unknown',
    ...(isOpen && { authenticated: 'no' as const }),
    runs_as: sorted(accounts.map(({ ref }) => ref)),
  });
}

/** What everybody may call or read. */
function openedBy(given: readonly Grant[], estate: IacEstate): Set<IacResource> {
  const isOpen = ({ members }: Grant) => itemsOf(members).items.some((item) => item.kind === 'scalar' && isPublicMember(item.value));
  return new Set(given.filter(isOpen).flatMap((grant) => targetsOf(grant, estate)));
}

/** The things that a grant names: one of them. */
function targetsOf({ resource: holder }: Grant, estate: IacEstate): IacResource[] {
  const type = holder.type.replace(/_iam_(?:member|binding|policy)$/, '');
  const value = GRANTED[type] === undefined ? undefined : at(holder, GRANTED[type]);
  if (value === undefined) return [];
  const name = textOf(value)?.split('/').at(-1);
  const targets: NamedResources = {
    id: `targets ${type}`,
    all: () =>
      [type, ...(type === 'google_cloud_run_service' ? ['google_cloud_run_v2_service'] : [])].flatMap((each) => estate.ofType(each)),
    nameOf,
  };
  return namedBy(value, holder.root, targets, estate, name === undefined ? [] : [name]);
}

function nameOf(resource: IacResource): string | undefined {
  return ['name', 'secret_id', 'dataset_id', 'table_id']
    .map((key) => textOf(member(resource.body, key)))
    .find((name) => name !== undefined);
}

/** The grants to a service account: by reference, or by its id. */
function grantsTo({ root, address, body }: IacResource, given: readonly Grant[], estate: IacEstate): Grant[] {
  const id = textOf(member(body, 'account_id'));
  const keys = [`@${address}`, ...(id === undefined ? [] : [id])];
  return estate.withAnyKey(
    'grants by account',
    keys.map((key) => `${root}\n${key}`),
    () => given,
    accountsOf,
  );
}

function accountsOf({ resource, members }: Grant): string[] {
  const ids = itemsOf(members).items.flatMap((item) => /^serviceAccount:([^@]*)@/.exec(textOf(item) ?? '')?.[1] ?? []);
  return [...addressesIn(members).map((address) => `@${address}`), ...ids].map((key) => `${resource.root}\n${key}`);
}

function reachesOf(grant: Grant, estate: IacEstate): Reach[] {
  const [, service = '', part = ''] = /^roles\/([a-zA-Z]+)\.?(.*)$/.exec(textOf(grant.role) ?? '') ?? [];
  const access = accessOf(part === '' ? service : part);
  if (!HOLDERS.some((holder) => grant.resource.type.startsWith(`${holder}_iam`)))
    return targetsOf(grant, estate)
      .filter(({ type }) => type in STORES)
      .map(({ ref }) => ({ to: ref, access }));
  if (part === '' && /^(?:owner|editor|viewer)$/.test(service)) return [{ to: '*', access }];
  return Object.entries(STORES)
    .filter(([, store]) => store.service === service)
    .flatMap(([type]) => estate.ofType(type))
    .filter(({ root }) => root === grant.resource.root)
    .map(({ ref }) => ({ to: ref, access }));
}

function accessOf(role: string): CloudAccessLevel {
  if (/admin|owner|editor$/i.test(role)) return 'admin';
  return /viewer|reader|accessor|user$/i.test(role) && !/dataEditor|objectUser/i.test(role) ? 'read' : 'write';
}

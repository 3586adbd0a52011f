import type { CloudAccessLevel, CloudAnswer, CloudFacts, CloudResource, CloudResourceKind } from '../../../model/cloud.js';
import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { isFalseWord, isTrueWord, itemsOf, textOf } from '../contract/values.js';
import { cloudContainers } from '../views/ai/cloud-containers.js';
import { refersToResource } from '../views/references.js';
import { whatRuns } from './containers.js';
import { strongestFirst } from './reaches.js';
import { declaredThing, sorted } from './thing.js';
import { addressesIn, at, resourcesIn } from './ways.js';

interface Running {
  readonly kind: CloudResourceKind;
  readonly variables?: string;
  readonly containers?: string;
  readonly publicity: (resource: IacResource) => CloudAnswer;
}

/** Open unless the attribute says no, as the provider's default is. */
function openUnless(way: string): Running['publicity'] {
  return (resource) => answerOf(at(resource, way), 'yes');
}

/** Closed unless the attribute says yes. */
function closedUnless(way: string): Running['publicity'] {
  return (resource) => answerOf(at(resource, way), 'no');
}

function answerOf(value: IacValue | undefined, absent: CloudAnswer): CloudAnswer {
  if (value === undefined) return absent;
  if (value.kind !== 'scalar') return 'unknown';
  return isTrueWord(value.value) ? 'yes' : isFalseWord(value.value) ? 'no' : 'unknown';
}

const WEB: Running = { kind: 'service', variables: 'app_settings', publicity: openUnless('public_network_access_enabled') };
const ACCOUNT: Running = { kind: 'model', publicity: openUnless('public_network_access_enabled') };

const RUNNING: Readonly<Record<string, Running>> = {
  azurerm_linux_web_app: WEB,
  azurerm_windows_web_app: WEB,
  azurerm_linux_function_app: WEB,
  azurerm_windows_function_app: WEB,
  azurerm_container_app: { kind: 'service', containers: 'template.container', publicity: closedUnless('ingress.external_enabled') },
  azurerm_container_group: {
    kind: 'service',
    containers: 'container',
    publicity: (resource) => (/^(?:private|none)$/i.test(textOf(at(resource, 'ip_address_type')) ?? '') ? 'no' : 'yes'),
  },
  azurerm_linux_virtual_machine: { kind: 'service', publicity: () => 'unknown' },
  azurerm_windows_virtual_machine: { kind: 'service', publicity: () => 'unknown' },
  azurerm_cognitive_account: ACCOUNT,
  azurerm_ai_services: { kind: 'model', publicity: closedUnless('public_network_access') },
  azurerm_machine_learning_workspace: { kind: 'service', publicity: openUnless('public_network_access_enabled') },
  azurerm_bot_service_azure_bot: { kind: 'agent', publicity: openUnless('public_network_access_enabled') },
};

const STORES: Readonly<Record<string, CloudFacts>> = {
  azurerm_storage_account: {},
  azurerm_storage_container: {},
  azurerm_key_vault: { holds_secrets: true },
  azurerm_cosmosdb_account: {},
  azurerm_mssql_server: {},
  azurerm_mssql_database: {},
  azurerm_postgresql_flexible_server: {},
  azurerm_mysql_flexible_server: {},
  azurerm_redis_cache: {},
  azurerm_search_service: { holds_knowledge: true },
};

const IDENTITY = 'azurerm_user_assigned_identity';
/** Part of a thing that is the identity which the platform makes for it. */
const OWN_IDENTITY = 'identity';

type Reach = CloudResource['reaches'][number];

/** What Terraform declares of Azure: what runs, its identities, and the data that role assignments let them reach. */
export function azureThings(estate: IacEstate): CloudResource[] {
  const running = Object.entries(RUNNING).flatMap(([type, about]) => estate.ofType(type).map((resource) => ({ resource, about })));
  const roles = [
    ...estate.ofType(IDENTITY).map((resource) => ({ resource, part: undefined })),
    ...running.filter(({ resource }) => hasOwnIdentity(resource)).map(({ resource }) => ({ resource, part: OWN_IDENTITY })),
  ];
  return [
    ...running.map(({ resource, about }) => runningThing(resource, about, estate)),
    ...Object.entries(STORES).flatMap(([type, facts]) =>
      estate.ofType(type).map((resource) => declaredThing(resource, { kind: 'data', name: resource.name, public: 'unknown', facts })),
    ),
    ...roles.map(({ resource, part }) => {
      const reaches = strongestFirst(reachesOf(resource, estate));
      const facts = reaches.some(({ to, access }) => to === '*' && access === 'admin') ? { administrator: true } : {};
      return declaredThing(resource, { kind: 'role', name: part ? `identity of ${resource.name}` : resource.name, reaches, facts }, part);
    }),
  ];
}

function hasOwnIdentity(resource: IacResource): boolean {
  return /SystemAssigned/.test(textOf(at(resource, 'identity.type')) ?? '');
}

function runningThing(resource: IacResource, { kind, variables, containers, publicity }: Running, estate: IacEstate): CloudResource {
  const pods = containers === undefined ? [] : itemsOf(at(resource, containers)).items;
  const ran = cloudContainers(resource, pods, variables === undefined ? undefined : at(resource, variables));
  const given = resourcesIn(at(resource, 'identity.identity_ids'), resource, estate).filter(({ type }) => type === IDENTITY);
  return declaredThing(resource, {
    ...whatRuns(ran, kind),
    name: resource.name,
    public: publicity(resource),
    runs_as: sorted([...given.map(({ ref }) => ref), ...(hasOwnIdentity(resource) ? [`${resource.ref}/${OWN_IDENTITY}`] : [])]),
  });
}

/** What assignments let an identity reach: a store they name, or everything in a group or subscription. */
function reachesOf(identity: IacResource, estate: IacEstate): Reach[] {
  const own = estate.ofType('azurerm_role_assignment').filter((one) => {
    const principal = one.root === identity.root ? at(one, 'principal_id') : undefined;
    return principal !== undefined && (refersToResource(principal, identity) || isReadFrom(principal, identity));
  });
  return own.flatMap((assignment) => {
    const access = accessOf(textOf(at(assignment, 'role_definition_name')) ?? '');
    const scope = at(assignment, 'scope');
    const stores = resourcesIn(scope, assignment, estate).filter(({ type }) => type in STORES);
    if (stores.length > 0) return stores.map(({ ref }) => ({ to: ref, access }));
    return isWhole(scope) ? [{ to: '*', access }] : [];
  });
}

/** What the platform fills into a block that is there: `azurerm_linux_web_app.site.identity[0].principal_id`. */
function isReadFrom(value: IacValue, { type, name }: IacResource): boolean {
  return value.kind === 'unknown' && value.expression.startsWith(`${type}.${name}.${OWN_IDENTITY}`);
}

function isWhole(scope: IacValue | undefined): boolean {
  const isNamed = addressesIn(scope).some((address) => /(?:^|\.)(?:azurerm_resource_group|azurerm_subscription)\./.test(address));
  return isNamed || /^\/subscriptions\/[^/]+(?:\/resourceGroups\/[^/]+)?$/i.test(textOf(scope) ?? '');
}

function accessOf(role: string): CloudAccessLevel {
  if (/^(?:owner|contributor)$|administrator|data owner/i.test(role)) return 'admin';
  return /reader|secrets user|get$/i.test(role) ? 'read' : 'write';
}

import type { CloudAnswer, CloudResource } from '../../../model/cloud.js';
import { isObject, type JsonObject } from '../../../support/json.js';

/** Azure ignores the case of ids. */
export function refOf(id: string): string {
  return `cloud:azure:${id.toLowerCase()}`;
}

/** The role of an identity, by the id of its principal. */
export function principalRef(principal: string): string {
  return refOf(`principal/${principal}`);
}

/** A resource of a row of Azure's, with what the caller knows of it. */
export function resource(row: JsonObject, known: Pick<CloudResource, 'kind'> & Partial<CloudResource>): CloudResource {
  const id = textOf(row, 'id');
  return {
    ref: refOf(id),
    provider: 'azure',
    account: /\/subscriptions\/([^/]+)/i.exec(id)?.[1]?.toLowerCase() ?? '',
    region: textOf(row, 'location') || 'global',
    type: textOf(row, 'type'),
    native_id: id,
    name: textOf(row, 'name'),
    public: 'unknown',
    authenticated: 'unknown',
    runs_as: principalsOf(row),
    uses: [],
    reaches: [],
    images: [],
    env_names: [],
    literal_env_names: [],
    facts: {},
    ...known,
  };
}

/** A text of an object, or of its `properties`; empty if there is none. */
export function textOf(row: JsonObject, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

/** An object's member that is an object; an empty one if there is none. */
export function partOf(row: JsonObject, name: string): JsonObject {
  const value = row[name];
  return isObject(value) ? value : {};
}

export function partsOf(row: JsonObject, name: string): JsonObject[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A yes or no that Azure states; `null` if it does not. */
export function said(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  return value === 'Enabled' || value === 'true' ? true : value === 'Disabled' || value === 'false' ? false : null;
}

/** The principals of the system's and of all assigned identities. */
function principalsOf(row: JsonObject): string[] {
  const identity = partOf(row, 'identity');
  const assigned = Object.values(partOf(identity, 'userAssignedIdentities')).filter(isObject);
  const ids = [identity, ...assigned].flatMap(({ principalId }) => (typeof principalId === 'string' ? [principalRef(principalId)] : []));
  return [...new Set(ids)].sort();
}

/**
 * Whether networks outside can reach it, by the members that most services have: `publicNetworkAccess`, and a default action of their
 * firewall. A service without either is reachable.
 */
export function reachable(properties: JsonObject): CloudAnswer {
  const access = textOf(properties, 'publicNetworkAccess');
  if (access === 'Disabled' || access === 'SecuredByPerimeter') return 'no';
  const rules = [partOf(properties, 'networkAcls'), partOf(properties, 'networkRuleSet')];
  if (rules.some((one) => textOf(one, 'defaultAction') === 'Deny')) return 'no';
  return 'yes';
}

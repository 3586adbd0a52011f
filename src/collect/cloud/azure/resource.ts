import type { CloudAnswer, CloudResource } from '../../../model/cloud.js';
import { isObject, type JsonObject } from '../../../support/json.js';
import { objectIn, textIn } from '../../../support/json-parts.js';
import { nothingTold } from '../contract/unknown-resource.js';

/** Azure ignores the case of ids. */
export function azureRef(id: string): string {
  return `cloud:azure:${id.toLowerCase()}`;
}

/** The role of an identity, by the id of its principal. */
export function principalRef(principal: string): string {
  return azureRef(`principal/${principal}`);
}

/** A resource of a row of Azure's, with what the caller knows of it. */
export function azureResource(row: JsonObject, known: Pick<CloudResource, 'kind'> & Partial<CloudResource>): CloudResource {
  const id = textIn(row, 'id');
  return {
    ref: azureRef(id),
    provider: 'azure',
    account: /\/subscriptions\/([^/]+)/i.exec(id)?.[1]?.toLowerCase() ?? '',
    region: textIn(row, 'location') || 'global',
    type: textIn(row, 'type'),
    native_id: id,
    name: textIn(row, 'name'),
    ...nothingTold(),
    runs_as: principalsOf(row),
    ...known,
  };
}

/** A yes or no that Azure states; `null` if it does not. */
export function said(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  return value === 'Enabled' || value === 'true' ? true : value === 'Disabled' || value === 'false' ? false : null;
}

/** The principals of the system's and of all assigned identities. */
function principalsOf(row: JsonObject): string[] {
  const identity = objectIn(row, 'identity');
  const assigned = Object.values(objectIn(identity, 'userAssignedIdentities')).filter(isObject);
  const ids = [identity, ...assigned].flatMap(({ principalId }) => (typeof principalId === 'string' ? [principalRef(principalId)] : []));
  return [...new Set(ids)].sort();
}

/**
 * Whether networks outside can reach it, by the members that most services have: `publicNetworkAccess`, and a default action of their
 * firewall. A service without either is reachable.
 */
export function reachable(properties: JsonObject): CloudAnswer {
  const access = textIn(properties, 'publicNetworkAccess');
  if (access === 'Disabled' || access === 'SecuredByPerimeter') return 'no';
  const rules = [objectIn(properties, 'networkAcls'), objectIn(properties, 'networkRuleSet')];
  if (rules.some((one) => textIn(one, 'defaultAction') === 'Deny')) return 'no';
  return 'yes';
}

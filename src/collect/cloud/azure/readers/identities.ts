import type { CloudAccessLevel, CloudResource } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import type { Arm } from '../arm.js';
import type { AzureReader } from '../reader.js';
import { azureRef, azureResource, principalRef } from '../resource.js';
import { accessLevelOf } from '../rights.js';

/** Principals that are programs, with what their role assignments let them reach. */
export const principals: AzureReader = {
  id: 'identities',
  actions: ['Microsoft.Authorization/roleAssignments/read', 'Microsoft.Authorization/roleDefinitions/read'],
  async *read(arm) {
    const levels = await definitions(arm);
    const byPrincipal = new Map<string, { to: string; access: CloudAccessLevel }[]>();
    for await (const rows of arm.query(ASSIGNMENTS, 'Azure: Microsoft.Authorization/roleAssignments')) {
      for (const row of rows) {
        const { principalId, principalType, roleDefinitionId, scope } = objectIn(row, 'properties');
        if (typeof principalId !== 'string' || principalType !== 'ServicePrincipal' || typeof scope !== 'string') continue;
        const access = levels.get(lastPart(String(roleDefinitionId))) ?? 'admin';
        const known = byPrincipal.get(principalId) ?? [];
        known.push({ to: targetOf(scope), access });
        byPrincipal.set(principalId, known);
      }
    }
    yield [...byPrincipal].sort(([a], [b]) => (a < b ? -1 : 1)).map(([principal, reaches]) => identity(principal, reaches));
  },
};

const ASSIGNMENTS =
  "authorizationresources | where type =~ 'microsoft.authorization/roleassignments' | project id, properties | order by id asc";
const DEFINITIONS =
  "authorizationresources | where type =~ 'microsoft.authorization/roledefinitions' | project id, name, properties | order by id asc";

async function definitions(arm: Arm): Promise<Map<string, CloudAccessLevel>> {
  const levels = new Map<string, CloudAccessLevel>();
  for await (const rows of arm.query(DEFINITIONS, 'Azure: Microsoft.Authorization/roleDefinitions'))
    for (const row of rows) levels.set(lastPart(textIn(row, 'id')), accessLevelOf(objectsIn(objectIn(row, 'properties'), 'permissions')));
  return levels;
}

const lastPart = (id: string) => id.split('/').at(-1)?.toLowerCase() ?? '';

/** A right on a subscription or group holds for everything below. */
function targetOf(scope: string): string {
  return /^\/subscriptions\/[^/]+$|^\/providers\/Microsoft\.Management\/|^\/$/i.test(scope)
    ? '*'
    : azureRef(/\/providers\//i.test(scope) ? scope : `${scope}/*`);
}

function identity(principal: string, reaches: { to: string; access: CloudAccessLevel }[]): CloudResource {
  const row: JsonObject = { id: `principal/${principal}`, name: principal, type: 'Microsoft.Authorization/principal' };
  return azureResource(row, {
    ref: principalRef(principal),
    kind: 'role',
    reaches: reaches.sort((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : 0)),
    facts: { administrator: reaches.some(({ to, access }) => to === '*' && access === 'admin') },
  });
}

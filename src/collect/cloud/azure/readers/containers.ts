import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, objectsIn, textIn } from '../../../../support/json-parts.js';
import { tableReader } from '../reader.js';
import { azureResource, said } from '../resource.js';

interface Variables {
  env_names: string[];
  literal_env_names: string[];
}

/** Names only. A value that refers to a secret is not written out. */
function variablesOf(lists: readonly JsonObject[][], secretKeys: readonly string[]): Variables {
  const all = lists.flat();
  const literal = all.filter((one) => secretKeys.every((key) => one[key] === undefined || one[key] === null || one[key] === ''));
  const names = (list: readonly JsonObject[]) => [...new Set(list.map((one) => textIn(one, 'name')))].sort();
  return { env_names: names(all), literal_env_names: names(literal) };
}

const APPS = 'Microsoft.App/containerApps';

export const containerApps = tableReader({ id: 'container-apps', type: APPS, actions: [`${APPS}/authConfigs/read`] }, async (row, arm) => {
  const properties = objectIn(row, 'properties');
  const containers = objectsIn(objectIn(properties, 'template'), 'containers');
  const ingress = objectIn(objectIn(properties, 'configuration'), 'ingress');
  const signIn: JsonObject[] = [];
  for await (const page of arm.list(`${textIn(row, 'id')}/authConfigs`, '2024-03-01', `Azure: ${APPS}/authConfigs`)) signIn.push(...page);
  return [
    azureResource(row, {
      kind: 'service',
      public: ingress['external'] === true ? 'yes' : 'no',
      authenticated: signIn.some(requiresSignIn) ? 'yes' : 'no',
      images: imagesOf(containers),
      ...variablesOf(
        containers.map((one) => objectsIn(one, 'env')),
        ['secretRef'],
      ),
      facts: { tls_only: ingress['allowInsecure'] === undefined ? null : ingress['allowInsecure'] !== true },
    }),
  ];
});

function requiresSignIn(setting: JsonObject): boolean {
  const properties = objectIn(setting, 'properties');
  const action = textIn(objectIn(properties, 'globalValidation'), 'unauthenticatedClientAction');
  return said(objectIn(properties, 'platform')['enabled']) === true && action !== '' && action !== 'AllowAnonymous';
}

export const containerGroups = tableReader({ id: 'container-groups', type: 'Microsoft.ContainerInstance/containerGroups' }, (row) => {
  const properties = objectIn(row, 'properties');
  const containers = objectsIn(properties, 'containers').map((one) => objectIn(one, 'properties'));
  const isPublic: CloudAnswer = textIn(objectIn(properties, 'ipAddress'), 'type') === 'Public' ? 'yes' : 'no';
  const contexts = containers.map((one) => objectIn(one, 'securityContext')['privileged']);
  return [
    azureResource(row, {
      kind: 'service',
      public: isPublic,
      images: imagesOf(containers),
      ...variablesOf(
        containers.map((one) => objectsIn(one, 'environmentVariables')),
        ['secureValue', 'secureValueReference'],
      ),
      facts: { privileged: contexts.some((one) => one === true) },
    }),
  ];
});

function imagesOf(containers: readonly JsonObject[]): string[] {
  return [...new Set(containers.map((one) => textIn(one, 'image')).filter((image) => image !== ''))].sort();
}

export const kubernetesClusters = tableReader({ id: 'clusters', type: 'Microsoft.ContainerService/managedClusters' }, (row) => {
  const properties = objectIn(row, 'properties');
  const server = objectIn(properties, 'apiServerAccessProfile');
  const ranges = server['authorizedIPRanges'];
  const isRestricted = Array.isArray(ranges) && ranges.length > 0;
  return [
    azureResource(row, {
      kind: 'service',
      public: server['enablePrivateCluster'] === true || isRestricted ? 'no' : 'yes',
      authenticated: 'yes',
      facts: { static_credentials: properties['disableLocalAccounts'] !== true, network_restricted: isRestricted },
    }),
  ];
});

export const registries = tableReader({ id: 'registries', type: 'Microsoft.ContainerRegistry/registries' }, (row) => {
  const properties = objectIn(row, 'properties');
  return [
    azureResource(row, {
      kind: 'data',
      public: reachableRegistry(properties),
      authenticated: properties['anonymousPullEnabled'] === true ? 'no' : 'yes',
      facts: { static_credentials: properties['adminUserEnabled'] === true },
    }),
  ];
});

function reachableRegistry(properties: JsonObject): CloudAnswer {
  const isClosed = textIn(properties, 'publicNetworkAccess') === 'Disabled';
  return isClosed || textIn(objectIn(properties, 'networkRuleSet'), 'defaultAction') === 'Deny' ? 'no' : 'yes';
}

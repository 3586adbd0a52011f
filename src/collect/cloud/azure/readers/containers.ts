import type { CloudAnswer } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { tableReader } from '../reader.js';
import { partOf, partsOf, resource, said, textOf } from '../resource.js';

interface Variables {
  env_names: string[];
  literal_env_names: string[];
}

/** Names only. A value that refers to a secret is not written out. */
function variablesOf(lists: readonly JsonObject[][], secretKeys: readonly string[]): Variables {
  const all = lists.flat();
  const literal = all.filter((one) => secretKeys.every((key) => one[key] === undefined || one[key] === null || one[key] === ''));
  const names = (list: readonly JsonObject[]) => [...new Set(list.map((one) => textOf(one, 'name')))].sort();
  return { env_names: names(all), literal_env_names: names(literal) };
}

const APPS = 'Microsoft.App/containerApps';

export const containerApps = tableReader({ id: 'container-apps', type: APPS, actions: [`${APPS}/authConfigs/read`] }, async (row, arm) => {
  const properties = partOf(row, 'properties');
  const containers = partsOf(partOf(properties, 'template'), 'containers');
  const ingress = partOf(partOf(properties, 'configuration'), 'ingress');
  const signIn: JsonObject[] = [];
  for await (const page of arm.list(`${textOf(row, 'id')}/authConfigs`, '2024-03-01', `Azure: ${APPS}/authConfigs`)) signIn.push(...page);
  return [
    resource(row, {
      kind: 'service',
      public: ingress['external'] === true ? 'yes' : 'no',
      authenticated: signIn.some(requiresSignIn) ? 'yes' : 'no',
      images: imagesOf(containers),
      ...variablesOf(
        containers.map((one) => partsOf(one, 'env')),
        ['secretRef'],
      ),
      facts: { tls_only: ingress['allowInsecure'] === undefined ? null : ingress['allowInsecure'] !== true },
    }),
  ];
});

function requiresSignIn(setting: JsonObject): boolean {
  const properties = partOf(setting, 'properties');
  const action = textOf(partOf(properties, 'globalValidation'), 'unauthenticatedClientAction');
  return said(partOf(properties, 'platform')['enabled']) === true && action !== '' && action !== 'AllowAnonymous';
}

export const containerGroups = tableReader({ id: 'container-groups', type: 'Microsoft.ContainerInstance/containerGroups' }, (row) => {
  const properties = partOf(row, 'properties');
  const containers = partsOf(properties, 'containers').map((one) => partOf(one, 'properties'));
  const isPublic: CloudAnswer = textOf(partOf(properties, 'ipAddress'), 'type') === 'Public' ? 'yes' : 'no';
  const contexts = containers.map((one) => partOf(one, 'securityContext')['privileged']);
  return [
    resource(row, {
      kind: 'service',
      public: isPublic,
      images: imagesOf(containers),
      ...variablesOf(
        containers.map((one) => partsOf(one, 'environmentVariables')),
        ['secureValue', 'secureValueReference'],
      ),
      facts: { privileged: contexts.some((one) => one === true) },
    }),
  ];
});

function imagesOf(containers: readonly JsonObject[]): string[] {
  return [...new Set(containers.map((one) => textOf(one, 'image')).filter((image) => image !== ''))].sort();
}

export const clusters = tableReader({ id: 'clusters', type: 'Microsoft.ContainerService/managedClusters' }, (row) => {
  const properties = partOf(row, 'properties');
  const server = partOf(properties, 'apiServerAccessProfile');
  const ranges = server['authorizedIPRanges'];
  const isRestricted = Array.isArray(ranges) && ranges.length > 0;
  return [
    resource(row, {
      kind: 'service',
      public: server['enablePrivateCluster'] === true || isRestricted ? 'no' : 'yes',
      authenticated: 'yes',
      facts: { static_credentials: properties['disableLocalAccounts'] !== true, network_restricted: isRestricted },
    }),
  ];
});

export const registries = tableReader({ id: 'registries', type: 'Microsoft.ContainerRegistry/registries' }, (row) => {
  const properties = partOf(row, 'properties');
  return [
    resource(row, {
      kind: 'data',
      public: reachableRegistry(properties),
      authenticated: properties['anonymousPullEnabled'] === true ? 'no' : 'yes',
      facts: { static_credentials: properties['adminUserEnabled'] === true },
    }),
  ];
});

function reachableRegistry(properties: JsonObject): CloudAnswer {
  const isClosed = textOf(properties, 'publicNetworkAccess') === 'Disabled';
  return isClosed || textOf(partOf(properties, 'networkRuleSet'), 'defaultAction') === 'Deny' ? 'no' : 'yes';
}

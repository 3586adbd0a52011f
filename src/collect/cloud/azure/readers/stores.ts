import type { CloudResource } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { objectIn, textIn } from '../../../../support/json-parts.js';
import { type AzureReader, tableReader } from '../reader.js';
import { azureResource, reachable, said } from '../resource.js';

const STORAGE = 'Microsoft.Storage/storageAccounts';

/** Storage accounts, and each container with whether strangers may read it. */
export const storage = tableReader(
  { id: 'storage', type: STORAGE, actions: [`${STORAGE}/blobServices/containers/read`] },
  async (row, arm) => {
    const properties = objectIn(row, 'properties');
    const containers: JsonObject[] = [];
    const list = arm.list(`${textIn(row, 'id')}/blobServices/default/containers`, '2024-01-01', `Azure: ${STORAGE}/containers`);
    for await (const page of list) containers.push(...page);
    // Anonymous reads need both: the account must allow them, and the container.
    const anonymous = said(properties['allowBlobPublicAccess']) !== false && reachable(properties) === 'yes';
    const account = azureResource(row, {
      kind: 'data',
      public: reachable(properties),
      authenticated: 'yes',
      facts: {
        encrypted: true,
        tls_only: said(properties['supportsHttpsTrafficOnly']),
        static_credentials: said(properties['allowSharedKeyAccess']) !== false,
      },
    });
    return [account, ...containers.map((container) => containerOf(container, row, anonymous))];
  },
);

function containerOf(container: JsonObject, account: JsonObject, anonymous: boolean): CloudResource {
  const access = textIn(objectIn(container, 'properties'), 'publicAccess');
  const isOpen = anonymous && (access === 'Blob' || access === 'Container');
  return azureResource(
    { ...container, location: account['location'] },
    {
      kind: 'data',
      public: isOpen ? 'yes' : 'no',
      authenticated: isOpen ? 'no' : 'yes',
      // Names of blobs are data, which this role does not read.
      facts: { holds_models: /model|checkpoint|weights/i.test(textIn(container, 'name')) || null },
    },
  );
}

/** Services that only keep things. */
function store(id: string, type: string, facts: (properties: JsonObject) => CloudResource['facts']): AzureReader {
  return tableReader({ id, type }, (row) => {
    const properties = objectIn(row, 'properties');
    return [azureResource(row, { kind: 'data', public: reachable(properties), authenticated: 'yes', facts: facts(properties) })];
  });
}

export const keyVaults = store('key-vaults', 'Microsoft.KeyVault/vaults', () => ({ holds_secrets: true, encrypted: true }));

export const searchServices = store('search-services', 'Microsoft.Search/searchServices', (properties) => ({
  holds_knowledge: true,
  static_credentials: said(properties['disableLocalAuth']) !== true,
}));

export const cosmos = store('cosmos', 'Microsoft.DocumentDB/databaseAccounts', (properties) => ({
  static_credentials: said(properties['disableLocalAuth']) !== true,
  encrypted: true,
}));

export const sqlServers = store('sql-servers', 'Microsoft.Sql/servers', (properties) => ({
  static_credentials: objectIn(properties, 'administrators')['azureADOnlyAuthentication'] !== true,
}));
